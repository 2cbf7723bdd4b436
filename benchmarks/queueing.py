"""Queues in simulated time: servers, batches, flushes shared by all who wait, and a lock.

scale_simulation.py builds a club of several processes from these. Times are in seconds. Everything happens in the order
of time, and what happens at one moment in the order in which it was asked for, so one seed gives one result.
tests/test_scale_simulation.py holds `Servers` to the formula of Erlang.
"""

import functools
import heapq
import itertools
import math
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")
Then = Callable[[], None]
"""A function to call at a time."""


class Timeline:
    """Future events, in the order of time."""

    def __init__(self) -> None:
        self.now = 0.0
        self._coming: list[tuple[float, int, Then]] = []
        self._numbers = itertools.count()

    def after(self, seconds: float, then: Then) -> None:
        heapq.heappush(self._coming, (self.now + seconds, next(self._numbers), then))

    def run(self, until: float) -> None:
        """Let everything happen that comes before *until*."""
        while self._coming and self._coming[0][0] <= until:
            self.now, _, then = heapq.heappop(self._coming)
            then()
        self.now = until


class Servers:
    """Equal servers with one queue: the first to come is the first to be served."""

    def __init__(self, timeline: Timeline, count: int = 1) -> None:
        self._timeline, self._count = timeline, count
        self._free = count
        self._waiting: deque[tuple[float, Then]] = deque()
        self.busy_seconds = 0.0
        """Of all servers together."""

    def serve(self, seconds: float, then: Then) -> None:
        """Call *then* after so many seconds of service."""
        if self._free:
            self._begin(seconds, then)
        else:
            self._waiting.append((seconds, then))

    def utilization(self) -> float:
        """The part of all time so far in which a server was busy."""
        return self.busy_seconds / (self._timeline.now * self._count)

    def _begin(self, seconds: float, then: Then) -> None:
        self._free -= 1
        self.busy_seconds += seconds
        self._timeline.after(seconds, lambda: self._end(then))

    def _end(self, then: Then) -> None:
        self._free += 1
        if self._waiting:
            self._begin(*self._waiting.popleft())
        then()


class Disk:
    """One flush at a time, which is for all who came before it began."""

    def __init__(self, timeline: Timeline, seconds: float) -> None:
        self._timeline, self._seconds = timeline, seconds
        self._waiting: list[Then] = []
        self._is_busy = False
        self.busy_seconds = 0.0
        self.flushes = 0

    def flush(self, then: Then) -> None:
        """Call *then* once a flush that has not begun yet is done."""
        self._waiting.append(then)
        if not self._is_busy:
            self._begin()

    def utilization(self) -> float:
        return self.busy_seconds / self._timeline.now

    def _begin(self) -> None:
        some, self._waiting, self._is_busy = self._waiting, [], True
        self.busy_seconds += self._seconds
        self.flushes += 1
        self._timeline.after(self._seconds, lambda: self._end(some))

    def _end(self, some: list[Then]) -> None:
        self._is_busy = False
        if self._waiting:
            self._begin()
        for then in some:
            then()


class Connection(Generic[Item]):
    """Takes all that waits, at most so many together, and the next when those are done."""

    def __init__(self, work: Callable[[list[Item], Then], None], most: int) -> None:
        """*work* gets a batch, and what to call when it is done."""
        self._work, self._most = work, most
        self._waiting: deque[Item] = deque()
        self._is_busy = False

    def send(self, item: Item) -> None:
        self._waiting.append(item)
        if not self._is_busy:
            self._begin()

    def _begin(self) -> None:
        self._is_busy = True
        some = [self._waiting.popleft() for _ in range(min(self._most, len(self._waiting)))]
        self._work(some, self._end)

    def _end(self) -> None:
        self._is_busy = False
        if self._waiting:
            self._begin()


class Lock:
    """A lock that is given to those who wait in the order in which they came, and that nobody waits for too long."""

    def __init__(self, timeline: Timeline, patience: float) -> None:
        """A transaction that has waited for *patience* seconds gives up."""
        self._timeline, self._patience = timeline, patience
        self._waiting: deque[tuple[float, Callable[[Then], None], Callable[..., None]]] = deque()
        self._since: float | None = None
        self._held_seconds = 0.0

    def run(self, does: Callable[[Then], None], then: Callable[..., None]) -> None:
        """Do something that holds the lock until it calls what it gets; *then* hears whether it was *held*."""
        self._waiting.append((self._timeline.now, does, then))
        if self._since is None:
            self._next()

    def utilization(self) -> float:
        """The part of all time so far in which somebody held it."""
        return self._held_seconds / self._timeline.now

    def _next(self) -> None:
        # Who is told that it was not held may come again at once, and get it.
        while self._waiting and self._since is None:
            came, does, then = self._waiting.popleft()
            if self._timeline.now - came > self._patience:
                then(held=False)
            else:
                self._since = self._timeline.now
                does(functools.partial(self._release, then))

    def _release(self, then: Callable[..., None]) -> None:
        assert self._since is not None
        self._held_seconds += self._timeline.now - self._since
        self._since = None
        self._next()
        then(held=True)


def chance_to_wait(load: float, servers: int) -> float:
    """Erlang's C formula: the part that must wait, where *load* (rate by service time) meets equal servers.

    >>> round(chance_to_wait(0.5, 1), 3), round(chance_to_wait(1.5, 2), 3)
    (0.5, 0.643)
    """
    terms = [load**n / math.factorial(n) for n in range(servers)]
    last = load**servers / math.factorial(servers) * servers / (servers - load)
    return last / (sum(terms) + last)


def mean_wait(rate: float, seconds: float, servers: int) -> float:
    """Seconds in the queue before service, where both arrivals and service are exponential (M/M/c)."""
    load = rate * seconds
    return chance_to_wait(load, servers) * seconds / (servers - load)
