"""Look-ahead within a time limit: deepen ply by ply, and return the last finished depth."""

import time
from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.kernel.layout import Finals
from nardy.kernel.scoring import GOING_ON
from nardy.search.choose import Worth
from nardy.search.lookahead import CandidateValues, expected, look_deeper
from nardy.search.tables import GameTables, Tables

MOST_PLIES = 4
BATCH = 1_024
"""Positions valued between two looks at the clock: a few milliseconds."""


class OutOfTime(Exception):  # noqa: N818 (control flow, not an error)
    """The time limit has passed."""


class TimedValue(NamedTuple):
    """Values positions until the time limit."""

    value: Value
    end: float
    """In seconds of time.monotonic."""

    def __call__(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities and equities.

        Raises:
            OutOfTime: the time limit has passed.
        """
        parts: list[tuple[Floats, Floats]] = []
        for low in range(0, max(1, len(positions.boards)), BATCH):
            if time.monotonic() > self.end:
                raise OutOfTime
            parts.append(self.value(positions.part(slice(low, low + BATCH))))
        if len(parts) == 1:
            return parts[0]
        probabilities, equities = zip(*parts, strict=True)
        return np.concatenate(probabilities), np.concatenate(equities)


def look_until(
    game: GameTables, finals: Finals, worth: Worth, value: Value, end: float
) -> CandidateValues:
    """Examine the candidates of one decision a ply deeper each time, until the time limit.

    An unfinished ply does not count. The search ends early when only one unfinished game is left
    among the candidates.
    """
    examined = CandidateValues.without_lookahead(worth)
    timed_value = TimedValue(value, end)
    while examined.plies.max() < MOST_PLIES and not _is_decided(examined, worth):
        try:
            examined = look_deeper(game, finals, worth, timed_value, examined)
        except OutOfTime:
            break
    return examined


def expect_until(game: GameTables, table: Tables, value: Value, end: float) -> Floats:
    """Chances of the player who rolls next in one table, a ply deeper each time, until the time limit.

    The first ply is always finished; an unfinished later ply does not count.
    """
    chances = expected(game, table, value).probabilities[0]
    timed_value = TimedValue(value, end)
    for plies in range(2, MOST_PLIES + 1):
        try:
            chances = expected(game, table, timed_value, plies).probabilities[0]
        except OutOfTime:
            break
    return chances


def _is_decided(examined: CandidateValues, worth: Worth) -> bool:
    deepest = examined.plies == examined.plies.max()
    return int((deepest & (worth.outcomes == GOING_ON)).sum()) < 2
