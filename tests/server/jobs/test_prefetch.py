from collections.abc import Callable
from concurrent.futures import Future

import pytest

from nardy.server.jobs.orders import REVIEW, JobOrder
from nardy.server.jobs.prefetch import EACH, in_order
from nardy.server.jobs.queue import JobFailedError, JobQueue

Answered = Callable[[int, "Future[bytes | None]"], None]


class StubQueue(JobQueue):
    """A queue whose jobs the test answers."""

    def __init__(self, workers: int, answer: Answered) -> None:
        super().__init__()
        self.count, self.answer = workers, answer
        self.asked: list[Future[bytes | None]] = []

    @property
    def workers(self) -> int:
        return self.count

    def ask_from_thread(self, order: JobOrder) -> "Future[bytes | None]":
        self.asked.append(Future())
        part = order.payload["part"]
        assert isinstance(part, int)
        self.answer(part, self.asked[-1])
        return self.asked[-1]


def order(part: int) -> JobOrder:
    return JobOrder(REVIEW, 3, {"part": part})


def at_once(part: int, future: "Future[bytes | None]") -> None:
    future.set_result(b"%d" % part)


def never_after_two(part: int, future: "Future[bytes | None]") -> None:
    if part < 2:
        at_once(part, future)


def test_all_parts_come_in_order() -> None:
    job_queue = StubQueue(3, at_once)
    assert list(in_order(job_queue, range(20), order)) == [(n, b"%d" % n) for n in range(20)]
    assert len(job_queue.asked) == 20


def test_some_parts_are_asked_for_ahead_and_taken_back_at_the_end() -> None:
    job_queue = StubQueue(2, never_after_two)
    parts = in_order(job_queue, range(20), order)
    assert next(parts) == (0, b"0")
    assert len(job_queue.asked) == 2 * EACH
    assert next(parts) == (1, b"1")
    assert len(job_queue.asked) == 2 * EACH + 1
    parts.close()
    assert [future.cancelled() for future in job_queue.asked] == [False, False, True, True, True]


def test_without_workers_every_part_stays_here_and_is_not_asked_for_ahead() -> None:
    job_queue = StubQueue(0, lambda _, future: future.set_result(None))
    for part, told in in_order(job_queue, range(3), order):
        assert told is None
        assert len(job_queue.asked) == part + 1


def test_a_part_that_cannot_be_told_stays_here() -> None:
    job_queue = StubQueue(1, at_once)
    found = list(in_order(job_queue, range(3), lambda part: order(part) if part != 1 else None))
    assert found == [(0, b"0"), (1, None), (2, b"2")]


def test_a_job_that_cannot_be_done_ends_the_work() -> None:
    job_queue = StubQueue(
        1, lambda _, future: future.set_exception(JobFailedError("expected another"))
    )
    with pytest.raises(JobFailedError, match="expected another"):
        next(in_order(job_queue, range(3), order))
