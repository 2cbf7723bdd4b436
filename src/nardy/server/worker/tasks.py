"""What a worker can do: for each kind of job a function from its payload to its result.

Long work pauses between its steps, where a worker looks for something more urgent.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any

from nardy.server.analysis import evaluations, explanations
from nardy.server.bots import advisor, turn_choice, tutor
from nardy.server.jobs import orders

Payload = Mapping[str, Any]
Steps = Generator[None, None, object]
"""Work that pauses; it returns its result, which msgspec writes as JSON."""
Task = Callable[[Payload], Steps]


def at_once(task: Callable[[Payload], object]) -> Task:
    """A task without pauses."""

    def steps(payload: Payload) -> Steps:
        yield from ()
        return task(payload)

    return steps


def tasks() -> dict[str, Task]:
    """All tasks, by kind."""
    return {
        orders.TURN: at_once(turn_choice.turn_found),
        orders.HINT: at_once(advisor.hint_found),
        orders.TUTOR: at_once(tutor.warning_found),
        orders.EVALUATION: at_once(evaluations.evaluation_found),
        orders.EXPLANATION: at_once(explanations.explanation_found),
    }
