"""What a worker can do: for each kind of job a function from its payload to its result.

Long work pauses between its steps, where a worker looks for something more urgent.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any

from nardy.server.analysis import evaluations, explanations, figure_recorder, review_parts, rollouts
from nardy.server.bots import advisor, turn_choice, tutor
from nardy.server.jobs import orders
from nardy.server.worker.review_sources import ReviewSources

Payload = Mapping[str, Any]
JobSteps = Generator[None, None, object]
"""Work that pauses; it returns its result, which msgspec writes as JSON."""
JobTask = Callable[[Payload], JobSteps]


def at_once(task: Callable[[Payload], object]) -> JobTask:
    """A task without pauses."""

    def steps(payload: Payload) -> JobSteps:
        yield from ()
        return task(payload)

    return steps


def tasks(games: ReviewSources) -> dict[str, JobTask]:
    """All tasks, by kind; *games* are those of the club."""
    return {
        orders.TURN: at_once(turn_choice.turn_found),
        orders.HINT: at_once(advisor.hint_found),
        orders.TUTOR: at_once(tutor.warning_found),
        orders.EVALUATION: at_once(evaluations.evaluation_found),
        orders.EXPLANATION: at_once(explanations.explanation_found),
        orders.REVIEW: lambda payload: review_parts.part_found(payload, games.read),
        orders.REASON: at_once(figure_recorder.reason_found),
        orders.ROLLOUT: at_once(rollouts.rolled_out),
    }
