"""What one process counts about itself, and whether it is about to end."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds of the buckets for times in seconds."""


class Histogram:
    """Counts of observed values by bucket.

    Plain lists, since an act observes some values: a histogram of prometheus-client takes ten times as long.

    >>> times = Histogram((1, 10))
    >>> times.observe(10)
    >>> times.counts, times.total
    ([0, 1, 0], 10.0)
    """

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.bounds = tuple(bounds)
        """The largest value of each bucket but the last, ascending."""
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0
        """The sum of all values."""

    def observe(self, value: float) -> None:
        """Count a value; only one thread may call this."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    @classmethod
    def sum_of(cls, some: Sequence["Histogram"]) -> "Histogram":
        """The values of several histograms of the same buckets, each counted by a thread of its own.

        >>> one, other = Histogram((1, 10)), Histogram((1, 10))
        >>> one.observe(10)
        >>> other.observe(11)
        >>> Histogram.sum_of([one, other]).counts
        [0, 1, 1]
        """
        made = cls(some[0].bounds)
        made.counts = [sum(counts) for counts in zip(*(one.counts for one in some), strict=True)]
        made.total = sum(one.total for one in some)
        return made


@dataclass(slots=True)
class BotQueue:
    """The jobs of one thread of the bots."""

    waiting: int = 0
    """Jobs that wait or run."""
    seconds: Histogram = field(default_factory=Histogram)
    """From the request of a job to its result."""


@dataclass(slots=True)
class JobCounts:
    """The jobs that a process has given to workers."""

    waiting: dict[str, tuple[str, float]] = field(default_factory=dict[str, tuple[str, float]])
    """By id, the kind of a job without an answer, and when it was asked (seconds of the monotonic clock)."""
    seconds: dict[str, Histogram] = field(default_factory=dict[str, Histogram])
    """By kind, from the request of a job to its answer."""
    taken_back: int = 0
    """Jobs that the club did itself, since no worker ran any more or it took too long."""
    failed: int = 0
    workers: int = 0
    """Workers that ran when the club last looked."""


@dataclass(slots=True)
class ProcessState:
    """The state of the process that its host asks for."""

    is_ending: bool = False
    """Whether the process is about to end: it is not ready, and takes no new pages where others do."""
    is_draining: bool = False
    """Whether it begins no act any more."""
    acts: Histogram = field(default_factory=Histogram)
    """Acts of people, by the seconds from their message's arrival until they are on the disk."""
    bot_acts: int = 0
    refusals: Counter[str] = field(default_factory=Counter[str])
    """Refused messages of pages, by code (nardy.server.errors)."""
    bots: BotQueue = field(default_factory=BotQueue)
    advice: BotQueue = field(default_factory=BotQueue)
    """Hints and evaluations."""
    jobs: JobCounts = field(default_factory=JobCounts)
