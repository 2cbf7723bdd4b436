"""All 21 rolls in many tables, each answered by the best turn without look-ahead."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Opening
from nardy.core.dice import ROLLS
from nardy.evaluation.network.network import Floats, Value
from nardy.kernel.layout import Bytes, Ints, Rows
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.choose import Worth, choose, play_turns
from nardy.search.tables import GameTables, Tables, TurnTaken, rows_of

EVERY_ROLL: Bytes = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
"""int8[21, 2], the larger die first."""
IS_DOUBLE: NDArray[np.bool_] = EVERY_ROLL[:, 0] == EVERY_ROLL[:, 1]
NUMBER: Ints = np.zeros((7, 7), np.int64)
"""The index of a roll in EVERY_ROLL, with the dice in either order."""
NUMBER[EVERY_ROLL[:, 0], EVERY_ROLL[:, 1]] = np.arange(len(EVERY_ROLL))
NUMBER[EVERY_ROLL[:, 1], EVERY_ROLL[:, 0]] = np.arange(len(EVERY_ROLL))
CHUNK = 64
"""Tables whose 21 rolls are answered in one batch."""


class BestReplies(NamedTuple):
    """The best answer to every roll, for n tables."""

    equities: Floats
    """float32[n, 21], for the player on roll."""
    probabilities: Floats
    """float32[n, 21, outcomes], of every outcome for the player on roll."""


class RollValues(NamedTuple):
    """Values of n tables before the roll, for the players on roll."""

    equities: NDArray[np.floating]
    """float32[n], or float64[n, cubes] with several cubes."""
    probabilities: Floats
    """float32[n, outcomes], of every outcome."""
    by_roll: Floats
    """float32[n, 21, outcomes]: the chances after the best answer to each roll, without further plies."""


def in_chunks(tables: Tables, values: Callable[[Tables], RollValues]) -> RollValues:
    """The values of all tables, computed for CHUNK at a time."""
    every = np.arange(len(tables.boards))
    # At least one pass, so that empty tables give arrays of the right shapes.
    parts = [
        values(tables.part(every[low : low + CHUNK])) for low in range(0, max(1, len(every)), CHUNK)
    ]
    return RollValues(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def roll_weights(game: GameTables, *, is_opening: bool = False) -> Floats:
    """The chances of the 21 rolls; an opening roll that is played has no doubles."""
    weights = np.where(IS_DOUBLE, 1.0, 2.0)
    if is_opening and game.rules.opening is Opening.USE:
        weights[IS_DOUBLE] = 0
    return (weights / weights.sum()).astype(np.float32)


def answers(game: GameTables, tables: Tables, value: Value) -> BestReplies:
    """The best turn for every roll in every table, without look-ahead; leftovers need no roll."""
    every, rolls = np.arange(len(tables.boards)), len(EVERY_ROLL)
    parts: list[BestReplies] = []
    for low in range(0, max(1, len(every)), CHUNK):
        part = tables.part(every[low : low + CHUNK])
        many, _, turn = _turns_for_every_roll(game, part, value)
        chances = seen_by_mover(many.facts, turn)
        shape = (len(part.boards), rolls, chances.shape[1])
        parts.append(BestReplies(turn.equities.reshape(-1, rolls), chances.reshape(shape)))
    return BestReplies(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _turns_for_every_roll(
    game: GameTables, tables: Tables, value: Value
) -> tuple[Tables, Rows, TurnTaken]:
    """Every table once for each roll, the turns that begin, and the best of each."""
    # One large batch: calls of the network cost less for each position then.
    many = tables.part(np.repeat(np.arange(len(tables.boards)), len(EVERY_ROLL)))
    rolls = np.tile(EVERY_ROLL, (len(tables.boards), 1))
    begun = rows_of(game, many, rolls)
    return many, begun, choose(game, many, begun, value)


def seen_by_mover(before: Bytes, after: TurnTaken | Worth) -> Floats:
    """The chances after turns, exact where the game is over, seen by the movers.

    `before` are the facts before the turns, one row for each. The network of the published game may
    know fewer outcomes than this variant has. A game that ends with such an outcome keeps the
    network's chances.
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
    after, begun, turn = _turns_for_every_roll(game, tables, value)
    before = after.facts.copy()
    play_turns(game, after, begun, turn)
    return after, turn, seen_by_mover(before, turn)
