import pytest

from nardy.server.worker.tasks import at_once


def test_a_task_without_pauses_has_its_result_at_its_first_step() -> None:
    steps = at_once(lambda payload: payload["number"] + 1)({"number": 1})
    with pytest.raises(StopIteration) as done:
        next(steps)
    assert done.value.value == 2
