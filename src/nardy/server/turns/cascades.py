"""Turns of so many dice that judging their moves takes long."""

from collections.abc import Sequence

from nardy.core.draft import Draft
from nardy.core.legal import Reaches
from nardy.core.situation import Situation
from nardy.server.protocol.messages import DieMove
from nardy.server.turns.move_graph import LONG, learn


def is_long(situation: Situation) -> bool:
    """Whether a turn has so many dice that judging its moves would block the event loop."""
    return situation.dice is not None and len(situation.dice.numbers) > LONG


def try_moves(situation: Situation, moves: Sequence[DieMove]) -> None:
    """Raise the error of the first of these moves that is illegal."""
    reaches: Reaches = {}
    learn(situation, moves, reaches)
    draft = Draft(situation, reaches)
    for step in moves:
        draft.move(step.origin, step.to)
