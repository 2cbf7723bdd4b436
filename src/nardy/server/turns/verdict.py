"""The judge's word on a move, as a message: which law forbids it, and what that law says."""

from collections.abc import Sequence

from nardy.core.draft import Draft
from nardy.core.laws import LAWS
from nardy.core.situation import Situation
from nardy.errors import IllegalError
from nardy.server.protocol.messages import Step, Verdict


def verdict(situation: Situation, asked: str, moves: Sequence[Step]) -> Verdict:
    """The judge's word on the last of these moves, the others being made."""
    try:
        draft = Draft(situation)
        for step in moves:
            draft.move(step.origin, step.to)
    except IllegalError as error:
        law = LAWS[error.law]
        says = dict(error.words or law.words)
        return Verdict(asked, law.id, says, law.source, str(error), moves[-1] if moves else None)
    return Verdict(asked, None, {}, "", "", None)
