"""A thread that takes what waits together, and answers all of it at once."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any, Generic, TypeVar

from nardy.server.process_state import Histogram

Item = TypeVar("Item")
MOST_TOGETHER = 256
"""Most items of one commit."""


class Batches(Generic[Item]):
    """Passes waiting items to *commit*, which returns an answer or an error for each."""

    def __init__(self, name: str, commit: Callable[[list[Item]], list[object]]) -> None:
        """Start the thread of this name."""
        self._commit = commit
        self.sizes = Histogram((1, 2, 4, 8, 16, 32, 64, 128, MOST_TOGETHER))
        """Items of a commit."""
        self.seconds = Histogram()
        """Seconds of a commit."""
        self._items: queue.SimpleQueue[
            tuple[Item, asyncio.Future[Any], asyncio.AbstractEventLoop] | None
        ] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, item: Item) -> Any:
        """Let an item be committed; return its answer, or raise its error."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._items.put((item, future, loop))
        return await future

    def close(self) -> None:
        """Commit what waits, and stop."""
        self._items.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._items.get()) is not None:
            batch = [first]
            is_last = self._gather(batch)
            began = monotonic()
            answers = self._commit([item for item, _, _ in batch])
            self.sizes.observe(len(batch))
            self.seconds.observe(monotonic() - began)
            _answer([(future, loop) for _, future, loop in batch], answers)
            if is_last:
                return

    def _gather(
        self, batch: list[tuple[Item, "asyncio.Future[Any]", asyncio.AbstractEventLoop]]
    ) -> bool:
        """Add all other waiting items to the batch; True if `close` was called."""
        while len(batch) < MOST_TOGETHER:
            try:
                waiting = self._items.get_nowait()
            except queue.Empty:
                return False
            if waiting is None:
                return True
            batch.append(waiting)
        return False


def _answer(
    batch: list[tuple["asyncio.Future[Any]", asyncio.AbstractEventLoop]], answers: list[object]
) -> None:
    """Resolve the futures, one call per event loop: waking a loop takes as long as a job."""
    for loop in {loop for _, loop in batch}:
        answered = [
            (future, answer)
            for (future, waits), answer in zip(batch, answers, strict=True)
            if waits is loop
        ]
        # Nobody waits on a closed loop.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_tell, answered)


def _tell(answered: list[tuple["asyncio.Future[Any]", object]]) -> None:
    for future, answer in answered:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
