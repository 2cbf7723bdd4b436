"""A duel spread over processes: every core, and bots that cannot share a process with others."""

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache

from nardy.arena.duel import Duel, DuelTerms, chunks_of, joined, play_pairs
from nardy.arena.player import ArrayPlayer

PlayersAndTerms = tuple[tuple[ArrayPlayer, ArrayPlayer], DuelTerms]
Make = Callable[[], PlayersAndTerms]
"""Makes players and terms in the process that needs them; it must be able to go there."""
_HAS_MASKS = hasattr(signal, "pthread_sigmask")
_make: list[Make] = []
"""What makes the players of this process."""


def spread_duel(make: Make, processes: int) -> Duel:
    """The duel that `make` sets up, in so many processes.

    The result does not depend on them, unless a bot fails so often that it is asked no more: each
    process finds that out for itself. The same number of them gives the same result even then.
    """
    return joined(list(spread_parts(make, processes)))


def spread_parts(make: Make, processes: int) -> Iterator[Duel]:
    """The same, chunk by chunk as they are done."""
    _reset(make)
    chunks = chunks_of(_players()[1])
    processes = min(processes, len(chunks))
    if processes <= 1:
        yield from map(_play, chunks)
        return
    # A forked process would have this one's compiled code, but also its threads' locks.
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        pools = [
            stack.enter_context(ProcessPoolExecutor(1, context, _start_worker, (make,)))
            for _ in range(processes)
        ]
        # Dealt out in turn, and not to whoever is free: what a process has seen of a bot before
        # must not depend on how fast another one was.
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
    """Processes that begin here hear of Ctrl-C when they can end without a word, not before."""
    if not _HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _reset(make: Make) -> None:
    """Let new players sit down: who was asked no more in one run is asked again in the next."""
    _make[:] = [make]
    _players.cache_clear()


def _start_worker(make: Make) -> None:
    """In a process of its own: Ctrl-C ends it without a word, whoever waits for it tells."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _reset(make)


def _play(chunk: range) -> Duel:
    players, terms = _players()
    return play_pairs(players, terms, chunk)


@cache
def _players() -> PlayersAndTerms:
    """The same players for all that this process plays."""
    return _make[0]()
