"""The move filter: keep the best final positions of each roll, in place."""

from nardy.kernel import layout as at
from nardy.kernel.features import Floats
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Finals


@entry
def filter_turns(finals: Finals, scores: Floats, checkers: int, width: tuple[int, float]) -> None:
    """Keep the best few of every row, and move them to the front of the arrays.

    `scores` float32[n], in points for the mover, are overwritten. `width` is the most positions to
    keep and the largest gap to the best. Positions with all `checkers` off are kept in addition. The order
    is kept, and `offsets` is updated.
    """
    boards, pins, moves, offsets = finals
    most, margin = width
    kept = 0
    for row in range(offsets.shape[0] - 1):
        low = offsets[row]
        high = offsets[row + 1]
        offsets[row] = kept
        least = least_of(scores, (low, high), most, margin)
        for k in range(low, high):
            if scores[k] >= least or boards[k, at.PLAYER, at.OFF] == checkers:
                if kept < k:
                    boards[kept] = boards[k]
                    pins[kept] = pins[k]
                    moves[kept] = moves[k]
                kept += 1
    offsets[-1] = kept


@jit
def least_of(scores: Floats, row: tuple[int, int], most: int, margin: float) -> float:
    """The least score of a row to keep; equal scores count as one."""
    low, high = row
    best = float(scores[low])
    for k in range(low + 1, high):
        best = max(best, float(scores[k]))
    worst = best - margin
    near = 0
    for k in range(low, high):
        near += scores[k] >= worst
    if near <= most:
        return worst
    least = best
    for _ in range(most - 1):
        following = worst
        for k in range(low, high):
            if scores[k] < least:
                following = max(following, float(scores[k]))
        least = following
    return least
