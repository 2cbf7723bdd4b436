"""Answers of workers in order, for the thread of the reviews: some are asked for ahead, so that no worker waits."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from itertools import islice
from typing import TypeVar

from nardy.server.jobs.orders import JobOrder
from nardy.server.jobs.queue import JobQueue

Part = TypeVar("Part")
EACH = 2
"""Jobs asked for ahead for each worker."""


def in_order(
    job_queue: JobQueue,
    parts: Iterable[Part],
    order_of: Callable[[Part], JobOrder | None],
) -> Generator[tuple[Part, bytes | None], None, None]:
    """All parts with the results of their jobs, as JSON; None where the club must do it itself.

    Closing the iterator takes back what was asked for ahead.

    Raises:
        JobFailedError: a job cannot be done.
    """
    left, waiting = iter(parts), deque[tuple[Part, Future[bytes | None] | None]]()
    try:
        while True:
            # Without workers each part is decided when its turn comes.
            ahead = max(1, EACH * job_queue.workers) - len(waiting)
            waiting.extend(
                (part, _asked(job_queue, order_of(part))) for part in islice(left, ahead)
            )
            if not waiting:
                return
            part, answer = waiting.popleft()
            yield part, answer.result() if answer else None
    finally:
        for _, answer in waiting:
            if answer:
                answer.cancel()


def _asked(job_queue: JobQueue, order: JobOrder | None) -> "Future[bytes | None] | None":
    return job_queue.ask_from_thread(order) if order else None
