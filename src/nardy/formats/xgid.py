"""XGID, the position code of eXtreme Gammon, BGBlitz and GNU Backgammon.

XGID=position:cube:owner:turn:dice:score:score:rules:length:cap, seen by the bottom player, who is White,
regardless of who is on roll. With D, B and R the turn is the player on roll, who doubled first, and the
cube is the stake lost by passing. Source: formats of XG and of GNU Backgammon (set.c), compared.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.options import with_options
from nardy.core.player import Player
from nardy.core.position import BAR, OFF, PLACES, Counts
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats.seated_position import (
    SeatedPosition,
    losses_between,
    named_game,
    situation_of,
    table_of,
)
from nardy.games import BACKGAMMON

# A place is a letter, and the letters are A to P.
MOST_CHECKERS = 16
_LARGEST_CUBE = 12
_MOST_POINTS = 9_999
_OFFERS = {"D": Offer.DOUBLE, "B": Offer.BEAVER, "R": Offer.RACCOON}
_SIGNS = {Player.WHITE: 1, None: 0, Player.BLACK: -1}
_SEATS = {sign: seat for seat, sign in _SIGNS.items()}
_DICE: dict[Offer | None, str] = {offer: letter for letter, offer in _OFFERS.items()}
MOST_CHARACTERS = 100_000
NO_CAP = 10
"""The largest cube written without a cap: 2 to this power."""
_EXAMPLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
# Ten parts end with the digits of the tenth, whatever follows: a bracket, a full stop, a tag.
# An incomplete code extends to the next space, so that the error message can quote it.
_CODE = r"((?:[^\s:]*:){9}-?[0-9]+(?![A-Za-z0-9:]|\.[0-9])|\S+)"
_NAMED = re.compile(rf"XGID\s*[=:]\s*{_CODE}", re.IGNORECASE)
_BARE = re.compile(rf"^\s*(?=[-A-Pa-p]{{20,}}:){_CODE}")
_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
_PARTS = (
    ("the cube", 0, 12),
    ("the cube's owner", -1, 1),
    ("the turn", -1, 1),
    ("the dice", 0, 0),
    ("the bottom player's score", 0, _MOST_POINTS),
    ("the top player's score", 0, _MOST_POINTS),
    ("Crawford, or Jacoby and beavers", 0, 3),
    ("the match length", 0, _MOST_POINTS),
    ("the largest cube", 0, 12),
)
"""The parts after the places, with their least and largest number."""
_DICE_PART = 3
_EMPTY = "-"
_WHITE = "ABCDEFGHIJKLMNOP"
_BLACK = _WHITE.lower()


def loads(text: str, rules: Rules | None = None) -> Situation:
    """Read an XGID, alone or inside other text; *rules* are the game, by default backgammon.

    >>> situation = loads("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:4:0:7:10")
    >>> str(situation.roll), situation.score.player, situation.position.pip_count()
    ('31', 3, 167)

    Raises:
        NotationError, PositionError: with what was expected, and where.
    """
    fields = read_fields(find_code(text))
    white, black = read_places(fields.places)
    return situation_of(_rules(rules or BACKGAMMON, fields), _table(fields, white, black))


def load(file: TextIO, rules: Rules | None = None) -> Situation:
    return loads(file.read(), rules)


def dumps(situation: Situation) -> str:
    """The XGID of a situation; `losses` lists what it leaves out.

    Raises:
        NotationError: an XGID cannot express the game.
    """
    table = table_of(situation, "XGID", MOST_CHECKERS)
    rules, is_match = situation.rules, table.length > 0
    if table.cube > 2**_LARGEST_CUBE:
        raise NotationError(f"XGID holds a cube of at most {2**_LARGEST_CUBE}, got {table.cube}")
    most = max(table.length, *table.score)
    if most > _MOST_POINTS:
        raise NotationError(
            f"expected a match of at most {_MOST_POINTS:,} points for an XGID, got {most:,}; "
            "shorten the match"
        )
    # One field has two meanings: Crawford in a match, Jacoby (1) and beavers (2) for money.
    flags = table.is_crawford if is_match else rules.jacoby + 2 * rules.beavers
    numbers = (
        _exponent(table.cube),
        _SIGNS[table.owner],
        _SIGNS[table.on_roll],
        _DICE.get(table.offer, table.roll or "00"),
        *table.score,
        int(flags) if rules.cube_play else 0,
        table.length,
        _cap(rules, table.cube),
    )
    return ":".join([f"XGID={places_text(table.white, table.black)}", *map(str, numbers)])


def dump(situation: Situation, file: TextIO) -> None:
    """Write an XGID as one line."""
    file.write(dumps(situation) + "\n")


def losses(situation: Situation) -> list[str]:
    """The facts about this situation that an XGID cannot hold, one sentence each."""
    back = loads(dumps(situation), named_game(situation.rules))
    return losses_between(situation, back, "XGID")


def read_places(text: str) -> tuple[Counts, Counts]:
    """White's and Black's checkers, each in the owner's numbering.

    Raises:
        NotationError: not 26 places, an invalid letter, or a checker on the other player's bar.
    """
    if len(text) != PLACES:
        raise NotationError(
            f"expected 26 places in an XGID, both bars and 24 points, got {len(text)}: {text!r}"
        )
    white, black = [0] * PLACES, [0] * PLACES
    for place, letter in enumerate(text):
        if letter in _WHITE:
            white[place] = _WHITE.index(letter) + 1
        elif letter in _BLACK:
            black[BAR - place] = _BLACK.index(letter) + 1
        elif letter != _EMPTY:
            raise NotationError(
                "expected '-', 'A' to 'P' or 'a' to 'p' for each place of an XGID, "
                f"got {letter!r} at place {place} of {text!r}"
            )
    for owner, counts, place in (("bottom", white, 0), ("top", black, BAR)):
        if counts[OFF]:
            raise NotationError(
                f"expected the other player's bar at place {place} of an XGID, "
                f"got the {owner} player's checkers, {text[place]!r}"
            )
    return tuple(white), tuple(black)


def places_text(white: Counts, black: Counts) -> str:
    """The 26 letters, with at most 16 checkers on a place.

    >>> places_text(*read_places("-b----E-C---eE---c-e----B-"))
    '-b----E-C---eE---c-e----B-'
    """
    letters = [_EMPTY] * PLACES
    for place in range(1, PLACES):
        if white[place]:
            letters[place] = _WHITE[white[place] - 1]
        if black[place]:
            letters[BAR - place] = _BLACK[black[place] - 1]
    return "".join(letters)


@dataclass(frozen=True, slots=True)
class Fields:
    """The parts of an XGID in order; the cube and its cap are powers of two."""

    places: str
    cube: int
    owner: int
    turn: int
    dice: str
    bottom: int
    top: int
    flags: int
    length: int
    cap: int

    @property
    def roll(self) -> Roll | None:
        return Roll.parse(self.dice) if self.dice.isdigit() and self.dice != "00" else None


def find_code(text: str) -> str:
    """The XGID in a text, without its name.

    Raises:
        NotationError: there is none, or there are two different ones.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"expected an XGID, got {len(text):,} characters")
    found = dict.fromkeys(_NAMED.findall(text) or _BARE.findall(text))
    if len(found) > 1:
        raise NotationError(f"expected one XGID, got {len(found)}: {' and '.join([*found][:2])}")
    if not found:
        raise NotationError(
            f"expected an XGID, got {text.strip()[:80]!r} (for example {_EXAMPLE!r})"
        )
    return next(iter(found))


def has_code(text: str) -> bool:
    """Whether a text contains something like an XGID."""
    return bool(_NAMED.search(text) or _BARE.search(text))


def read_fields(code: str) -> Fields:
    """Read the parts of a code, each checked for its range.

    Raises:
        NotationError: the message names the part.
    """
    places, *parts = code.split(":")
    if len(parts) != len(_PARTS):
        hint = "; it may have been cut short" if len(parts) < len(_PARTS) else ""
        raise NotationError(
            f"expected 10 parts between colons in an XGID, got {len(parts) + 1} in {code!r}{hint} "
            f"(for example {_EXAMPLE!r})"
        )
    dice = parts[_DICE_PART].upper()
    if not re.fullmatch(r"00|[1-6]{2}|[DBR]", dice, re.ASCII):
        raise NotationError(
            "expected 00, two dice such as 31, D, B or R in field 5 of an XGID, "
            f"got {parts[_DICE_PART]!r}"
        )
    cube, owner, turn, _, bottom, top, flags, length, cap = (
        0 if part == _DICE_PART else _read_number(part, text) for part, text in enumerate(parts)
    )
    fields = Fields(places, cube, owner, turn, dice, bottom, top, flags, length, cap)
    for complaint in _complaints(fields):
        raise NotationError(complaint)
    return fields


def _read_number(part: int, text: str) -> int:
    what, least, most = _PARTS[part]
    where = f"for {what} in an XGID (field {part + 2})"
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"expected a number from {least} to {most} {where}, got {text!r}")
    number = int(text)
    if not least <= number <= most:
        raise NotationError(f"expected {least} to {most} {where}, got {number}")
    return number


def _complaints(fields: Fields) -> Iterator[str]:
    if not fields.turn:
        yield "expected 1 (bottom) or -1 (top) for the turn in an XGID (field 4), got 0"
    if fields.owner and not fields.cube:
        yield f"expected nobody (0) to own a cube of 1 in an XGID (field 3), got {fields.owner}"
    if fields.cap and fields.cube > fields.cap:
        most, value = 2**fields.cap, 2**fields.cube
        yield (
            f"expected a cube of at most {most}, the largest that the XGID allows (field 10), "
            f"got {value} (field 2)"
        )
    if fields.length and fields.flags > 1:
        yield f"expected 0 or 1 (Crawford) in field 8 of a match's XGID, got {fields.flags}"


def _rules(rules: Rules, fields: Fields) -> Rules:
    """The game with the options in the code."""
    if not rules.cube_play:
        if fields.flags:
            raise NotationError(
                f"{rules.id} is played without the cube, but the XGID has rules {fields.flags} "
                f"in field 8 (write 0, or give the game as {rules.id},cube_play=on)"
            )
        return rules
    options: dict[str, str] = {}
    if not fields.length:
        options["jacoby"] = "on" if fields.flags & 1 else "off"
        options["beavers"] = "on" if fields.flags & 2 else "off"
    if fields.dice == "R":
        options["raccoons"] = "on"
    options["cube_cap"] = str(2**fields.cap) if fields.cap not in (0, NO_CAP) else "0"
    return with_options(rules, options)


def _table(fields: Fields, white: tuple[int, ...], black: tuple[int, ...]) -> SeatedPosition:
    offer = _OFFERS.get(fields.dice)
    on_roll = Player.WHITE if fields.turn == 1 else Player.BLACK
    cube, owner = 2**fields.cube, _SEATS[fields.owner]
    if offer is Offer.DOUBLE and owner and owner is not on_roll:
        raise NotationError(
            "expected the doubler to own the cube or nobody to, got an XGID in which "
            f"{on_roll.value.title()} doubled and {owner.value.title()} owns it (fields 3 and 4)"
        )
    if offer is Offer.BEAVER or offer is Offer.RACCOON:
        on_roll, cube, owner = _beavered(offer, on_roll, cube, owner)
    return SeatedPosition(
        white=white,
        black=black,
        on_roll=on_roll,
        roll=fields.roll,
        cube=cube,
        owner=owner,
        offer=offer,
        length=fields.length,
        score=(fields.bottom, fields.top),
        is_crawford=bool(fields.length and fields.flags),
    )


def _beavered(
    offer: Offer, on_roll: Player, cube: int, owner: Player | None
) -> tuple[Player, int, Player]:
    """The player on roll, and the beaverer's cube; a centered one is written as before the double."""
    if owner is None:
        return on_roll, cube * (2 if offer is Offer.BEAVER else 4), on_roll.opponent
    return owner.opponent, cube, owner


def _exponent(cube: int) -> int:
    return cube.bit_length() - 1


def _cap(rules: Rules, cube: int) -> int:
    """The largest cube; 10 without a cap, 0 if the cube already exceeds that."""
    if rules.cube_play and rules.cube_cap:
        return _exponent(rules.cube_cap)
    return NO_CAP if _exponent(cube) <= NO_CAP else 0
