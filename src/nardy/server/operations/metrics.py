"""The figures of a running club, as metrics of Prometheus."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from nardy.server.club.club import Club
from nardy.server.jobs.orders import KINDS
from nardy.server.process_state import Histogram, JobCounts
from nardy.server.rooms.clock import served_time
from nardy.version import __version__


@dataclass(frozen=True, slots=True)
class Watched:
    """What metrics are read from, at each request for them; counting costs the club next to nothing."""

    club: Club
    connections: Callable[[], int] = lambda: 0
    """The number of open WebSockets."""
    reviews: Callable[[], int] = lambda: 0
    """The number of reviews that wait or run."""
    relayed: Callable[[], int] = lambda: 0
    """The number of messages and requests that were passed on to other processes."""
    misdirected: Callable[[], int] = lambda: 0
    """The number of connections that a proxy was asked to make to another process."""
    reach: Callable[[], Mapping[str, int]] = dict[str, int]
    """How many other processes are reached over the relay, refuse this one, or are silent; empty for one alone."""
    strangers: Callable[[], int] = lambda: 0
    """The number of requests that came to the relay with another secret."""


def registry_of(watched: Watched) -> CollectorRegistry:
    """All metrics of a club, with those of its process (CPU, memory, open files)."""
    registry = CollectorRegistry()
    registry.register(_ClubCollector(watched))
    ProcessCollector(registry=registry)
    return registry


class _ClubCollector(Collector):
    def __init__(self, watched: Watched) -> None:
        self._watched = watched

    def collect(self) -> Iterator[Metric]:
        """All metrics; called in the thread of the port, and so it only reads numbers."""
        club = self._watched.club
        yield from _process(club)
        yield from _acts(club)
        yield from _queues(self._watched)
        yield from _jobs(club.process.jobs)
        yield from _boards(self._watched)
        yield from _processes(self._watched)


def _process(club: Club) -> Iterator[Metric]:
    yield _gauge("info", "The version of nardy.", [((__version__,), 1)], "version")
    draining = int(club.process.is_ending)
    yield _gauge("draining", "1 while the process finishes its last acts.", [((), draining)])
    told = "Seconds in which the event loop stood still; clocks of games do not charge them."
    yield _counter("stalled_seconds", told, [((), served_time.lost / 1000)])


def _acts(club: Club) -> Iterator[Metric]:
    process, store = club.process, club.store
    acts = [(("people",), sum(process.acts.counts)), (("bots",), process.bot_acts)]
    yield _counter("acts", "Acts on the disk.", acts, "by")
    told = "Seconds from a person's message to the act on the disk."
    yield _histogram("act_seconds", told, [((), process.acts)])
    refused = [((code,), count) for code, count in sorted(process.refusals.items())]
    yield _counter("refusals", "Refused messages of pages, by reason.", refused, "reason")
    told = "Jobs that shared one commit of the database."
    yield _histogram("commit_jobs", told, [((), store.batch_sizes)])
    yield _histogram("commit_seconds", "Seconds of a commit.", [((), store.commit_seconds)])


def _queues(watched: Watched) -> Iterator[Metric]:
    threads = {"bots": watched.club.process.bots, "advice": watched.club.process.advice}
    waiting = [((name,), queue.waiting) for name, queue in threads.items()]
    told = "Turns of bots, and hints, that wait or are thought about."
    yield _gauge("bot_jobs_waiting", told, waiting, "thread")
    seconds = [((name,), queue.seconds) for name, queue in threads.items()]
    told = "Seconds from the request of a bot's turn or a hint to its answer."
    yield _histogram("bot_job_seconds", told, seconds, "thread")
    told = "Reviews and rollouts that wait or run."
    yield _gauge("reviews_waiting", told, [((), watched.reviews())])


def _jobs(counts: JobCounts) -> Iterator[Metric]:
    """What workers do for the club; without workers all is 0."""
    yield _gauge("workers", "Workers that run.", [((), counts.workers)])
    waiting, now = list(counts.waiting.values()), monotonic()
    ages = {kind: [now - since for of, since in waiting if of == kind] for kind in KINDS}
    told = "Jobs of workers without an answer, by kind."
    yield _gauge("jobs_waiting", told, [((kind,), len(of)) for kind, of in ages.items()], "kind")
    oldest = [((kind,), max(of, default=0.0)) for kind, of in ages.items()]
    yield _gauge("job_age_seconds", "The age of the oldest of them.", oldest, "kind")
    seconds = [((kind,), counts.seconds.get(kind, Histogram())) for kind in KINDS]
    told = "Seconds from the request of a worker's job to its answer."
    yield _histogram("job_seconds", told, seconds, "kind")
    told = "Jobs that the club did itself, since no worker was there or it took too long."
    yield _counter("jobs_taken_back", told, [((), counts.taken_back)])
    yield _counter("jobs_failed", "Jobs that no worker could do.", [((), counts.failed)])


def _boards(watched: Watched) -> Iterator[Metric]:
    overs = [room.record.is_over for room in watched.club.all_loaded()]
    rooms = [(("playing",), overs.count(False)), (("over",), overs.count(True))]
    yield _gauge("rooms", "Rooms in memory.", rooms, "state")
    yield _gauge("connections", "Open pages and programs.", [((), watched.connections())])


def _processes(watched: Watched) -> Iterator[Metric]:
    """What this process is among those of its club; alone it has all leases."""
    ownership = watched.club.ownership
    yield _gauge("leases", "Leases of shards that this process has.", [((), ownership.count)])
    told = "Leases that this process lost without handing its rooms over."
    yield _counter("leases_lost", told, [((), ownership.lost)])
    told = "Messages and requests passed on to other processes."
    yield _counter("relayed", told, [((), watched.relayed())])
    told = "Connections that a proxy was asked to make to another process."
    yield _counter("misdirected", told, [((), watched.misdirected())])
    states = [((state,), count) for state, count in watched.reach().items()]
    told = "Other processes of the club, by whether this one reaches them with its secret."
    yield _gauge("processes", told, states, "state")
    told = "Requests at the relay with another secret."
    yield _counter("relay_strangers", told, [((), watched.strangers())])


LabelledValues = Iterable[tuple[tuple[str, ...], float]]
"""The values of the labels, and the figure."""


def _gauge(name: str, about: str, values: LabelledValues, *labels: str) -> Metric:
    metric = GaugeMetricFamily(f"nardy_{name}", about, labels=labels)
    for of, value in values:
        metric.add_metric(of, value)
    return metric


def _counter(name: str, about: str, values: LabelledValues, *labels: str) -> Metric:
    metric = CounterMetricFamily(f"nardy_{name}", about, labels=labels)
    for of, value in values:
        metric.add_metric(of, value)
    return metric


def _histogram(
    name: str, about: str, values: Iterable[tuple[tuple[str, ...], Histogram]], *labels: str
) -> Metric:
    metric = HistogramMetricFamily(f"nardy_{name}", about, labels=labels)
    for of, histogram in values:
        metric.add_metric(of, _buckets(histogram), histogram.total)
    return metric


def _buckets(histogram: Histogram) -> list[tuple[str, float]]:
    """The bounds with the number of values up to each."""
    bounds, found, so_far = [*map(str, histogram.bounds), "+Inf"], list[tuple[str, float]](), 0
    for bound, count in zip(bounds, list(histogram.counts), strict=True):
        so_far += count
        found.append((bound, so_far))
    return found
