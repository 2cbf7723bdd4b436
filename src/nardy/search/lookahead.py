"""Looking ahead: what positions are worth when all 21 rolls are answered by the best turn.

A ply is one roll and its answer. Only the candidates that look best with a ply less are looked
at: the others would cost most of the time and are almost never right.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Opening
from nardy.core.dice import ROLLS
from nardy.evaluation.network import Floats
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Ints, Rows
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import after_bombs
from nardy.search.choose import (
    Worth,
    all_finals,
    best_of,
    best_turns,
    choose,
    in_order,
    leaves_dice,
    left_over,
    worth_of,
)
from nardy.search.foreseen import Foreseen
from nardy.search.tables import (
    LISTED,
    Game,
    Tables,
    TurnTaken,
    Value,
    Width,
    chosen_rows,
    rows_of,
)

EVERY_ROLL: Bytes = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
"""int8[21, 2], the larger die first."""
IS_DOUBLE: NDArray[np.bool_] = EVERY_ROLL[:, 0] == EVERY_ROLL[:, 1]


CHUNK = 64
"""Tables whose 21 rolls are answered in one go."""


class Expected(NamedTuple):
    """What n tables are worth before the roll, for the players on roll."""

    equities: Floats
    """float32[n]."""
    probabilities: Floats
    """float32[n, outcomes], of every outcome."""
    by_roll: Floats
    """float32[n, 21, outcomes]: the same after the best answer to each roll, no ply further."""


class Answers(NamedTuple):
    """The best answer to every roll, for n tables."""

    equities: Floats
    """float32[n, 21], for the player on roll."""
    probabilities: Floats
    """float32[n, 21, outcomes], of every outcome for the player on roll."""


def roll_weights(game: Game, *, is_opening: bool = False) -> Floats:
    """How likely each of the 21 rolls is; a roll-off that is played has no doubles."""
    weights = np.where(IS_DOUBLE, 1.0, 2.0)
    if is_opening and game.rules.opening is Opening.USE:
        weights[IS_DOUBLE] = 0
    return (weights / weights.sum()).astype(np.float32)


def answers(game: Game, tables: Tables, value: Value) -> Answers:
    """The best turn for every roll in every table, no ply further; leftovers need no roll."""
    count, rolls = len(tables.boards), len(EVERY_ROLL)
    equities = np.empty((count, rolls), np.float32)
    chances = np.empty((count, rolls, 0), np.float32)
    for low in range(0, count, CHUNK):
        some = np.arange(low, min(low + CHUNK, count))
        many = tables.part(np.repeat(some, rolls))
        turns = many.facts[:, FACT_TURNS_MINE].astype(np.int64)
        begun = rows_of(game, many, np.tile(EVERY_ROLL, (len(some), 1)), turns)
        turn = choose(game, many, begun, value)
        equities[some] = turn.equities.reshape(-1, rolls)
        seen = seen_by_mover(many.facts, turn)
        if not chances.shape[2]:
            chances = np.empty((count, rolls, seen.shape[1]), np.float32)
        chances[some] = seen.reshape(len(some), rolls, -1)
    return Answers(equities, chances)


def seen_by_mover(before: Bytes, after: TurnTaken | Worth) -> Floats:
    """The chances after turns, exact where the game is over, seen by the movers.

    `before` are the facts before the turns, one row for each. A network of the published game
    may know fewer outcomes than the reading has: then its own are told at the end, too.
    """
    again = after.facts[:, FACT_FIRST] == before[:, FACT_FIRST]
    chances = after.probabilities[:, ::-1].copy()
    chances[again] = after.probabilities[again]
    over = np.flatnonzero(after.outcomes != GOING_ON)
    known = over[after.outcomes[over] < chances.shape[1]]
    chances[known] = np.eye(chances.shape[1], dtype=np.float32)[after.outcomes[known]]
    return chances


def expected(game: Game, tables: Tables, value: Value, plies: int = 1) -> Expected:
    """What the tables are worth to the players on roll, so many plies ahead.

    On the way both take the turns that look best at once: to look ahead for each of these too
    would cost as many times more as there are candidates.
    """
    tables = after_bombs(game, tables, value)
    if plies <= 1:
        found, weights = answers(game, tables, value), roll_weights(game)
        by_roll = found.probabilities
        return Expected(found.equities @ weights, weights @ by_roll, by_roll)
    every = np.arange(len(tables.boards))
    parts = [
        _expected(game, tables.part(every[low : low + CHUNK]), value, plies)
        for low in range(0, max(1, len(every)), CHUNK)
    ]
    return Expected(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _expected(game: Game, tables: Tables, value: Value, plies: int) -> Expected:
    count, rolls = len(tables.boards), len(EVERY_ROLL)
    after = tables.part(np.repeat(np.arange(count), rolls))
    before = after.facts.copy()
    begun = rows_of(
        game, after, np.tile(EVERY_ROLL, (count, 1)), before[:, FACT_TURNS_MINE].astype(np.int64)
    )
    turn = choose(game, after, begun, value)
    rolled = before[:, FACT_LEFT] == 0
    after.advance(np.arange(len(before)), turn, left_over(game, begun, rolled, turn.played))
    equities, chances = turn.equities.copy(), seen_by_mover(before, turn)
    shape = (count, rolls, chances.shape[1])
    by_roll = chances.copy().reshape(shape)
    going = np.flatnonzero(turn.outcomes == GOING_ON)
    if len(going):
        again = after.facts[going, FACT_FIRST] == before[going, FACT_FIRST]
        worth, seen, _ = expected(game, after.part(going), value, plies - 1)
        equities[going] = np.where(again, worth, -worth)
        chances[going] = np.where(again[:, None], seen, seen[:, ::-1])
    weights = roll_weights(game)
    deeper = weights @ chances.reshape(shape)
    return Expected(equities.reshape(count, rolls) @ weights, deeper, by_roll)


def choose_ahead(game: Game, tables: Tables, rows: Rows, value: Value, plies: int = 1) -> TurnTaken:
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


def _look_at_lists(game: Game, tables: Tables, rows: Rows, value: Value, plies: int) -> TurnTaken:
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
    foreseen: Foreseen | None = None
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


def look(game: Game, finals: Finals, worth: Worth, value: Value, plies: int) -> Looked:
    """Look at good candidates more and more deeply; only those of the last ply compare."""
    seen = Looked.at_once(worth)
    for _ in range(plies):
        seen = look_deeper(game, finals, worth, value, seen)
    return seen


def compared(seen: Looked, offsets: Ints) -> Floats:
    """The equities of those that were seen the deepest in each row; all others get less."""
    deepest = np.repeat(np.maximum.reduceat(seen.plies, offsets[:-1]), np.diff(offsets))
    return np.where(seen.plies == deepest, seen.equities, np.float32(-np.inf))


def look_deeper(game: Game, finals: Finals, worth: Worth, value: Value, seen: Looked) -> Looked:
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
        foreseen = foreseen or Foreseen(deeper, found.by_roll)
    return Looked(equities, plies, chances, foreseen)


def candidates(seen: Looked, offsets: Ints, width: Width) -> Ints:
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
