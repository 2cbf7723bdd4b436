"""Actors in processes: the same positions in any process, and a lost one is replaced."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing

import pytest
from tests.train.setups import setup_of, weights_of

from nardy.compute.chunks import LostWorkersError
from nardy.compute.local import Processes
from nardy.train.actor import Actor, Made, Order, Stage
from nardy.train.actors import LocalActor, ProcessActors, actors_of
from nardy.train.candidate_pairs import RowGroups

PLAY, EXACT = Order(Stage.PLAY, 100), Order(Stage.EXACT, 20)


def processes(count: int) -> ProcessActors:
    network, _, move_filter = weights_of()
    assert move_filter is not None
    setups = [setup_of(seed) for seed in range(count)]
    found = actors_of(setups, len(network) + len(move_filter))
    assert isinstance(found, ProcessActors)
    return found


def contents(made: Made) -> tuple[object, ...]:
    """The positions and counts, but for the rolls of the move filter."""
    rows = made.rows
    lessons = rows.rows if isinstance(rows, RowGroups) else rows
    return (*(column.tolist() for column in lessons), *made[2:])


def test_one_actor_stays_in_this_process() -> None:
    with closing(actors_of([setup_of(1)], 0)) as actors:
        assert isinstance(actors, LocalActor)
        actors.begin(PLAY, weights_of())
        (made,) = actors.made()
    assert made.rows.size >= PLAY.rows
    assert sum(made.results) == made.games > 0


def test_processes_make_what_this_process_makes() -> None:
    alone = [Actor(setup_of(seed)) for seed in range(2)]
    with closing(processes(2)) as actors:
        for order, weights in ((PLAY, weights_of(1)), (EXACT, weights_of(2))):
            actors.begin(order, weights)
            for actor, made in zip(alone, actors.made(), strict=True):
                assert contents(made) == contents(actor.make(order, weights))


def test_a_killed_actor_is_replaced() -> None:
    with closing(processes(2)) as actors:
        actors.begin(PLAY, weights_of())
        actors.made()
        for order in (PLAY, EXACT):
            kill(actors.pools[1])
            actors.begin(order, weights_of())
            first, second = actors.made()
            assert min(first.rows.size, second.rows.size) >= order.rows


def kill(pool: Processes) -> None:
    """End the process of a pool, as the system does when memory is short."""
    (process,) = pool._pool._processes.values()  # noqa: SLF001 (no public way to its process)
    process.kill()
    process.join()


def test_processes_that_die_of_their_work_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(processes(2)) as actors:
        actors.begin(PLAY, weights_of())
        broken = Future[Made]()
        broken.set_exception(BrokenProcessPool())
        monkeypatch.setattr(ProcessActors, "_submit", lambda *_: broken)
        actors._futures[0] = broken  # noqa: SLF001
        with pytest.raises(LostWorkersError, match=r"5 in a row were lost; .* fewer --processes"):
            actors.made()
