"""What is lawful from here, as data: the moves of a turn as a graph that a page can walk alone."""

from collections.abc import Sequence

from nardy.core.legal import Reaches, begin, legal_moves
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn
from nardy.errors import IllegalTurnError
from nardy.server.protocol import Choice, Node, Step

MOST_NODES = 250
"""Doubles and cascades go further; the page asks for the rest where it gets there."""


def nodes_of(
    situation: Situation, made: Sequence[Step] = (), reaches: Reaches | None = None
) -> list[Node]:
    """The graph behind the moves already made, the nearest moments first.

    What is found out about the turn is kept in *reaches*, for who asks again about this game.

    Raises:
        IllegalTurnError: these moves cannot have been made.
    """
    rules, dice = situation.rules, situation.dice
    if dice is None:
        return []
    reaches = {} if reaches is None else reaches
    first = begin(rules, situation.position, dice)
    for step in made:
        first = _along(situation, first, step, reaches)
    numbers: dict[MidTurn, int] = {first: 0}
    waiting = [first]
    nodes: list[Node] = []
    for mid in waiting:
        choices: list[Choice] = []
        for move, after in legal_moves(rules, mid, reaches).items():
            if after not in numbers and len(numbers) < MOST_NODES:
                numbers[after] = len(numbers)
                waiting.append(after)
            choices.append(Choice(move.origin, move.target, move.hits, numbers.get(after)))
        nodes.append(Node(list(mid.dice), choices))
    return nodes


def _along(situation: Situation, mid: MidTurn, step: Step, reaches: Reaches) -> MidTurn:
    for move, after in legal_moves(situation.rules, mid, reaches).items():
        if move[:2] == (step.origin, step.to):
            return after
    raise IllegalTurnError("wrong-die", f"expected moves that can be made, got {step}")
