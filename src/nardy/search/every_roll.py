"""All 21 rolls in many tables, each answered by the best turn without look-ahead."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Opening
from nardy.core.dice import ROLLS
from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Bytes
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.choose import Worth, choose, left_over
from nardy.search.tables import GameTables, Tables, TurnTaken, Value, rows_of

EVERY_ROLL: Bytes = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
"""int8[21, 2], the larger die first."""
IS_DOUBLE: NDArray[np.bool_] = EVERY_ROLL[:, 0] == EVERY_ROLL[:, 1]


CHUNK = 64
"""Tables whose 21 rolls are answered in one batch."""


class BestReplies(NamedTuple):
    """The best answer to every roll, for n tables."""

    equities: Floats
    """float32[n, 21], for the player on roll."""
    probabilities: Floats
    """float32[n, 21, outcomes], of every outcome for the player on roll."""


def roll_weights(game: GameTables, *, is_opening: bool = False) -> Floats:
    """The chances of the 21 rolls; an opening roll that is played has no doubles."""
    weights = np.where(IS_DOUBLE, 1.0, 2.0)
    if is_opening and game.rules.opening is Opening.USE:
        weights[IS_DOUBLE] = 0
    return (weights / weights.sum()).astype(np.float32)


def answers(game: GameTables, tables: Tables, value: Value) -> BestReplies:
    """The best turn for every roll in every table, without look-ahead; leftovers need no roll."""
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
    return BestReplies(equities, chances)


def seen_by_mover(before: Bytes, after: TurnTaken | Worth) -> Floats:
    """The chances after turns, exact where the game is over, seen by the movers.

    `before` are the facts before the turns, one row for each. The network of the published game may
    know fewer outcomes than this variant; ends that it does not know keep its chances.
    """
    again = after.facts[:, FACT_FIRST] == before[:, FACT_FIRST]
    chances = after.probabilities[:, ::-1].copy()
    chances[again] = after.probabilities[again]
    over = np.flatnonzero(after.outcomes != GOING_ON)
    known = over[after.outcomes[over] < chances.shape[1]]
    chances[known] = np.eye(chances.shape[1], dtype=np.float32)[after.outcomes[known]]
    return chances


def answered(game: GameTables, tables: Tables, value: Value) -> tuple[Tables, TurnTaken, Floats]:
    """Every table after the best turn for each of the 21 rolls, the turns, and their chances.

    The chances float32[n * 21, outcomes] are those of `seen_by_mover`.
    """
    count, rolls = len(tables.boards), len(EVERY_ROLL)
    after = tables.part(np.repeat(np.arange(count), rolls))
    before = after.facts.copy()
    begun = rows_of(
        game, after, np.tile(EVERY_ROLL, (count, 1)), before[:, FACT_TURNS_MINE].astype(np.int64)
    )
    turn = choose(game, after, begun, value)
    rolled = before[:, FACT_LEFT] == 0
    after.advance(np.arange(len(before)), turn, left_over(game, begun, rolled, turn.played))
    return after, turn, seen_by_mover(before, turn)
