"""Chunks: their order, and what happens when workers are lost; by workers that can be told to fail."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from concurrent.futures import Future
from typing import cast

import pytest

from nardy.compute.chunks import MOST_LOSSES, Chunk, LostWorkersError, Part, run_chunks


class LostError(Exception):
    pass


class Puppets:
    """Workers that run a call when its result is asked for; some calls are lost."""

    shares_memory = True
    lost: tuple[type[BaseException], ...] = (LostError,)

    def __init__(self, count: int, losses: AbstractSet[int] = frozenset()) -> None:
        """`losses` are the numbers of the calls, in order of submission, that are lost."""
        self.count, self.losses = count, losses
        self.calls: list[object] = []
        self.renewed = 0

    def submit(self, function: Callable[[Chunk], Part], chunk: Chunk, /) -> Future[Part]:
        future: Future[Part] = Future()
        if len(self.calls) in self.losses:
            future.set_exception(LostError())
        else:
            future.set_result(function(chunk))
        self.calls.append(chunk)
        return future

    def renew(self) -> None:
        self.renewed += 1

    def close(self) -> None:
        pass


def double(number: int) -> int:
    return 2 * number


def test_parts_come_in_the_order_of_their_chunks() -> None:
    assert list(run_chunks(Puppets(3), double, range(10))) == [2 * n for n in range(10)]
    assert list(run_chunks(Puppets(3), double, [])) == []


def test_only_two_chunks_for_each_worker_are_taken_ahead() -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        while True:
            taken.append(len(taken))
            yield taken[-1]

    parts = run_chunks(Puppets(3), double, endless())
    assert [next(parts) for _ in range(4)] == [0, 2, 4, 6]
    parts.close()
    assert len(taken) == 4 + 6 - 1


@pytest.mark.parametrize("losses", [{0}, {1}, {5}, {0, 1, 2, 3}, {3, 7, 8, 12}])
def test_lost_chunks_are_run_again_and_no_others(losses: set[int]) -> None:
    workers = Puppets(2, losses)
    assert list(run_chunks(workers, double, range(10))) == [2 * n for n in range(10)]
    assert len(workers.calls) == 10 + len(losses)
    assert workers.renewed >= 1


def test_the_work_goes_on_with_fewer_workers() -> None:
    workers = Puppets(4)
    found = list[int]()
    for part in run_chunks(workers, double, range(20)):
        found.append(part)
        workers.count = max(1, workers.count - 1)
    assert found == [2 * n for n in range(20)]


def test_workers_that_are_lost_again_and_again_end_the_work() -> None:
    workers = Puppets(1, set(range(3, 1_000)))
    parts = run_chunks(workers, double, range(10))
    assert [next(parts) for _ in range(3)] == [0, 2, 4]
    with pytest.raises(LostWorkersError, match=f"but {MOST_LOSSES} in a row were lost"):
        next(parts)


def test_the_error_of_a_chunk_is_raised_and_ends_the_work() -> None:
    def fail_at_two(number: int) -> int:
        return 1 // (number - 2)

    class Lazy(Puppets):
        def submit(self, function: Callable[[Chunk], Part], chunk: Chunk, /) -> Future[Part]:
            future: Future[Part] = Future()
            try:
                future.set_result(function(chunk))
            except ZeroDivisionError as error:
                future.set_exception(error)
            return future

    parts = run_chunks(Lazy(1), fail_at_two, range(5))
    assert [next(parts), next(parts)] == [-1, -1]
    with pytest.raises(ZeroDivisionError):
        next(parts)


def test_closing_cancels_what_has_not_begun() -> None:
    futures = list[Future[int]]()

    class Waiting(Puppets):
        def submit(self, function: Callable[[Chunk], Part], chunk: Chunk, /) -> Future[Part]:
            future: Future[Part] = Future()
            if not futures:
                future.set_result(function(chunk))
            futures.append(cast(Future[int], future))
            return future

    parts = run_chunks(Waiting(2), double, range(10))
    assert next(parts) == 0
    parts.close()
    assert [future.cancelled() for future in futures] == [False, True, True, True]
