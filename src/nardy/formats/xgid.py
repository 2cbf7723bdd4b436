"""XGID, the position code of eXtreme Gammon, BGBlitz and GNU Backgammon.

XGID=position:cube:owner:turn:dice:score:score:rules:length:cap, seen by the bottom player, who is White,
regardless of who is on roll. With D, B and R the turn is the player on roll, who doubled first, and the
cube is the stake lost by passing. Source: formats of XG and of GNU Backgammon (set.c), compared.
"""

from typing import TextIO

from nardy.core.cube import Offer
from nardy.core.options import with_options
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats.losses import losses_between, named_game
from nardy.formats.table import SeatedPosition, situation_of, table_of
from nardy.formats.xgid_fields import NO_CAP, Fields, find_code, read_fields
from nardy.formats.xgid_places import places_text, read_places
from nardy.games import BACKGAMMON

MOST_CHECKERS = 16
_LARGEST_CUBE = 12
_OFFERS = {"D": Offer.DOUBLE, "B": Offer.BEAVER, "R": Offer.RACCOON}
_DICE: dict[Offer | None, str] = {offer: letter for letter, offer in _OFFERS.items()}


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
    """Read the XGID in a file."""
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
    flags = table.is_crawford if is_match else rules.jacoby + 2 * rules.beavers
    numbers = (
        _exponent(table.cube),
        _sign(table.owner),
        _sign(table.on_roll),
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
    """What `dumps` leaves out of this situation, as sentences."""
    back = loads(dumps(situation), named_game(situation.rules))
    return losses_between(situation, back, "XGID")


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
    cube, owner = 2**fields.cube, _seat(fields.owner)
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


def _seat(sign: int) -> Player | None:
    return {1: Player.WHITE, 0: None, -1: Player.BLACK}[sign]


def _sign(seat: Player | None) -> int:
    return {Player.WHITE: 1, None: 0, Player.BLACK: -1}[seat]


def _exponent(cube: int) -> int:
    return cube.bit_length() - 1


def _cap(rules: Rules, cube: int) -> int:
    """The largest cube; 10 without a cap, 0 if the cube already exceeds that."""
    if rules.cube_play and rules.cube_cap:
        return _exponent(rules.cube_cap)
    return NO_CAP if _exponent(cube) <= NO_CAP else 0
