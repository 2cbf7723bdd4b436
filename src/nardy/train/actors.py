"""The actors of a training run: one in this process, or several in processes of their own.

An actor keeps its games between orders, so each has a pool of one process. Results do not depend on which
actor is ready first. An actor whose process dies is replaced and gets its order again; only its unfinished
games are lost.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import lru_cache

from nardy.compute.chunks import MOST_LOSSES, LostWorkersError
from nardy.compute.local import Processes
from nardy.train.actor import Actor, ActorSetup, Made, Order, Weights
from nardy.train.shared_weights import SharedWeights


class LocalActor:
    """An actor in this process; it works when its result is asked for."""

    def __init__(self, setup: ActorSetup) -> None:
        self.actor = Actor(setup)

    def begin(self, order: Order, weights: Weights) -> None:
        self._waiting = order, weights

    def made(self) -> list[Made]:
        return [self.actor.make(*self._waiting)]

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class ProcessActors:
    """Actors in processes of their own, which work at the same time."""

    def __init__(self, setups: Sequence[ActorSetup], most_weights: int) -> None:
        """`most_weights` is the largest number of weights, network and move filter together."""
        self.setups = list(setups)
        self.memory = SharedWeights.of_size(most_weights)
        self.pools = [Processes(1) for _ in setups]
        self._futures: list[Future[Made]] = []

    def begin(self, order: Order, weights: Weights) -> None:
        """Order positions from every actor; results of the order before must have been read."""
        self._order = order
        self.memory.write(weights)
        self._futures = [self._submit(place) for place in range(len(self.pools))]

    def _submit(self, place: int) -> Future[Made]:
        pool, task = self.pools[place], (self.setups[place], self.memory.name, self._order)
        try:
            return pool.submit(_make, task)
        except pool.lost:
            self._replace(place)
            return pool.submit(_make, (self.setups[place], *task[1:]))

    def _replace(self, place: int) -> None:
        self.pools[place].renew()
        # Other games than those that the lost one has begun with.
        setup = self.setups[place]
        self.setups[place] = setup._replace(seed=setup.seed + 1)

    def made(self) -> list[Made]:
        """What every actor has made.

        Raises:
            LostWorkersError: a process dies again and again.
        """
        return [self._result(place) for place in range(len(self.pools))]

    def _result(self, place: int) -> Made:
        pool = self.pools[place]
        for _ in range(MOST_LOSSES):
            try:
                return self._futures[place].result()
            except pool.lost:
                self._replace(place)
                self._futures[place] = self._submit(place)
        raise LostWorkersError(
            f"expected processes that make training positions, but {MOST_LOSSES} in a row were lost; "
            "look at the memory of this machine, or give fewer --processes"
        )

    def close(self) -> None:
        for pool in self.pools:
            pool.close()
        self.memory.close()


Actors = LocalActor | ProcessActors


def actors_of(setups: Sequence[ActorSetup], most_weights: int) -> Actors:
    """One actor in this process, or several in others."""
    if len(setups) == 1:
        return LocalActor(setups[0])
    return ProcessActors(setups, most_weights)


def _make(task: tuple[ActorSetup, str, Order]) -> Made:
    """Work in the process of an actor."""
    setup, name, order = task
    return _actor_here(setup).make(order, _memory_here(name).read())


@lru_cache(maxsize=1)
def _actor_here(setup: ActorSetup) -> Actor:
    return Actor(setup)


@lru_cache(maxsize=1)
def _memory_here(name: str) -> SharedWeights:
    return SharedWeights.attached(name)
