"""The legal moves of a turn as a graph, so that a page needs no further requests.

`nodes_of` asks the kernel (fast_move_graph.py), which is much faster; the rest of this file is the rule
book's way, without a kernel.
"""

import contextlib
from collections.abc import Sequence

from nardy.core.legal import Reaches, begin, legal_moves
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn
from nardy.errors import IllegalTurnError, RulesError, TooManyTurns
from nardy.kernel import is_available
from nardy.server.protocol.messages import DieMove, LegalMove, Node

LONG = 4
"""Turns of more dice are cascades."""
MOST_NODES = 250
"""The most nodes in one answer; in larger graphs the page asks for the rest on the way."""


def nodes_of(
    situation: Situation, made: Sequence[DieMove] = (), reaches: Reaches | None = None
) -> list[Node]:
    """The graph after the moves made so far, nearest nodes first.

    *reaches* caches results of the rule book for later calls in the same turn.

    Raises:
        IllegalTurnError: one of these moves is not legal.
    """
    if situation.dice is None:
        return []
    rules, position, dice = situation.rules, situation.position, situation.dice
    if is_available():
        from nardy.server.turns.fast_move_graph import quick_graph, quick_start  # noqa: PLC0415 (imports NumPy)

        # Too many checkers or positions for the kernel are left to the rule book.
        with contextlib.suppress(RulesError, TooManyTurns):
            return quick_graph(rules, quick_start(rules, position, dice, made), MOST_NODES)
    reaches = {} if reaches is None else reaches
    first = begin(rules, position, dice)
    for step in made:
        first = _after_step(rules, first, step, reaches)
    return graph(rules, first, MOST_NODES, reaches)


def learn(situation: Situation, steps: Sequence[DieMove], reaches: Reaches) -> None:
    """Fill *reaches* by the kernel: how many dice of a cascade can be played after each of these moves.

    In a blocked position the rule book would search for half a second; for shorter turns it is fast.
    """
    dice = situation.dice
    if dice is None or len(dice.numbers) <= LONG or not is_available():
        return
    from nardy.server.turns.fast_move_graph import quick_reaches  # noqa: PLC0415 (imports NumPy)

    first = begin(situation.rules, situation.position, dice)
    with contextlib.suppress(RulesError, TooManyTurns):  # then the rule book searches
        reaches.update(quick_reaches(situation.rules, first, steps))


def graph(rules: Rules, first: MidTurn, most: int, reaches: Reaches) -> list[Node]:
    """The graph after *first* by the rule book, with at most *most* nodes."""
    numbers: dict[MidTurn, int] = {first: 0}
    waiting = [first]
    nodes: list[Node] = []
    for mid in waiting:
        choices: list[LegalMove] = []
        for move, after in legal_moves(rules, mid, reaches).items():
            if after not in numbers and len(numbers) < most:
                numbers[after] = len(numbers)
                waiting.append(after)
            choices.append(LegalMove(move.origin, move.target, move.hits, numbers.get(after)))
        nodes.append(Node(list(mid.dice), choices))
    return nodes


def _after_step(rules: Rules, mid: MidTurn, step: DieMove, reaches: Reaches) -> MidTurn:
    for move, after in legal_moves(rules, mid, reaches).items():
        if move[:2] == (step.origin, step.to):
            return after
    raise IllegalTurnError("wrong-die", f"expected a legal move, got {step}")
