"""Look-ahead: position values when all 21 rolls are answered by the best turn.

A ply is one roll and its answer. Only the best candidates of the ply before are examined deeper: the
others would cost most of the time and are almost never right.
"""

from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Ints, Rows
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, GOING_ON
from nardy.search.bomb import after_bombs
from nardy.search.choose import (
    Worth,
    all_finals,
    best_of,
    best_turns,
    choose,
    in_order,
    leaves_dice,
    worth_of,
)
from nardy.search.cube_look import expected_with_cube
from nardy.search.every_roll import CHUNK, EVERY_ROLL, answered, answers, roll_weights
from nardy.search.lookahead_cache import CachedLookahead
from nardy.search.tables import (
    LISTED,
    GameTables,
    SearchWidth,
    Tables,
    TurnTaken,
    Value,
    chosen_rows,
)


class RollValues(NamedTuple):
    """Values of n tables before the roll, for the players on roll."""

    equities: Floats
    """float32[n]."""
    probabilities: Floats
    """float32[n, outcomes], of every outcome."""
    by_roll: Floats
    """float32[n, 21, outcomes]: the chances after the best answer to each roll, without further plies."""


def expected(game: GameTables, tables: Tables, value: Value, plies: int = 1) -> RollValues:
    """Values of the tables for the players on roll, at this depth.

    On the way both players take the turn that looks best without look-ahead: looking ahead for
    these too would multiply the cost by the number of candidates.
    """
    if game.cube is not None and len(tables.boards):
        return RollValues(*expected_with_cube(game, tables, value, plies))
    tables = after_bombs(game, tables, value)
    if plies <= 1:
        found, weights = answers(game, tables, value), roll_weights(game)
        by_roll = found.probabilities
        return RollValues(found.equities @ weights, weights @ by_roll, by_roll)
    every = np.arange(len(tables.boards))
    parts = [
        _expected(game, tables.part(every[low : low + CHUNK]), value, plies)
        for low in range(0, max(1, len(every)), CHUNK)
    ]
    return RollValues(*(np.concatenate(part) for part in zip(*parts, strict=True)))


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
    if plies == 0:
        return choose(game, tables, rows, value)
    special = (rows.mids[:, at.MID_DICE] > LISTED) | (tables.facts[:, FACT_LEFT] > 0)
    some, others = np.flatnonzero(~special), np.flatnonzero(special)
    if not len(some):
        return choose(game, tables, rows, value)
    found = _look_at_lists(game, tables.part(some), chosen_rows(rows, some), value, plies)
    if not len(others):
        return found
    rest = choose(game, tables.part(others), chosen_rows(rows, others), value)
    return in_order(np.concatenate([some, others]), found, rest)


def _look_at_lists(
    game: GameTables, tables: Tables, rows: Rows, value: Value, plies: int
) -> TurnTaken:
    finals = all_finals(game, rows)
    played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)
    left = leaves_dice(game, rows, finals.offsets, played)
    worth = worth_of(game, tables, finals, value, left)
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
        """A copy with its own arrays."""
        equities, plies, probabilities, cached_lookahead = self
        return CandidateValues(
            equities.copy(), plies.copy(), probabilities.copy(), cached_lookahead
        )

    @classmethod
    def without_lookahead(cls, worth: Worth) -> "CandidateValues":
        """Values without look-ahead."""
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
    alone = np.diff(finals.offsets)[kept_rows(kept, finals.offsets)] == 1
    # Leftover dice, which the opponent plays before rolling, are not examined.
    goes_on = (worth.outcomes[kept] == GOING_ON) & (worth.facts[kept, FACT_LEFT] == 0)
    deeper = np.sort(kept[goes_on & ~alone])
    equities, plies, chances, cached_lookahead = examined.copied()
    plies[kept[~alone]] = depth
    if len(deeper):
        after = Tables(
            np.ascontiguousarray(finals.boards[deeper][:, ::-1]),
            np.ascontiguousarray(finals.pins[deeper][:, ::-1]),
            worth.facts[deeper],
            np.zeros((len(deeper), game.most_dice), np.int8),
        )
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
        order = np.argsort(-some, kind="stable")[: width.most]
        kept.append(low + order[some[order] >= some[order[0]] - width.margin])
    return np.concatenate(kept)


def kept_rows(kept: Ints, offsets: Ints) -> Ints:
    """The row of each index."""
    return np.searchsorted(offsets, kept, side="right") - 1
