"""What a review has told so far, by kind."""

from typing import TypeVar

from nardy.analysis.game_review import Decision
from nardy.server.analysis.review_facts import ReviewedDecision
from nardy.server.analysis.reviews import Job

Kind = TypeVar("Kind", bound=ReviewedDecision)


def told(job: Job, kind: type[Kind]) -> list[Kind]:
    """The decisions of one kind, as the page shows them."""
    return [one.message for one in job.decisions() if isinstance(one.message, kind)]


def decisions(job: Job) -> list[Decision]:
    """All of them, as the analysis found them."""
    return [one.decision for one in job.decisions()]
