"""The dice of a cascade that a player could not play: the opponent plays them before the next roll."""

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Ints, Rows
from nardy.kernel.scoring import FACT_LAST, FACT_LEFT


@entry
def leftover_batch(left: Bytes, rows: Rows) -> None:
    """Fill dice and mids of the rows whose players play leftovers; others stay as they are.

    `left` is int8[n, d], padded with zeros. Leftovers are no double of this player, so no exception of
    the head law applies.
    """
    for row in range(left.shape[0]):
        if left[row, 0] == 0:
            continue
        count = number(0)
        for j in range(rows.dice.shape[1]):
            die = left[row, j] if j < left.shape[1] else 0
            rows.dice[row, j] = die
            count += die > 0
        rows.mids[row, at.MID_DICE] = count
        rows.mids[row, at.MID_IN_ORDER] = 1
        rows.mids[row, at.MID_DOUBLE] = 0


@jit
def leaves_dice(rules: Ints, mids: Ints, row: int, played: int) -> bool:
    """Whether the opponent inherits dice: those of a cascade, and leftovers are not passed on again."""
    if rules[at.RULES_LEFTOVER_OPPONENT] == 0:
        return False
    return mids[row, at.MID_IN_ORDER] == at.CASCADE and played < mids[row, at.MID_DICE]


@entry
def left_over_batch(rules: Ints, rows: Rows, played: Ints, left: Bytes) -> None:
    """Fill int8[n, d] with the dice that the opponents inherit, padded with zeros: core/acts.end_turn.

    `rows` are the turns as they began, `played` how many dice each used.
    """
    for row in range(left.shape[0]):
        for j in range(left.shape[1]):
            left[row, j] = 0
        if leaves_dice(rules, rows.mids, row, played[row]):
            for j in range(played[row], rows.mids[row, at.MID_DICE]):
                left[row, j - played[row]] = rows.dice[row, j]


@jit
def is_owed(before: Bytes, row: int, after: Bytes, k: int) -> bool:
    """Whether the next player has the last throw, and so inherits no dice."""
    return after[k, FACT_LAST] > before[row, FACT_LAST]


@entry
def pass_batch(before: Bytes, left: Bytes, after: Bytes) -> None:
    """Mark in the facts after turns who plays leftovers, and drop those of the last throw, in place.

    `before` and `after` are int8[n, FACTS_SIZE], one turn for each row.
    """
    for row in range(left.shape[0]):
        if is_owed(before, row, after, row):
            for j in range(left.shape[1]):
                left[row, j] = 0
        after[row, FACT_LEFT] = left[row, 0] > 0
