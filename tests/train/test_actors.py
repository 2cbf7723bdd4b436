"""Actors in processes: the same positions in any process, and a lost one is replaced."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing

import pytest

from nardy.compute.chunks import LostWorkersError
from nardy.compute.local import Processes
from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import Network
from nardy.games import GAMES
from nardy.train.actor import Actor, ActorSetup, Made, Order, Stage, Weights
from nardy.train.actors import LocalActor, ProcessActors, actors_of
from nardy.train.candidate_pairs import RowGroups
from nardy.train.shared_weights import SharedWeights

RULES = GAMES["hypergammon"]
PLAY, EXACT = Order(Stage.PLAY, 100), Order(Stage.EXACT, 20)


def weights_of(seed: int = 1) -> Weights:
    return Weights(Network.random(RULES, 8, 8, seed).flat, 1, MoveFilter.random(RULES, seed).flat)


def setup_of(seed: int) -> ActorSetup:
    return ActorSetup(RULES, 8, 8, 16, seed)


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


def test_an_actor_counts_what_each_order_took() -> None:
    actor = Actor(setup_of(1))
    first, second = (actor.make(order, weights_of()) for order in (EXACT, PLAY))
    assert first.ordered
    assert not second.ordered
    assert not sum(first.results)
    assert sum(second.results) == second.games > 0


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


def test_weights_are_copied_from_shared_memory() -> None:
    network, phases, move_filter = weights = weights_of()
    assert move_filter is not None
    with closing(SharedWeights.of_size(len(network) + len(move_filter))) as memory:
        other = SharedWeights.attached(memory.name)
        for written in (weights, Weights(network + 1, phases, None), weights):
            memory.write(written)
            read = other.read()
            assert read.network.tolist() == written.network.tolist()
            assert read.phases == phases
            assert (read.move_filter is None) == (written.move_filter is None)
        memory.write(weights_of(2))
        assert read.network.tolist() == network.tolist()


def test_processes_that_die_of_their_work_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(processes(2)) as actors:
        actors.begin(PLAY, weights_of())
        broken = Future[Made]()
        broken.set_exception(BrokenProcessPool())
        monkeypatch.setattr(ProcessActors, "_submit", lambda *_: broken)
        actors._futures[0] = broken  # noqa: SLF001
        with pytest.raises(LostWorkersError, match=r"5 in a row were lost; .* fewer --processes"):
            actors.made()
