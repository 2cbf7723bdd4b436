"""Network training, compiled: the gradient of the first layer, and Adam.

The rest of the gradient is a few matrix products (train/learner.py). Shapes as in forward.py.
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import lowest, number
from nardy.kernel.features import Board, first_layer_of
from nardy.kernel.forward import NUMBERS, kind_of
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.layout import Bytes, Floats
from nardy.kernel.scoring import GOING_ON


@entry
def first_gradient(
    board: Board,
    inputs: tuple[Floats, Bytes],
    basis: Floats,
    upper: Floats,
    gradient: tuple[Floats, Floats, Floats, Floats],
) -> None:
    """Add the gradient of the first layer's weights.

    `inputs` are the dense numbers and the phases; `upper` float32[n, hidden] is the gradient before
    the ReLU; `gradient` are points, pinned, dense and bias, the first axis of each the phase.
    """
    dense, phases = inputs
    points, pinned, rows, bias = gradient
    parts = points.shape[0]
    for k in range(upper.shape[0]):
        phase = first_layer_of(number(phases[k]), parts)
        add_cells(board, k, basis, (points[phase], pinned[phase]), upper[k])
        for i in range(dense.shape[1]):
            if dense[k, i] != 0:
                add_scaled(rows[phase, i], dense[k, i], upper[k])
        add_scaled(bias[phase], np.float32(1), upper[k])


@jit
def add_cells(
    board: Board, k: int, basis: Floats, gradient: tuple[Floats, Floats], upper: Floats
) -> None:
    """Add the gradient of one position's counts and pins."""
    boards, pins, seat = board
    points, pinned = gradient
    for side in range(2):
        whose = seat if side == 0 else 1 - seat
        for place in range(at.PLACES):
            count = number(boards[k, whose, place])
            if count:
                cell = side * at.PLACES + place
                kind = kind_of(cell)
                for n in range(NUMBERS):
                    if basis[kind, count, n] != 0:
                        add_scaled(points[cell, n], basis[kind, count, n], upper)
        mask = number(pins[k, whose]) >> 1
        while mask:
            add_scaled(pinned[24 * side + lowest(mask)], np.float32(1), upper)
            mask &= mask - 1


@inlined
def add_scaled(out: Floats, value: float | np.float32, row: Floats) -> None:
    for j in range(row.shape[0]):
        out[j] += value * row[j]


@entry
def adam(weights: Floats, gradient: Floats, moments: Floats, rate: float, step: int) -> None:
    """One step of Adam (Kingma and Ba 2015) on float32[n]; the gradient is set to 0.

    `moments` float32[2, n] are the running means of the gradient and of its square; `step`
    counts from 1.
    """
    # The paper's constants. np.float32 keeps the loop in single precision; Python's floats would
    # make it double.
    beta_1 = np.float32(0.9)
    beta_2 = np.float32(0.999)
    first = np.float32(rate / (1 - 0.9**step))
    second = np.float32(1 / (1 - 0.999**step))
    for i in range(weights.shape[0]):
        g = gradient[i]
        m = beta_1 * moments[0, i] + (np.float32(1) - beta_1) * g
        v = beta_2 * moments[1, i] + (np.float32(1) - beta_2) * g * g
        moments[0, i] = m
        moments[1, i] = v
        weights[i] -= first * m / (np.sqrt(v * second) + np.float32(1e-8))
        gradient[i] = 0


@entry
def td_targets(
    estimates: Floats, firsts: Bytes, outcome: int, keep: float, targets: Floats
) -> None:
    """Fill float32[plies, outcomes] with the TD(lambda) targets of one game's positions.

    Row t of `estimates` is the estimate after turn t, seen by the player who rolls next; `firsts` tells
    whose turn each was. `outcome` is seen by the last mover; GOING_ON marks a truncated game, whose
    last estimate stands for the outcome. `keep` is lambda.
    """
    plies, outcomes = targets.shape
    last = plies - 1
    for i in range(outcomes):
        if outcome == GOING_ON:
            targets[last, i] = estimates[last, outcomes - 1 - i]
        else:
            targets[last, i] = np.float32(i == outcome)
    share = np.float32(keep)
    for t in range(last - 1, -1, -1):
        # After leftover dice the same player rolls again, and both estimates have one view.
        same = firsts[t] == firsts[t + 1]
        for i in range(outcomes):
            column = i if same else outcomes - 1 - i
            now = (np.float32(1) - share) * estimates[t, column]
            targets[t, i] = now + share * targets[t + 1, column]
