"""What can be asked of a worker: the kinds of jobs, and how urgent each is."""

from collections.abc import Mapping
from dataclasses import dataclass

from nardy.core.situation import Situation
from nardy.server.games.position_texts import told

TURN = "turn"
HINT = "hint"
TUTOR = "tutor"
EVALUATION = "evaluation"
EXPLANATION = "explanation"
REVIEW = "review"
REASON = "reason"
ROLLOUT = "rollout"
KINDS = (TURN, HINT, TUTOR, EVALUATION, EXPLANATION, REVIEW, REASON, ROLLOUT)

AGAINST_PEOPLE = 0
"""The urgency of a bot's turn that a person waits for."""
AMONG_BOTS = 1
HINTS = 2
"""The urgency of all that a person asks about a position."""
REVIEWS = 3
"""The urgency of a review's first look; that of other work in the queue of reviews is larger."""
PATIENCE = {TURN: 20.0, HINT: 10.0, TUTOR: 10.0, EVALUATION: 8.0, EXPLANATION: 8.0}
"""Seconds after which the club does a job of this kind itself; others are waited for as long as a worker runs."""


@dataclass(frozen=True, slots=True)
class JobOrder:
    """A job to be put into the queue."""

    kind: str
    urgency: int
    payload: Mapping[str, object]
    """Texts and numbers: a position, the name of a bot or a room, a seed."""


def order_about(
    kind: str, urgency: int, situation: Situation, more: Mapping[str, object] | None = None
) -> JobOrder | None:
    """A job about a position, as bots see it; None if it cannot be told in words."""
    text = told(situation)
    return JobOrder(kind, urgency, {"position": text, **(more or {})}) if text else None
