"""Look-ahead: position values when all 21 rolls are answered by the best turn.

A ply is one roll and its answer. Only the best candidates of the ply before are examined deeper: the
others would cost most of the time and are almost never right. Within a time limit the last finished
depth counts.
"""

import time
from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Ints, Rows
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, GOING_ON
from nardy.search.bomb import after_bombs
from nardy.search.choose import Worth, best_of, best_turns, choose, choose_apart, listed_turns
from nardy.search.cube_look import expected_with_cube
from nardy.search.every_roll import (
    EVERY_ROLL,
    RollValues,
    answered,
    answers,
    in_chunks,
    roll_weights,
)
from nardy.search.tables import LISTED, CachedLookahead, GameTables, SearchWidth, Tables, TurnTaken

# Under a time limit; each further ply answers all 21 rolls behind every candidate.
MOST_PLIES = 4
BATCH = 1_024
"""Positions valued between two looks at the clock: a few milliseconds."""


def expected(game: GameTables, tables: Tables, value: Value, plies: int = 1) -> RollValues:
    """Values of the tables for the players on roll, at this depth.

    On the way both players take the turn that looks best without look-ahead: looking ahead for
    these too would multiply the cost by the number of candidates.
    """
    if game.cube is not None and len(tables.boards):
        return expected_with_cube(game, tables, value, plies)
    tables = after_bombs(game, tables, value)
    if plies <= 1:
        found, weights = answers(game, tables, value), roll_weights(game)
        by_roll = found.probabilities
        return RollValues(found.equities @ weights, weights @ by_roll, by_roll)
    return in_chunks(tables, lambda part: _expected(game, part, value, plies))


def _expected(game: GameTables, tables: Tables, value: Value, plies: int) -> RollValues:
    count, rolls = len(tables.boards), len(EVERY_ROLL)
    after, turn, chances = answered(game, tables, value)
    equities = turn.equities.copy()
    shape = (count, rolls, chances.shape[1])
    by_roll = chances.copy().reshape(shape)
    going = np.flatnonzero(turn.outcomes == GOING_ON)
    if len(going):
        again = (
            turn.facts[going, FACT_FIRST] == np.repeat(tables.facts[:, FACT_FIRST], rolls)[going]
        )
        worth, examined, _ = expected(game, after.part(going), value, plies - 1)
        equities[going] = np.where(again, worth, -worth)
        chances[going] = np.where(again[:, None], examined, examined[:, ::-1])
    weights = roll_weights(game)
    deeper = weights @ chances.reshape(shape)
    return RollValues(equities.reshape(count, rolls) @ weights, deeper, by_roll)


def choose_ahead(
    game: GameTables, tables: Tables, rows: Rows, value: Value, plies: int = 1
) -> TurnTaken:
    """The best turn of every row at this depth; cascades and leftovers are played without look-ahead."""
    if plies == 0 or not len(rows.boards):
        return choose(game, tables, rows, value)
    return choose_apart(
        (rows.mids[:, at.MID_DICE] > LISTED) | (tables.facts[:, FACT_LEFT] > 0),
        (tables, rows),
        lambda tables, rows: _look_at_lists(game, tables, rows, value, plies),
        lambda tables, rows: choose(game, tables, rows, value),
    )


def _look_at_lists(
    game: GameTables, tables: Tables, rows: Rows, value: Value, plies: int
) -> TurnTaken:
    finals, played, worth = listed_turns(game.with_filter(None), tables, rows, value)
    examined = look(game, finals, worth, value, plies)
    worth = worth._replace(equities=compared(examined, finals.offsets))
    turn = best_turns(finals, played, worth)
    if examined.cached_lookahead is None:
        return turn
    return turn._replace(
        cached_lookahead=examined.cached_lookahead.taken(best_of(worth.equities, finals.offsets))
    )


class CandidateValues(NamedTuple):
    """Values of final positions, each at the depth to which it was examined."""

    equities: Floats
    """float32[k], seen by the mover."""
    plies: Bytes
    """int8[k]: plies of look-ahead; finished games count as examined to any depth."""
    probabilities: Floats
    """float32[k, outcomes]: the chances at that depth, seen by the player who rolls next."""
    cached_lookahead: CachedLookahead | None = None
    """Answers to the next roll, found at the first ply."""

    def copied(self) -> "CandidateValues":
        equities, plies, probabilities, cached_lookahead = self
        return CandidateValues(
            equities.copy(), plies.copy(), probabilities.copy(), cached_lookahead
        )

    @classmethod
    def without_lookahead(cls, worth: Worth) -> "CandidateValues":
        plies = np.zeros(len(worth.equities), np.int8)
        return cls(worth.equities, plies, worth.probabilities)


def look(
    game: GameTables, finals: Finals, worth: Worth, value: Value, plies: int
) -> CandidateValues:
    """Examine the best candidates deeper ply by ply; only those of the last ply are comparable."""
    examined = CandidateValues.without_lookahead(worth)
    for _ in range(plies):
        examined = look_deeper(game, finals, worth, value, examined)
    return examined


def compared(examined: CandidateValues, offsets: Ints) -> Floats:
    """The equities of the most deeply examined positions of each row; -inf for the others."""
    deepest = np.repeat(np.maximum.reduceat(examined.plies, offsets[:-1]), np.diff(offsets))
    return np.where(examined.plies == deepest, examined.equities, np.float32(-np.inf))


def look_deeper(
    game: GameTables, finals: Finals, worth: Worth, value: Value, examined: CandidateValues
) -> CandidateValues:
    """Examine the best of the most deeply examined candidates one ply deeper."""
    depth = int(examined.plies.max(initial=0)) + 1
    width = game.widths[min(depth, len(game.widths)) - 1]
    kept = candidates(examined, finals.offsets, width)
    rows = np.searchsorted(finals.offsets, kept, side="right") - 1
    # A forced turn needs no comparison.
    alone = np.diff(finals.offsets)[rows] == 1
    # Leftover dice, which the opponent plays before rolling, are not examined.
    goes_on = (worth.outcomes[kept] == GOING_ON) & (worth.facts[kept, FACT_LEFT] == 0)
    deeper = np.sort(kept[goes_on & ~alone])
    equities, plies, chances, cached_lookahead = examined.copied()
    plies[kept[~alone]] = depth
    if len(deeper):
        after = Tables.after(game, finals.boards[deeper], finals.pins[deeper], worth.facts[deeper])
        found = expected(game, after, value, depth)
        equities[deeper], chances[deeper] = -found.equities, found.probabilities
        # Candidates of later plies are a subset of those of the first.
        cached_lookahead = cached_lookahead or CachedLookahead(deeper, found.by_roll)
    return CandidateValues(equities, plies, chances, cached_lookahead)


def candidates(examined: CandidateValues, offsets: Ints, width: SearchWidth) -> Ints:
    """Indices of the best few of each row among the most deeply examined."""
    kept: list[Ints] = []
    for low, high in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        depths, some = examined.plies[low:high], examined.equities[low:high]
        some = np.where(depths == depths.max(), some, np.float32(-np.inf))
        # Stable: among equals the first is kept, on every machine.
        order = np.argsort(-some, kind="stable")[: width.most]
        kept.append(low + order[some[order] >= some[order[0]] - width.margin])
    return np.concatenate(kept)


# ------------------------------------------------------------------------------ time limits


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
            # Monotonic, because a clock that is set back would extend the search.
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
