"""Work in chunks: the results in order, on any workers, and again where a worker was lost.

A chunk owns its seeds and depends on no other chunk. So the results are the same on one worker and on
many, and after some of them have died.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from itertools import islice
from typing import Protocol, TypeVar

from nardy.errors import NardyError

Chunk = TypeVar("Chunk")
Part = TypeVar("Part")
MOST_LOSSES = 5
"""Losses in a row, without a result between them: then it is the work that kills its workers."""


class LostWorkersError(NardyError):
    """The workers are gone, or die of the work."""


class Workers(Protocol):
    """Something that runs calls, as a `concurrent.futures.Executor` does, and can be set up again."""

    shares_memory: bool
    """Whether work runs in this process; elsewhere it must be picklable, and small."""
    lost: tuple[type[BaseException], ...]
    """What a future raises if the worker failed rather than the work."""

    @property
    def count(self) -> int:
        """How many calls run at the same time; twice as many are submitted, so that none waits."""
        ...

    def submit(self, function: Callable[[Chunk], Part], chunk: Chunk, /) -> Future[Part]: ...

    def renew(self) -> None:
        """Replace what was lost, if that does not happen by itself."""
        ...

    def close(self) -> None:
        """Cancel what has not begun, and release the workers."""
        ...


def run_chunks(
    workers: Workers, work: Callable[[Chunk], Part], chunks: Iterable[Chunk]
) -> Generator[Part, None, None]:
    """Yield `work(chunk)` for every chunk, in their order; closing the iterator cancels the rest.

    Chunks are taken from the iterable as workers become free, two for each of them.

    Raises:
        LostWorkersError: workers are lost again and again.
    """
    left, waiting, losses = iter(chunks), deque[tuple[Chunk, Future[Part] | None]](), 0
    try:
        while True:
            # A second chunk for each worker: it need not wait for the order to be read. Of fewer workers than
            # before, more is waiting than they need.
            lacks = max(0, 2 * workers.count - len(waiting))
            waiting.extend((chunk, None) for chunk in islice(left, lacks))
            if not waiting:
                return
            try:
                _submit_missing(workers, work, waiting)
                part = _result(waiting[0][1])
            except workers.lost as error:
                losses += 1
                if losses == MOST_LOSSES:
                    raise LostWorkersError(
                        f"expected workers that finish their part, but {losses} in a row were lost "
                        f"({type(error).__name__}); look at the memory of their machine and at "
                        "their log"
                    ) from error
                workers.renew()
                _forget_lost(waiting)
                continue
            losses = 0
            waiting.popleft()
            yield part
    finally:
        for _, future in waiting:
            if future is not None:
                future.cancel()


def _submit_missing(
    workers: Workers,
    work: Callable[[Chunk], Part],
    waiting: deque[tuple[Chunk, Future[Part] | None]],
) -> None:
    for place, (chunk, future) in enumerate(waiting):
        if future is None:
            waiting[place] = chunk, workers.submit(work, chunk)


def _result(future: Future[Part] | None) -> Part:
    assert future is not None
    return future.result()


def _forget_lost(waiting: deque[tuple[Chunk, Future[Part] | None]]) -> None:
    """Keep what is finished; the other chunks are submitted again."""
    for place, (chunk, future) in enumerate(waiting):
        if future is not None and not _is_finished(future):
            future.cancel()
            waiting[place] = chunk, None


def _is_finished(future: Future[Part]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
