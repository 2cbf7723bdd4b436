"""The match id: 72 bits of cube, dice, offers, length and score.

Source: GNU Backgammon, matchid.c, and its manual, "A technical description of the match ID".
"""

from collections.abc import Mapping
from dataclasses import dataclass

from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.errors import NotationError
from nardy.formats.gnubg.bits import bits_of, id_text

CHARACTERS = 12
_BITS = 72
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
"""The fields in order, each with its width in bits."""
_CENTRED = 3
_RESIGNED = (None, Offer.SINGLE, Offer.GAMMON, Offer.BACKGAMMON)


@dataclass(frozen=True, kw_only=True)
class MatchKey:
    """The content of a match id; players are 0 and 1, as in GNU Backgammon."""

    cube: int = 1
    owner: int | None = None
    roller: int = 1
    """The player on roll, also while the other answers."""
    is_crawford: bool = False
    state: int = PLAYING
    offer: Offer | None = None
    roll: Roll | None = None
    length: int = 0
    score: tuple[int, int] = (0, 0)
    without_jacoby: bool = False

    @property
    def decider(self) -> int:
        """The player who must act; a beaver is answered by the player on roll."""
        answers = self.offer not in (None, Offer.BEAVER)
        return 1 - self.roller if answers else self.roller


def read_match_id(text: str) -> MatchKey:
    """Decode a match id.

    Raises:
        NotationError: not 12 characters, or values that are impossible or contradictory.
    """
    bits = bits_of(text, CHARACTERS, _BITS, "match id")
    numbers: dict[str, int] = {}
    at = 0
    for name, width in _WIDTHS.items():
        numbers[name] = sum(bit << n for n, bit in enumerate(bits[at : at + width]))
        at += width
    if any(bits[at:]):
        raise NotationError(f"expected zeros in the last bits of the match id {text!r}, got ones")
    _check(numbers, text)
    return MatchKey(
        cube=2 ** numbers["cube"],
        owner=None if numbers["owner"] == _CENTRED else numbers["owner"],
        roller=numbers["roller"],
        is_crawford=bool(numbers["crawford"]),
        state=numbers["state"],
        offer=_offer(numbers, text),
        roll=Roll.of(numbers["high"], numbers["low"]) if numbers["high"] else None,
        length=numbers["length"],
        score=(numbers["score_0"], numbers["score_1"]),
        without_jacoby=bool(numbers["without_jacoby"]),
    )


def match_id(key: MatchKey) -> str:
    """Encode a match id as 12 characters.

    >>> match_id(MatchKey(roll=Roll.of(6, 2)))
    'cAkLAAAAAAAA'
    """
    resigned = _RESIGNED.index(key.offer) if key.offer in _RESIGNED else 0
    numbers = {
        "cube": key.cube.bit_length() - 1,
        "owner": _CENTRED if key.owner is None else key.owner,
        "roller": key.roller,
        "crawford": key.is_crawford,
        "state": key.state,
        "decider": key.decider,
        "doubled": key.offer is not None and not resigned,
        "resigned": resigned,
        "high": key.roll.high if key.roll else 0,
        "low": key.roll.low if key.roll else 0,
        "length": key.length,
        "score_0": key.score[0],
        "score_1": key.score[1],
        "without_jacoby": key.without_jacoby,
    }
    bits = [
        int(numbers[name]) >> bit & 1 for name, width in _WIDTHS.items() for bit in range(width)
    ]
    return id_text(bits, _BITS)


def _check(numbers: Mapping[str, int], text: str) -> None:
    for complaint in _complaints(numbers):
        raise NotationError(f"{complaint} in the match id {text!r}")


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
