"""GNU Backgammon's position id and match id: numbers of 80 and 72 bits in base64, the lowest byte first.

The position id has for each place of each side one bit for each checker and a zero; the match id has
cube, dice, offers, length and score. Source: GNU Backgammon, positionid.c, matchid.c, and its manual, "A
technical description of the match ID".
"""

import base64
import string
from collections.abc import Mapping
from typing import NamedTuple

from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.position import BAR, Counts
from nardy.errors import NotationError
from nardy.formats.seated_position import SeatedPosition

_CHARACTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
_POSITION_BITS, _MATCH_BITS = 80, 72
# A position id has 80 bits: for each side 25 that end a place and one for each of 15 checkers.
_MOST = 15
_PLAYERS = (Player.BLACK, Player.WHITE)
"""Players 0 and 1 of GNU Backgammon."""
_NOBODY: Counts = (0,) * (BAR + 1)
NO_GAME, PLAYING = 0, 1
_STATES = ("no game", "playing", "over", "resigned", "dropped")
_WIDTHS = {
    "cube": 4,
    "owner": 2,
    "roller": 1,
    "crawford": 1,
    "state": 3,
    "decider": 1,
    "doubled": 1,
    "resigned": 2,
    "high": 3,
    "low": 3,
    "length": 15,
    "score_0": 15,
    "score_1": 15,
    "without_jacoby": 1,
}
"""The fields of a match id in order, each with its width in bits; the rest is zero."""
# Both bits of the owner are set in GNU's match id when nobody owns the cube.
_CENTRED = 3
_RESIGNED = (None, Offer.SINGLE, Offer.GAMMON, Offer.BACKGAMMON)


class MatchKey(NamedTuple):
    table: SeatedPosition
    """Without checkers."""
    state: int = PLAYING
    without_jacoby: bool = False


def number_of(text: str, bits: int, name: str) -> int:
    """The number in an id of this many bits.

    Raises:
        NotationError: another length, an invalid character, or nonzero padding.
    """
    characters = -(-bits // 6)
    if len(text) != characters:
        hint = "; it may have been cut short" if len(text) < characters else ""
        raise NotationError(
            f"expected a {name} of {characters} characters, got {len(text)}: {text[:40]!r}{hint}"
        )
    for character in text:
        if character not in _CHARACTERS:
            raise NotationError(
                f"expected letters, digits, '+' and '/' in a {name}, got {character!r} in {text!r}"
            )
    number = int.from_bytes(base64.b64decode(text + "=" * (-characters % 4)), "little")
    # Otherwise several texts would be one position, and ids could not be compared.
    if id_text(number, bits) != text:
        raise NotationError(
            f"expected zeros to fill the last character of a {name}, got {text[-1]!r} in {text!r}"
        )
    return number


def id_text(number: int, bits: int) -> str:
    """The id of a number of this many bits."""
    return base64.b64encode(number.to_bytes(bits // 8, "little")).decode().rstrip("=")


def read_position_id(text: str) -> tuple[Counts, Counts]:
    """Decode the checkers of the player not on roll and of the player on roll, in own numbering.

    Raises:
        NotationError: not 14 characters, an impossible board, or more than 15 checkers.
    """
    bits = f"{number_of(text, _POSITION_BITS, 'position id'):0{_POSITION_BITS}b}"[::-1]
    # A zero ends each place: from a side's 1-point up to its bar.
    *places, _ = [len(ones) for ones in bits.split("0")]
    first, second, rest = places[:BAR], places[BAR : 2 * BAR], "1" in bits.split("0", 2 * BAR)[-1]
    if len(places) < 2 * BAR or max(sum(first), sum(second)) > _MOST:
        raise NotationError(
            f"expected at most {_MOST} checkers a side on 25 places in the position id {text!r}, "
            "got more"
        )
    if rest:
        raise NotationError(
            f"expected zeros after both sides in the position id {text!r}, got ones"
        )
    return (0, *first), (0, *second)


def position_id(not_on_roll: Counts, on_roll: Counts) -> str:
    """Encode a position id as 14 characters.

    >>> position_id(*read_position_id("4HPwATDgc/ABMA"))
    '4HPwATDgc/ABMA'
    """
    bits = "".join("1" * count + "0" for side in (not_on_roll, on_roll) for count in side[1:])
    return id_text(int(bits[::-1], 2), _POSITION_BITS)


def read_match_id(text: str) -> MatchKey:
    """Decode a match id.

    Raises:
        NotationError: not 12 characters, or values that are impossible or contradictory.
    """
    rest, numbers = number_of(text, _MATCH_BITS, "match id"), dict[str, int]()
    for name, width in _WIDTHS.items():
        numbers[name] = rest & ((1 << width) - 1)
        rest >>= width
    if rest:
        raise NotationError(f"expected zeros in the last bits of the match id {text!r}, got ones")
    for complaint in _complaints(numbers):
        raise NotationError(f"{complaint} in the match id {text!r}")
    table = SeatedPosition(
        white=_NOBODY,
        black=_NOBODY,
        cube=2 ** numbers["cube"],
        owner=None if numbers["owner"] == _CENTRED else _PLAYERS[numbers["owner"]],
        on_roll=_PLAYERS[numbers["roller"]],
        is_crawford=bool(numbers["crawford"]),
        offer=_offer(numbers, text),
        roll=Roll.of(numbers["high"], numbers["low"]) if numbers["high"] else None,
        length=numbers["length"],
        score=(numbers["score_1"], numbers["score_0"]),
    )
    return MatchKey(table, numbers["state"], bool(numbers["without_jacoby"]))


def match_id(key: MatchKey) -> str:
    """Encode a match id as 12 characters.

    Raises:
        NotationError: a value is too large for its bits.
    """
    table = key.table
    resigned = _RESIGNED.index(table.offer) if table.offer in _RESIGNED else 0
    numbers = {
        "cube": table.cube.bit_length() - 1,
        "owner": _PLAYERS.index(table.owner) if table.owner else _CENTRED,
        "roller": _PLAYERS.index(table.on_roll),
        "crawford": table.is_crawford,
        "state": key.state,
        "decider": _PLAYERS.index(table.to_act),
        "doubled": table.offer is not None and not resigned,
        "resigned": resigned,
        "high": table.roll.high if table.roll else 0,
        "low": table.roll.low if table.roll else 0,
        "length": table.length,
        "score_0": table.score[1],
        "score_1": table.score[0],
        "without_jacoby": key.without_jacoby,
    }
    number = at = 0
    for name, width in _WIDTHS.items():
        value = int(numbers[name])
        if not 0 <= value < 1 << width:
            raise NotationError(
                f"expected 0 to {(1 << width) - 1:,} for {name} in a match id, got {value:,}; "
                "shorten the match"
            )
        number |= value << at
        at += width
    return id_text(number, _MATCH_BITS)


def _complaints(numbers: Mapping[str, int]) -> list[str]:
    high, low, length = numbers["high"], numbers["low"], numbers["length"]
    scores = numbers["score_0"], numbers["score_1"]
    state = numbers["state"]
    complaints: list[str] = []
    if max(high, low) > 6 or bool(high) != bool(low):
        complaints.append(f"expected two dice from 1 to 6, or none, got {high} and {low}")
    if numbers["owner"] == 2:
        complaints.append("expected the cube's owner to be player 0, player 1 or nobody, got 2")
    if numbers["owner"] != _CENTRED and not numbers["cube"]:
        complaints.append("expected a cube of 1 to be nobody's, got an owner")
    if length == 0 and numbers["crawford"]:
        complaints.append("the Crawford game belongs to a match, but this is a money game")
    if length and max(scores) >= length:
        complaints.append(
            f"expected scores below the length, {length}, got {scores[0]}-{scores[1]}"
        )
    if state > PLAYING:
        name = _STATES[state] if state < len(_STATES) else "unknown"
        complaints.append(f"expected a game that is being played, got state {state} ({name})")
    return complaints


def _offer(numbers: Mapping[str, int], text: str) -> Offer | None:
    """The offer that awaits an answer; the kind of double follows from decider and owner."""
    roller, decider, owner = numbers["roller"], numbers["decider"], numbers["owner"]
    if numbers["resigned"]:
        offer = _RESIGNED[numbers["resigned"]]
    elif numbers["doubled"] and decider == roller:
        offer = Offer.BEAVER
    elif numbers["doubled"]:
        offer = Offer.RACCOON if owner == 1 - roller else Offer.DOUBLE
    else:
        offer = None
    if (decider == roller) != (offer in (None, Offer.BEAVER)) and numbers["state"] == PLAYING:
        who = "the player on roll" if decider == roller else "the opponent"
        raise NotationError(f"{who} cannot be the one to act in the match id {text!r}")
    return offer
