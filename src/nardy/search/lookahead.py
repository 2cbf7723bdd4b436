"""Looking ahead: what positions are worth when all 21 rolls are answered by the best turn.

A ply is one roll and its answer. Only the candidates that look best with a ply less are looked
at: the others would cost most of the time and are almost never right.
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
    """What n tables are worth before the roll, for the players on roll."""

    equities: Floats
    """float32[n]."""
    probabilities: Floats
    """float32[n, outcomes], of every outcome."""
    by_roll: Floats
    """float32[n, 21, outcomes]: the same after the best answer to each roll, no ply further."""


def expected(game: GameTables, tables: Tables, value: Value, plies: int = 1) -> RollValues:
    """What the tables are worth to the players on roll, so many plies ahead.

    On the way both take the turns that look best at once: to look ahead for each of these too
    would cost as many times more as there are candidates.
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
        worth, seen, _ = expected(game, after.part(going), value, plies - 1)
        equities[going] = np.where(again, worth, -worth)
        chances[going] = np.where(again[:, None], seen, seen[:, ::-1])
    weights = roll_weights(game)
    deeper = weights @ chances.reshape(shape)
    return RollValues(equities.reshape(count, rolls) @ weights, deeper, by_roll)


def choose_ahead(
    game: GameTables, tables: Tables, rows: Rows, value: Value, plies: int = 1
) -> TurnTaken:
    """The best turn of every row, looking so many plies ahead; cascades are not looked into."""
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
    seen = look(game, finals, worth, value, plies)
    worth = worth._replace(equities=compared(seen, finals.offsets))
    turn = best_turns(finals, played, worth)
    if seen.foreseen is None:
        return turn
    return turn._replace(foreseen=seen.foreseen.taken(best_of(worth.equities, finals.offsets)))


class Looked(NamedTuple):
    """Final positions as far as each was looked at."""

    equities: Floats
    """float32[k], seen by the mover."""
    plies: Bytes
    """int8[k]: how many plies ahead; where the game is over, as many as any."""
    probabilities: Floats
    """float32[k, outcomes]: the chances at that depth, seen by who rolls next."""
    foreseen: CachedLookahead | None = None
    """What became known about the next roll where it was looked at."""

    def copied(self) -> "Looked":
        """The same in arrays of its own."""
        equities, plies, probabilities, foreseen = self
        return Looked(equities.copy(), plies.copy(), probabilities.copy(), foreseen)

    @classmethod
    def at_once(cls, worth: Worth) -> "Looked":
        """As they look with no ply ahead."""
        plies = np.zeros(len(worth.equities), np.int8)
        return cls(worth.equities, plies, worth.probabilities)


def look(game: GameTables, finals: Finals, worth: Worth, value: Value, plies: int) -> Looked:
    """Look at good candidates more and more deeply; only those of the last ply compare."""
    seen = Looked.at_once(worth)
    for _ in range(plies):
        seen = look_deeper(game, finals, worth, value, seen)
    return seen


def compared(seen: Looked, offsets: Ints) -> Floats:
    """The equities of those that were seen the deepest in each row; all others get less."""
    deepest = np.repeat(np.maximum.reduceat(seen.plies, offsets[:-1]), np.diff(offsets))
    return np.where(seen.plies == deepest, seen.equities, np.float32(-np.inf))


def look_deeper(
    game: GameTables, finals: Finals, worth: Worth, value: Value, seen: Looked
) -> Looked:
    """Look a ply deeper at the best of those that were seen the deepest."""
    depth = int(seen.plies.max(initial=0)) + 1
    width = game.widths[min(depth, len(game.widths)) - 1]
    kept = candidates(seen, finals.offsets, width)
    alone = np.diff(finals.offsets)[kept_rows(kept, finals.offsets)] == 1
    # Dice that the opponent plays before his roll are not looked into.
    goes_on = (worth.outcomes[kept] == GOING_ON) & (worth.facts[kept, FACT_LEFT] == 0)
    deeper = np.sort(kept[goes_on & ~alone])
    equities, plies, chances, foreseen = seen.copied()
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
        # Those looked at first are all that will be looked at.
        foreseen = foreseen or CachedLookahead(deeper, found.by_roll)
    return Looked(equities, plies, chances, foreseen)


def candidates(seen: Looked, offsets: Ints, width: SearchWidth) -> Ints:
    """The indices of the best few of each row, of those that were seen the deepest."""
    kept: list[Ints] = []
    for low, high in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        depths, some = seen.plies[low:high], seen.equities[low:high]
        some = np.where(depths == depths.max(), some, np.float32(-np.inf))
        order = np.argsort(-some, kind="stable")[: width.most]
        kept.append(low + order[some[order] >= some[order[0]] - width.margin])
    return np.concatenate(kept)


def kept_rows(kept: Ints, offsets: Ints) -> Ints:
    """To which row each index belongs."""
    return np.searchsorted(offsets, kept, side="right") - 1
