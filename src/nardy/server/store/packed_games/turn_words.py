"""Moves that follow from a turn's text and its roll, so that a packed game need not hold both."""

import itertools
import re
from collections.abc import Iterator, Sequence

JsonMoves = list[list[int]]
"""As in the JSON of events: origin and target of each die."""
ORDERS = ("larger", "smaller", "larger back", "smaller back")
"""Which die a checker plays first that moves by both, and whether the last word was played first."""
_WORD = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?")
_PLACES = {"bar": 25, "off": 0}


def moves_of(turn: str, dice: Sequence[int], order: str) -> JsonMoves | None:
    """The moves of a turn, if they come in the order of its words; None if the text does not say.

    >>> moves_of("13/7 8/5*", (6, 3), "larger")
    [[13, 7], [8, 5]]
    >>> moves_of("24/15", (6, 3), "smaller")
    [[24, 21], [21, 15]]
    >>> moves_of("6/off(2)", (6, 6), "larger")
    [[6, 0], [6, 0]]
    """
    found: JsonMoves = []
    for word in turn.split():
        parsed = _WORD.fullmatch(word)
        if parsed is None:
            return None
        stops = [parsed[1], *parsed[2].replace("*", "").split("/")[1:]]
        places = [_PLACES.get(stop) if stop in _PLACES else int(stop) for stop in stops]
        steps = [*_steps([int(place or 0) for place in places], dice, order)]
        if not steps:
            return None
        found += steps * int(parsed[3] or 1)
    return found[::-1] if order.endswith("back") else found


def _steps(places: Sequence[int], dice: Sequence[int], order: str) -> Iterator[list[int]]:
    """The moves of one checker through these places; none if the dice do not lead there."""
    moves: JsonMoves = []
    for origin, target in itertools.pairwise(places):
        if origin - target in dice or (target == 0 and origin <= max(dice, default=0)):
            moves.append([origin, target])
            continue
        at, wanted = origin, sorted(dice, reverse=order.startswith("larger"))
        # Of a double there are four dice.
        for die in wanted * 2 if len(set(dice)) == 1 else wanted:
            if at == target:
                break
            moves.append([at, max(at - die, 0)])
            at = max(at - die, 0)
        if at != target:
            return
    yield from moves
