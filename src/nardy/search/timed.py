"""Looking ahead for a time: a ply more as long as there is time, and an answer whenever it ends."""

import time
from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel.layout import Finals
from nardy.kernel.scoring import GOING_ON
from nardy.search.choose import Value, Worth
from nardy.search.lookahead import CandidateValues, expected, look_deeper
from nardy.search.tables import GameTables, Tables

MOST_PLIES = 4
BATCH = 1_024
"""Positions that are valued between two looks at the clock: a few milliseconds."""


class OutOfTime(Exception):  # noqa: N818 (not an error: what is known by then is the answer)
    """The time is over."""


class TimedValue(NamedTuple):
    """Values positions until the time is over."""

    value: Value
    end: float
    """On the clock of time.monotonic."""

    def __call__(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities and equities.

        Raises:
            OutOfTime: the time is over.
        """
        count = len(positions.boards)
        parts = [
            self._part(positions, slice(low, low + BATCH)) for low in range(0, count, BATCH)
        ] or [self._part(positions, slice(0, 0))]
        if len(parts) == 1:
            return parts[0]
        probabilities, equities = zip(*parts, strict=True)
        return np.concatenate(probabilities), np.concatenate(equities)

    def _part(self, positions: Positions, part: slice) -> tuple[Floats, Floats]:
        if time.monotonic() > self.end:
            raise OutOfTime
        boards, pins, seat, facts = positions
        return self.value(Positions(boards[part], pins[part], seat, facts[part]))


def look_until(
    game: GameTables, finals: Finals, worth: Worth, value: Value, end: float
) -> CandidateValues:
    """Look at the candidates of one decision a ply deeper each time, until the time is over.

    A ply that was not finished does not count. It ends before its time where only one candidate
    is left that goes on.
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
    """The chances of who rolls next in one table, a ply deeper each time, until the time is over.

    The first ply is always finished; of the others one that was not does not count.
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
