"""A duel over several processes: for all cores, and for bots that cannot share a process."""

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache

from nardy.arena.duel import Duel, DuelTerms, chunks_of, play_pairs
from nardy.arena.player import ArrayPlayer

PlayersAndTerms = tuple[tuple[ArrayPlayer, ArrayPlayer], DuelTerms]
Make = Callable[[], PlayersAndTerms]
"""Makes players and settings in the process that needs them; must be picklable."""
_HAS_MASKS = hasattr(signal, "pthread_sigmask")
_make: list[Make] = []
"""The `Make` of this process."""


def spread_parts(make: Make, processes: int) -> Iterator[Duel]:
    """The duel that `make` sets up, in several processes; its chunks, as they finish.

    The result does not depend on their number, unless a bot fails too often and is given up: each
    process decides that for itself. Equal numbers give equal results even then.
    """
    _reset(make)
    chunks = chunks_of(_players()[1])
    processes = min(processes, len(chunks))
    if processes <= 1:
        yield from map(_play, chunks)
        return
    # A forked process would share the compiled code, but also the locks of threads.
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        pools = [
            stack.enter_context(ProcessPoolExecutor(1, context, _start_worker, (make,)))
            for _ in range(processes)
        ]
        # Round robin instead of first free: a bot's failures so far must not depend on the speed of
        # other processes.
        try:
            with _sigint_blocked():
                done = [pools[n % processes].submit(_play, chunk) for n, chunk in enumerate(chunks)]
            for part in done:
                yield part.result()
        except BaseException:
            for pool in pools:
                pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _sigint_blocked() -> Generator[None, None, None]:
    """Block Ctrl-C in new processes until they can end without a traceback."""
    if not _HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _reset(make: Make) -> None:
    """Reset the players: a bot given up in one run starts fresh in the next."""
    _make[:] = [make]
    _players.cache_clear()


def _start_worker(make: Make) -> None:
    """Set up a worker process: Ctrl-C ends it silently, and the parent reports."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _reset(make)


def _play(chunk: range) -> Duel:
    players, terms = _players()
    return play_pairs(players, terms, chunk)


@cache
def _players() -> PlayersAndTerms:
    """The players of this process, reused for all its chunks."""
    return _make[0]()
