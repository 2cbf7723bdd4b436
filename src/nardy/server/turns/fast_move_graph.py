"""The move graph of a turn, computed by the kernel with one call a layer (see move_graph.py)."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from nardy.core.dice import DiceList
from nardy.core.legal import Reaches
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.steps import MidTurn
from nardy.errors import IllegalTurnError
from nardy.kernel import arrays
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Ints, Rows
from nardy.kernel.play import play_batch
from nardy.server.protocol.messages import DieMove, LegalMove, Node

_laws = lru_cache(maxsize=64)(arrays.rules_array)


def quick_graph(rules: Rules, first: Rows, most: int) -> list[Node]:
    """The graph after the single row *first*, with at most *most* nodes.

    It equals the result of `move_graph.graph`, node by node and move by move.

    Raises:
        RulesError, TooManyTurns: the turn is too large for the kernel; use the rule book.
    """
    nodes: list[Node] = []
    rows, count = first, 1
    while True:
        layer = [Node([die for die in dice if die], []) for dice in rows.dice.tolist()]
        nodes += layer
        moves, parents = _moves(rules, rows)
        if not len(moves):
            return nodes
        after = _after(rules, rows, moves, parents)
        numbers: dict[bytes, int] = {}
        kept: list[int] = []
        whence: list[int] = parents.tolist()
        edges = zip(_keys(after), whence, moves.tolist(), strict=True)
        for k, (key, parent, (origin, target, _, hits)) in enumerate(edges):
            then = numbers.get(key)
            if then is None and count < most:
                then = numbers[key] = count
                kept.append(k)
                count += 1
            layer[parent].moves.append(LegalMove(origin, target, hits == 1, then))
        if not kept:
            return nodes
        rows = after if len(kept) == len(whence) else _take(after, np.array(kept, np.int64))


def quick_start(
    rules: Rules, position: Position, dice: DiceList, made: Sequence[DieMove] = ()
) -> Rows:
    """The row of a turn after these moves.

    Raises:
        IllegalTurnError: one of these moves is not legal.
        RulesError, TooManyTurns: as quick_graph.
    """
    rows = arrays.begin_rows(rules, [position], [dice])
    for step in made:
        moves, parents = _moves(rules, rows)
        fits = (moves[:, at.MOVE_ORIGIN] == step.origin) & (moves[:, at.MOVE_TARGET] == step.to)
        if not fits.any():
            raise IllegalTurnError("wrong-die", f"expected a legal move, got {step}")
        rows = _after(rules, rows, moves[fits], parents[fits])
    return rows


def quick_reaches(rules: Rules, first: MidTurn, steps: Sequence[DieMove]) -> Reaches:
    """How many dice can be played now and after each of these moves, up to the first illegal one.

    Raises:
        RulesError, TooManyTurns: as quick_graph.
    """
    mid, most = first, arrays.kernel_longest(rules, first)
    reaches: Reaches = {mid: most}
    for number, step in enumerate(steps, 1):
        legal = arrays.kernel_moves(rules, mid).items()
        there = [after for move, after in legal if move[:2] == (step.origin, step.to)]
        if not there:
            break
        mid = there[0]
        reaches[mid] = most - number
    return reaches


def _moves(rules: Rules, rows: Rows) -> tuple[Bytes, Ints]:
    """Legal moves of these rows in the rule book's order, and the row of each."""
    if not rows.mids[:, at.MID_DICE].any():
        return np.empty((0, at.MOVE_SIZE), np.int8), np.empty(0, np.int64)
    found = arrays.find_moves(rules, rows)
    moves, offsets = found.moves[: found.offsets[-1]], found.offsets
    parents = np.arange(len(rows.boards)).repeat(offsets[1:] - offsets[:-1])
    # The rule book lists smaller dice first, and for each die higher points first.
    # Places and dice are below 32, so five bits each: parent, then die, then origin downwards.
    rank = (parents << 10) + (moves[:, at.MOVE_DIE].astype(np.int64) << 5)
    order = (rank - moves[:, at.MOVE_ORIGIN]).argsort(kind="stable")
    return moves.take(order, 0), parents.take(order)


def _after(rules: Rules, rows: Rows, moves: Bytes, parents: Ints) -> Rows:
    """The rows after these moves."""
    after = _take(rows, parents)
    play_batch(_laws(rules), after, moves)
    return after


def _take(rows: Rows, which: Ints) -> Rows:
    boards, pins, dice, mids = rows
    return Rows(
        boards.take(which, 0), pins.take(which, 0), dice.take(which, 0), mids.take(which, 0)
    )


def _keys(rows: Rows) -> list[bytes]:
    """A key for each row; equal rows have equal keys."""
    flat = [column.reshape(len(column), -1).view(np.int8) for column in rows]
    table = np.concatenate(flat, axis=1)
    width, flat_bytes = table.shape[1], table.tobytes()
    return [flat_bytes[k : k + width] for k in range(0, len(flat_bytes), width)]
