"""What a worker can do: for each kind of job a function from its payload to its result.

Long work pauses between its steps, where a worker looks for something more urgent.
"""

from collections.abc import Callable, Generator, Mapping
from typing import Any

from nardy.server.bots import turn_choice
from nardy.server.jobs.orders import TURN

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
    return {TURN: at_once(turn_choice.turn_found)}
