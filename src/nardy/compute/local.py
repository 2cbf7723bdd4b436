"""The workers of this machine: threads, or processes."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from nardy.compute.chunks import Chunk, Part

_HAS_MASKS = hasattr(signal, "pthread_sigmask")


class Threads:
    """Threads of this process: enough where the work is in compiled code."""

    shares_memory = True
    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count)

    def submit(self, function: Callable[[Chunk], Part], chunk: Chunk, /) -> Future[Part]:
        return self._pool.submit(function, chunk)

    def renew(self) -> None:
        """Do nothing: a thread is lost with its process."""

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine; each imports nardy anew, which takes about a second."""

    shares_memory = False
    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # A forked process would share the compiled code, but also the locks of threads.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, context, _start_worker)

    def submit(self, function: Callable[[Chunk], Part], chunk: Chunk, /) -> Future[Part]:
        with _sigint_blocked():
            return self._pool.submit(function, chunk)

    def renew(self) -> None:
        """Start other processes: the death of one ends the whole pool."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _start_worker() -> None:
    """Let Ctrl-C end a worker silently: the parent gets it as well, and reports."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_with_parent() -> None:
    """End this process when its parent is gone: it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _sigint_blocked() -> Generator[None, None, None]:
    """Block Ctrl-C in processes that start now, until they can end without a traceback."""
    if not _HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
