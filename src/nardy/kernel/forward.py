"""The first layer of a network: a sum of a few weight rows for each position.

A position is a count on each of 52 cells, 48 pins, and some dense numbers. The cells are 26 places of
the player who rolls next, then 26 of the opponent, each in the own numbering. `table` holds a weight
row for every cell and count, made by `fold`. Most cells are empty, so a position is the sum of about
fourteen rows.

- `table`   int16[phases * size, hidden], in units of 1 / UNIT, where size is CELLS * counts + PIN_CELLS + 1: for each
  phase a row for every cell and count, for every pin, and the bias. The rows of count 0 are
  never read.
- `dense`   float32[n, d] with weights int16[phases * d, hidden], in units of 1 / WEIGHT_UNIT.
- `phases`  int8[n]: the set of weights of each position (features.PHASES).
- `basis`   float32[KINDS, counts, NUMBERS]: the inputs for each count on a point, the bar, off; the
  weights of cell s are `points` float32[CELLS, NUMBERS, hidden].
"""

import numpy as np
from numpy.typing import NDArray

from nardy.kernel import layout as at
from nardy.kernel.bits import lowest, number
from nardy.kernel.features import Board, fill_features, first_layer_of
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.layout import Bytes, Floats, Ints, Numbers
from nardy.kernel.places import places_with
from nardy.kernel.rows import HALF, list_filled, sum_rows, sum_weighted
from nardy.kernel.scoring import STAKES_SINGLE, STAKES_SIZES

CELLS = 2 * at.PLACES
PIN_CELLS = 48
KINDS = 3
KIND_POINT, KIND_BAR, KIND_OFF = 0, 1, 2
NUMBERS = 5
MOST_ROWS = 128
"""Upper bound of the rows of a position: 52 cells, 48 pins, the bias."""
Shorts = NDArray[np.int16]
UNIT, WEIGHT_UNIT, DENSE_UNIT = 1_024, 4_096, 8_192
"""Fixed-point units of the sums, of the dense weights, and of the dense numbers.

A weight times a number is 2**15 times the unit of sums. Sums reach up to 32, weights 8, numbers 4. The
largest in the bundled networks are 22 for a row, 9 for a sum, and 5."""
LARGEST = 32_767


def make_basis(checkers: int) -> Floats:
    """The inputs for every count: thresholds on points, and shares of all checkers."""
    counts = np.arange(checkers + 1, dtype=np.float32)
    basis = np.zeros((KINDS, checkers + 1, NUMBERS), np.float32)
    # Thresholds at 1, 2 and 3 checkers and half of the rest, as in TD-Gammon (G. Tesauro 1995).
    for n, least in enumerate((1, 2, 3)):
        basis[KIND_POINT, :, n] = counts >= least
    basis[KIND_POINT, :, 3] = np.maximum(counts - 3, 0) / 2
    basis[KIND_POINT, :, 4] = counts / checkers
    basis[KIND_BAR, :, 0] = counts >= 1
    basis[KIND_BAR, :, 1] = counts >= 2
    basis[KIND_BAR, :, 2] = np.maximum(counts - 2, 0)
    basis[KIND_OFF, :, 0] = counts >= 1
    basis[KIND_OFF, :, 1] = counts / checkers
    basis[KIND_OFF, :, 2] = counts > checkers / 3
    basis[KIND_OFF, :, 3] = counts > 2 * checkers / 3
    return basis


@inlined
def kind_of(cell: int) -> int:
    """The kind of a cell, which defines its inputs."""
    place = cell % at.PLACES
    if place == at.OFF:
        return KIND_OFF
    return KIND_BAR if place == at.BAR else KIND_POINT


@entry
def fold(points: Floats, basis: Floats, table: Shorts) -> None:
    """Fill the rows of all cells and counts from the weights of the inputs."""
    hidden = points.shape[2]
    counts = basis.shape[1]
    row = np.empty(hidden, np.float32)
    for cell in range(CELLS):
        kind = kind_of(cell)
        for count in range(1, counts):
            row[:] = 0
            for n in range(NUMBERS):
                value = basis[kind, count, n]
                if value != 0:
                    weights = points[cell, n]
                    for j in range(hidden):
                        row[j] += value * weights[j]
            shorten(row, number(UNIT), table[cell * counts + count])


@entry
def shorten_rows(rows: Floats, unit: int, out: Shorts) -> None:
    """Write float32[n, hidden] as integer multiples of 1 / unit."""
    for i in range(rows.shape[0]):
        shorten(rows[i], unit, out[i])


@inlined
def shorten(row: Floats, unit: int, out: Shorts) -> None:
    """Round one row to integers; values beyond the range are clipped."""
    most = np.float32(LARGEST)
    for j in range(row.shape[0]):
        out[j] = min(max(np.rint(row[j] * np.float32(unit)), -most), most)


@entry
def first_layer(
    board: Board,
    dense: Floats,
    phases: Bytes,
    weights: tuple[Shorts, Shorts, int],
    out: Floats,
) -> None:
    """Fill float32[n, hidden] with the layer after its ReLU.

    `board` are boards, pins, and the side that rolls next; `weights` are the table, the dense
    weights, and the number of phases.
    """
    table, rows, parts = weights
    size = table.shape[0] // parts
    used = np.empty(MOST_ROWS, np.int64)
    # `list_filled` may write a whole vector of HALF numbers past the last one in use.
    columns = np.empty(dense.shape[1] + HALF, np.int32)
    values = np.empty(dense.shape[1] + HALF, np.float32)
    shorts = np.empty(dense.shape[1], np.int16)
    unit = np.float32(1 / UNIT)
    for k in range(out.shape[0]):
        phase = first_layer_of(number(phases[k]), parts)
        count = rows_used(board, k, (phase * size, size), used)
        terms = numbers_used(dense, k, columns, values)
        shorten(values[:terms], number(DENSE_UNIT), shorts)
        some = rows[phase * dense.shape[1] : (phase + 1) * dense.shape[1]]
        done = sum_rows((table, used, count), (some, columns, shorts, terms), (out, k, unit))
        for j in range(done, out.shape[1]):
            total = number(0)
            for i in range(count):
                total = within(total + number(table[used[i], j]))
            for i in range(terms):
                product = number(shorts[i]) * number(some[columns[i], j])
                # Rounds exactly as the processor's instruction does (rows.py), so all columns
                # agree.
                total = within(total + ((product >> 14) + 1 >> 1))
            out[k, j] = max(total, 0) * unit


@inlined
def within(total: int) -> int:
    """The sum, saturated to 16 bits."""
    return min(max(total, -LARGEST - 1), LARGEST)


@entry
def second_layer(hidden: Floats, weights: tuple[Floats, Floats], out: Floats) -> None:
    """Fill float32[n, second] with the layer after its ReLU.

    `weights` are float32[hidden, second] and the bias. Zeros in `hidden` are skipped.
    """
    upper, bias = weights
    columns = np.empty(hidden.shape[1] + HALF, np.int32)
    values = np.empty(hidden.shape[1] + HALF, np.float32)
    for k in range(out.shape[0]):
        terms = numbers_used(hidden, k, columns, values)
        done = sum_weighted((upper, bias), (columns, values, terms), out, k)
        for j in range(done, out.shape[1]):
            total = bias[j]
            for i in range(terms):
                total += values[i] * upper[columns[i], j]
            out[k, j] = max(total, np.float32(0))


@jit
def numbers_used(rows: Floats, k: int, columns: Numbers, values: Floats) -> int:
    """List the nonzero numbers of a row and their columns; return how many."""
    found = 0
    width = rows.shape[1]
    whole = width // HALF * HALF
    for begin in range(0, whole, HALF):
        found = list_filled((rows, k, begin), columns, values, found)
    for j in range(whole, width):
        if rows[k, j] != 0:
            columns[found] = j
            values[found] = rows[k, j]
            found += 1
    return found


@jit
def rows_used(board: Board, k: int, part: tuple[int, int], used: Ints) -> int:
    """List the table rows that add up to a position, and return how many; the first is the bias.

    `part` has the first row of the position's phase and the number of rows of each phase.
    """
    boards, pins, seat = board
    begin, size = part
    counts = (size - PIN_CELLS - 1) // CELLS
    used[0] = begin + size - 1
    found = 1
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        first = begin + side * at.PLACES * counts
        taken = places_with(boards, k, number(whose), number(1))
        while taken:
            place = lowest(taken)
            taken &= taken - 1
            used[found] = first + place * counts + number(boards[k, whose, place])
            found += 1
        mask = number(pins[k, whose])
        if mask:
            for point in range(1, at.BAR):
                if mask >> point & 1:
                    used[found] = begin + CELLS * counts + 24 * side + point - 1
                    found += 1
    return found


@entry
def dense_batch(rules: Ints, board: Board, facts: Floats, dense: Floats, phases: Bytes) -> None:
    """Fill the dense numbers: the features, then float32[n, f] of the facts of each position.

    `phases` int8[n] gets the phase of each.
    """
    size = dense.shape[1] - facts.shape[1]
    for k in range(dense.shape[0]):
        phases[k] = fill_features(rules, board, k, dense[k])
        for i in range(facts.shape[1]):
            dense[k, size + i] = facts[k, i]


@entry
def probabilities_batch(
    stakes: Ints,
    board: tuple[Bytes, int],
    points: Floats,
    logits: Floats,
    equities: Floats,
) -> None:
    """Turn float32[n, outcomes] into probabilities in place, and fill equities, float32[n].

    `points` float32[outcomes] are scores of the player who rolls next. A player with a checker off
    can only lose a single: larger losses get probability 0.
    """
    boards, seat = board
    outcomes = logits.shape[1]
    sizes = stakes[STAKES_SIZES]
    for k in range(logits.shape[0]):
        low = 0
        high = outcomes
        if boards[k, 1 - seat, at.OFF]:
            low = sizes - 1 - stakes[STAKES_SINGLE]
        if boards[k, seat, at.OFF]:
            high = outcomes - sizes + 1 + stakes[STAKES_SINGLE]
        row = logits[k]
        most = row[low]
        for i in range(low + 1, high):
            most = max(most, row[i])
        total = np.float32(0)
        for i in range(outcomes):
            # Subtracting the largest logit keeps the exponential from overflowing.
            row[i] = np.exp(row[i] - most) if low <= i < high else np.float32(0)
            total += row[i]
        equity = np.float32(0)
        for i in range(low, high):
            row[i] /= total
            equity += row[i] * points[i]
        equities[k] = equity
