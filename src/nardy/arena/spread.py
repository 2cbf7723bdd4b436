"""A duel spread over processes: every core, and bots that cannot share a process with others."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache

from nardy.arena.duel import Duel, Terms, chunks_of, joined, play_pairs
from nardy.arena.player import ArrayPlayer

Seats = tuple[tuple[ArrayPlayer, ArrayPlayer], Terms]
Make = Callable[[], Seats]
"""Makes players and terms in the process that needs them; it must be hashable and go there."""
Told = Callable[[int], None]
"""Called with the number of games that are done."""


def spread_duel(make: Make, processes: int, told: Told = lambda _: None) -> Duel:
    """The duel that `make` sets up, in so many processes; the result does not depend on them."""
    chunks = chunks_of(_seated(make)[1])
    processes = min(processes, len(chunks))
    parts: list[Duel] = []
    for part in _played(make, chunks, processes):
        parts.append(part)
        told(2 * sum(len(done.points) for done in parts))
    return joined(parts)


def _played(make: Make, chunks: list[range], processes: int) -> Iterator[Duel]:
    if processes <= 1:
        yield from (_play(make, chunk) for chunk in chunks)
        return
    # A forked process would have this one's compiled code, but also its threads' locks.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        try:
            yield from pool.map(_play, [make] * len(chunks), chunks)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _play(make: Make, chunk: range) -> Duel:
    players, terms = _seated(make)
    return play_pairs(players, terms, chunk)


@lru_cache(maxsize=1)
def _seated(make: Make) -> Seats:
    return make()
