"""A million games a day on paper and by simulation: what a club of several processes needs, and what is full first.

    python benchmarks/scale_simulation.py                        # the plan, and the search for what is full first
    python benchmarks/scale_simulation.py --inputs               # every figure that goes in, as a table
    python benchmarks/scale_simulation.py --set act_ms=1.8 --set elsewhere=0

Nothing of the club runs here. The figures that go in stand in scale_inputs.py with the commands that measured them.
The busiest hour is simulated, act by act: a message arrives at some process, goes to the owner of its room, waits for the
owner's processor, for one of its connections to PostgreSQL, for a core and for the flush of the disk there, and is told
to both pages. Transactions that end games number them, so they go one after another. Maintenance packs old games at one
process: it is followed through weeks.

A club holds if the p99 from an act to the opponent's page is at most 250 ms, if at most one end of a game in two hundred
is refused, and if maintenance packs as many games as end. For each size the parts that are too small are found by
relief: each is made ten times as large, alone, and it is at fault if the club holds then. The same seed gives the same
figures.
"""

import argparse
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from queueing import Connection, Disk, Lock, Servers, Then, Timeline
from scale_inputs import Inputs, described

DAY = 24 * 3600
MOST_MS = 250.0
"""The greatest p99 from an act to the opponent's page."""
MOST_REFUSED = 0.005
"""Of the ends of games; their players are told to try again."""
TOGETHER = 256
"""The most acts of one statement: MOST_TOGETHER in store/database/batches.py."""
AGAIN_SECONDS = 1.0
"""Until a page repeats an act that was refused."""
WARM = 0.25
"""The part of a simulation that is not counted: the queues are empty when it begins."""
SIZES = (250_000, 500_000, 1_000_000, 2_000_000, 4_000_000)
MOST_GAMES = 16e6
"""A day; no part is looked at beyond."""


@dataclass(frozen=True)
class Relief:
    """Which parts are ten times as large as they are."""

    processor: bool = False
    cores: bool = False
    disk: bool = False
    connections: bool = False
    ends: bool = False


PARTS = {
    "processor": "the processors of the club's processes",
    "cores": "the cores of PostgreSQL",
    "disk": "the flushes of PostgreSQL's disk",
    "connections": "the connections for appends",
    "ends": "the numbering of finished games",
    "maintenance": "packing by maintenance",
}


@dataclass(frozen=True)
class Plan:
    """The plan for a number of games a day, reckoned without a simulation."""

    games: float
    inputs: Inputs

    @property
    def peak_games(self) -> float:
        """Games a second in the busiest hour."""
        return self.games / DAY * self.inputs.peak

    @property
    def peak_acts(self) -> float:
        return self.peak_games * self.inputs.acts_a_game

    @property
    def cores_at_peak(self) -> float:
        """Cores that all processes of the club use."""
        return self.peak_acts * process_ms(self.inputs, self.processes) / 1000

    @property
    def processes(self) -> int:
        """A process has one interpreter, and so one core."""
        count = 1
        while count * self.inputs.full * 1000 < self.peak_acts * process_ms(self.inputs, count):
            count += 1
        return count

    @property
    def database_cores(self) -> float:
        """Cores that PostgreSQL uses at the peak."""
        ends = self.peak_games * self.inputs.end_cpu_ms
        return (self.peak_acts * self.inputs.append_ms + ends) / 1000

    @property
    def worker_cores(self) -> float:
        """Half of the acts of a game against a bot are the bot's, and half of those its turns."""
        turns = self.peak_acts * self.inputs.bot_games / 4
        return turns * self.inputs.bot_turn_ms / 1000

    @property
    def players(self) -> float:
        """Open connections at the peak."""
        people = 2 - self.inputs.bot_games
        return self.peak_games * self.inputs.minutes_a_game * 60 * people

    @property
    def memory_gb(self) -> float:
        each = self.processes * self.inputs.process_mb / 1e3
        return each + self.players * self.inputs.player_kb / 1e6

    @property
    def rows_gb(self) -> float:
        """Games of a day and a quarter, until they are packed."""
        return 1.25 * self.games * self.inputs.row_bytes_a_game / 1e9

    @property
    def kept_gb_a_year(self) -> float:
        each = self.inputs.packed_bytes_a_game + self.inputs.other_bytes_a_game
        return 365 * self.games * each / 1e9

    @property
    def log_gb_a_day(self) -> float:
        """Of PostgreSQL's write-ahead log, which is archived for restores."""
        return self.games * self.inputs.acts_a_game * self.inputs.log_bytes_an_act / 1e9

    @property
    def traffic_tb_a_month(self) -> float:
        people = 2 - self.inputs.bot_games
        each = self.inputs.acts_a_game * people * self.inputs.message_bytes
        return 30 * self.games * each / 1e12

    def costs(self) -> dict[str, float]:
        """EUR a month, by part; everything has a second one of PostgreSQL that stands by."""
        one = self.inputs
        database = 2 * math.ceil(self.database_cores / one.full)
        disk = self.rows_gb * 2 + self.kept_gb_a_year + 7 * self.log_gb_a_day
        return {
            "processes of the club": self.processes * one.core_month,
            "workers": math.ceil(self.worker_cores / one.full) * one.core_month,
            "PostgreSQL, twice": database * one.core_month,
            "disks after a year": disk * one.gb_month,
            "traffic": self.traffic_tb_a_month * one.traffic_tb,
        }


def process_ms(inputs: Inputs, processes: int) -> float:
    """CPU of the club's processes for an act, with the messages that go from one to another."""
    away = inputs.elsewhere * (processes - 1) / processes
    # The act itself, the news for who acted, and the news for the opponent.
    relays = 3 * away * 2 * inputs.relay_ms
    return inputs.act_ms + inputs.append_process_ms + relays


@dataclass(frozen=True)
class Job:
    """Writes of a process that are no plain append."""

    then: Then
    is_end: bool = False
    """It ends a game."""


class Process:
    """One process of the club: its processor and its connections to PostgreSQL."""

    def __init__(self, club: "SimulatedClub") -> None:
        inputs, relief = club.inputs, club.relief
        self.processor = Servers(club.timeline, 10 if relief.processor else 1)
        count = int(inputs.appenders) * (10 if relief.connections else 1)
        self._appenders = [Connection[Then](club.append, TOGETHER) for _ in range(count)]
        self.jobs = Connection[Job](club.do_jobs, TOGETHER)
        self._random = club.random

    def append(self, then: Then) -> None:
        # A room has its connection by the hash of its id.
        self._random.choice(self._appenders).send(then)


class SimulatedClub:
    """The busiest hour of a club."""

    def __init__(self, plan: Plan, seed: int, relief: Relief = Relief()) -> None:
        self.inputs, self.relief, self.plan = plan.inputs, relief, plan
        self.random, self.timeline = Random(seed), Timeline()
        cores = int(self.inputs.database_cores) * (10 if relief.cores else 1)
        self.cores = Servers(self.timeline, cores)
        self.disk = Disk(self.timeline, self.inputs.flush_ms / 1000 / (10 if relief.disk else 1))
        self.lock = Lock(self.timeline, self.inputs.lock_seconds)
        self.processes = [Process(self) for _ in range(plan.processes)]
        self.times: list[float] = []
        self.ends = self.refused = 0
        self._counted_from = 0.0

    def run(self, seconds: float) -> None:
        self._counted_from = seconds * WARM
        self._arrive()
        self.timeline.run(seconds)

    # Acts

    def _arrive(self) -> None:
        self.timeline.after(self.random.expovariate(self.plan.peak_acts), self._arrive)
        owner = self.random.choice(self.processes)
        is_end = self.random.random() * self.inputs.acts_a_game < 1
        begun = self.timeline.now
        self._hear(owner, lambda: self._store(owner, begun, is_end=is_end))

    def _hear(self, owner: Process, then: Then) -> None:
        """A message reaches the owner of its room."""
        spends = self._spent(self.inputs.act_ms * self.inputs.before_append)
        socket = self._socket_of(owner)
        if socket is owner:
            owner.processor.serve(spends, then)
        else:
            relay = self._spent(self.inputs.relay_ms)
            socket.processor.serve(relay, lambda: owner.processor.serve(spends + relay, then))

    def _store(self, owner: Process, begun: float, *, is_end: bool) -> None:
        def done() -> None:
            self._tell(owner, begun)

        if not is_end:
            owner.append(done)
            return
        self.ends += self._is_counted()
        owner.jobs.send(Job(done, is_end=True))
        # The same process begins another game at some other moment.
        for _ in range(int(self.inputs.jobs_a_game)):
            later = self.random.uniform(0, 1)
            self.timeline.after(later, lambda: owner.jobs.send(Job(lambda: None)))

    def _tell(self, owner: Process, begun: float) -> None:
        """Tell both pages; timed is the opponent's."""
        ms = self.inputs.act_ms * (1 - self.inputs.before_append) + self.inputs.append_process_ms
        mine, theirs = self._socket_of(owner), self._socket_of(owner)
        relay = self._spent(self.inputs.relay_ms)
        away = [socket for socket in (mine, theirs) if socket is not owner]

        def told() -> None:
            if mine is not owner:
                mine.processor.serve(relay, lambda: None)
            if theirs is owner:
                self._count(begun)
            else:
                theirs.processor.serve(relay, lambda: self._count(begun))

        owner.processor.serve(self._spent(ms) + len(away) * relay, told)

    def _socket_of(self, owner: Process) -> Process:
        is_anywhere = self.random.random() < self.inputs.elsewhere
        return self.random.choice(self.processes) if is_anywhere else owner

    def _spent(self, ms: float) -> float:
        """Seconds that vary: exponential, as what an act costs has a long tail."""
        return self.random.expovariate(1000 / ms) if ms else 0.0

    def _count(self, begun: float) -> None:
        if self._is_counted():
            self.times.append(self.timeline.now - begun)

    def _is_counted(self) -> bool:
        return self.timeline.now >= self._counted_from

    # PostgreSQL

    def append(self, batch: list[Then], end: Then) -> None:
        """One statement of a connection, which is one transaction."""

        def stored() -> None:
            end()
            for then in batch:
                then()

        self._commit(len(batch) * self.inputs.append_ms, stored)

    def _commit(self, ms: float, then: Then) -> None:
        half = self.inputs.way_ms / 2000
        after, serve, flush = self.timeline.after, self.cores.serve, self.disk.flush
        seconds = self._spent(ms)
        after(half, lambda: serve(seconds, lambda: flush(lambda: after(half, then))))

    def do_jobs(self, batch: list[Job], end: Then) -> None:
        """Jobs of a process share a transaction; one that ends games waits for those of other processes."""

        def work(commit: Then) -> None:
            # Several statements, one after another, each a way to the server and back.
            waits = max(0.0, self.inputs.end_ms - self.inputs.end_cpu_ms) / 1000
            cpu = self._spent(len(batch) * self.inputs.end_cpu_ms)
            self.cores.serve(cpu, lambda: self.timeline.after(waits, commit))

        def told(*, held: bool) -> None:
            end()
            for job in batch:
                self._answer(job, is_done=held)

        if self.relief.ends or not any(job.is_end for job in batch):
            work(lambda: told(held=True))
        else:
            self.lock.run(work, told)

    def _answer(self, job: Job, *, is_done: bool) -> None:
        if is_done:
            job.then()
        else:
            self.refused += job.is_end and self._is_counted()
            self.timeline.after(AGAIN_SECONDS, job.then)


@dataclass(frozen=True)
class Outcome:
    """Results of a simulation of the busiest hour."""

    plan: Plan
    median_ms: float
    p99_ms: float
    processor: float
    cores: float
    disk: float
    ending: float
    """The part of the time in which a transaction ends games, and others that would wait."""
    refused: float
    """The part of ends that were refused, since they had waited too long."""

    @property
    def holds(self) -> bool:
        return self.p99_ms <= MOST_MS and self.refused <= MOST_REFUSED


def simulated(plan: Plan, options: argparse.Namespace, relief: Relief = Relief()) -> Outcome:
    """Simulate so many acts of the busiest hour."""
    club = SimulatedClub(plan, options.seed, relief)
    club.run(max(options.seconds, options.ends / plan.peak_games))
    times = sorted(club.times)
    busy = [one.processor.utilization() for one in club.processes]
    return Outcome(
        plan=plan,
        median_ms=1000 * times[len(times) // 2],
        p99_ms=1000 * times[int(0.99 * len(times))],
        processor=sum(busy) / len(busy),
        cores=club.cores.utilization(),
        disk=club.disk.utilization(),
        ending=club.lock.utilization(),
        refused=club.refused / max(1, club.ends),
    )


# Maintenance


def looks_a_day(inputs: Inputs, *, rests: bool) -> float:
    """Rooms that maintenance looks at in a day, with a rest after each round or without."""
    seconds = inputs.looks_a_round / 4 * inputs.portion_ms / 1000
    return inputs.looks_a_round * DAY / (seconds + rests * inputs.rest_seconds)


def left_unpacked(games: float, inputs: Inputs, days: int, seed: int) -> list[float]:
    """Finished games with rows at the end of each day, in games.

    Maintenance goes round by the ids of rooms, which are random, and looks at those that are too young as well. It rests
    as long as fewer than half can be packed. Every thousandth game is simulated.
    """
    chance, hours, scale = np.random.default_rng(seed), 24, 1_000
    ids, ended, place = np.empty(0), np.empty(0), 0.0
    told: list[float] = []
    slow, fast = (
        round(looks_a_day(inputs, rests=rests) / hours / scale) for rests in (True, False)
    )
    looks = slow
    for hour in range(days * hours):
        new = chance.random(round(games / scale / hours))
        ids, ended = np.append(ids, new), np.append(ended, np.full(len(new), hour))
        order = np.argsort((ids - place) % 1.0)
        ids, ended = ids[order], ended[order]
        is_left = (np.arange(len(ids)) >= looks) | (ended > hour - hours)
        place = ids[min(looks, len(ids)) - 1]
        looks = fast if 2 * (~is_left).sum() >= min(looks, len(is_left)) else slow
        ids, ended = ids[is_left], ended[is_left]
        if hour % hours == hours - 1:
            told.append(scale * len(ids))
    return told


def is_packed(games: float, inputs: Inputs, seed: int) -> bool:
    """Whether the games with rows stop growing within weeks."""
    told = left_unpacked(games, inputs, 42, seed)
    # A day is some hours before or after a round, so weeks are compared.
    grown = sum(told[-7:]) - sum(told[-14:-7])
    return grown / 7 < 0.02 * 7 * games


# Search


def at_fault(outcome: Outcome, options: argparse.Namespace) -> list[str]:
    """The parts that are too small."""
    plan, found = outcome.plan, list[str]()
    if not is_packed(plan.games, plan.inputs, options.seed):
        found.append("maintenance")
    if not outcome.holds:
        alone = [
            name
            for name in PARTS
            if name != "maintenance"
            and simulated(plan, options, replace(Relief(), **{name: True})).holds
        ]
        found += alone or ["several at once"]
    return found


def greatest(holds: Callable[[float], bool], least: float, most: float) -> float:
    """The most games a day for which it holds, to a twentieth."""
    if holds(most):
        return most
    while most / least > 1.05:
        between = math.sqrt(least * most)
        least, most = (between, most) if holds(between) else (least, between)
    return least


def limits(inputs: Inputs, options: argparse.Namespace) -> dict[str, float]:
    """How many games a day each part would carry if all others were large enough; the least is full first."""
    told = {
        "maintenance": greatest(lambda n: is_packed(n, inputs, options.seed), 10_000, MOST_GAMES),
    }
    for part in ("ends", "disk", "cores"):
        others = {name: name != part for name in ("cores", "disk", "ends", "connections")}
        relief = Relief(**others)
        told[part] = greatest(
            lambda n, relief=relief: simulated(Plan(n, inputs), options, relief).holds,
            100_000,
            MOST_GAMES,
        )
    return told


# What is printed


def plan_lines(plan: Plan) -> Iterable[str]:
    yield f"{plan.games:14,.0f} games a day"
    yield f"{plan.peak_games:14,.1f} games a second begin and end in the busiest hour"
    yield f"{plan.peak_acts:14,.0f} acts a second then"
    yield f"{plan.players:14,.0f} people at a board then"
    yield f"{process_ms(plan.inputs, plan.processes):14,.2f} ms of CPU of the club's processes an act"
    yield f"{plan.processes:14,} processes of the club, which use {plan.cores_at_peak:.1f} cores"
    yield f"{plan.memory_gb:14,.1f} GB of memory in them"
    yield f"{plan.worker_cores:14,.1f} cores for bots"
    yield f"{plan.database_cores:14,.1f} cores of PostgreSQL"
    rows = 1.25 * plan.games * plan.inputs.entries_a_game
    yield f"{rows:14,.0f} rows of games that are not packed yet"
    yield f"{plan.rows_gb:14,.1f} GB of them"
    yield f"{plan.kept_gb_a_year:14,.0f} GB a year of packed games, results and rooms"
    yield f"{plan.kept_gb_a_year / 12:14,.0f} GB a month, which is one partition"
    yield f"{plan.log_gb_a_day:14,.0f} GB a day of write-ahead log"
    yield f"{plan.traffic_tb_a_month:14,.1f} TB a month to the pages"
    for part, price in plan.costs().items():
        yield f"{price:14,.0f} EUR a month for {part}"
    yield f"{sum(plan.costs().values()):14,.0f} EUR a month in all"


def outcome_line(outcome: Outcome, faults: list[str]) -> str:
    told = ", ".join(faults) or "nothing"
    return (
        f"{outcome.plan.games:11,.0f} {outcome.plan.processes:9,} {outcome.median_ms:7.0f} {outcome.p99_ms:7.0f} "
        f"{outcome.processor:9.0%} {outcome.cores:6.0%} {outcome.disk:5.0%} {outcome.ending:6.0%} {outcome.refused:8.2%}  {told}"
    )


def report(inputs: Inputs, options: argparse.Namespace) -> None:
    print("\n".join(plan_lines(Plan(options.games, inputs))))
    print(
        "\n  games/day processes  median p99, ms processor  cores  disk ending  refused  too small"
    )
    for games in SIZES:
        outcome = simulated(Plan(games, inputs), options)
        print(outcome_line(outcome, at_fault(outcome, options)), flush=True)
    print("\ngames a day that each part carries by itself")
    found = limits(inputs, options)
    for part, games in sorted(found.items(), key=lambda one: one[1]):
        more = " or more" if games == MOST_GAMES else ""
        print(f"{games:11,.0f}  {PARTS[part]}{more}")


def read_inputs(changes: list[str]) -> Inputs:
    told = dict(one.split("=") for one in changes)
    return replace(Inputs(), **{name: float(value) for name, value in told.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=float, default=1e6, help="a day, for the plan [1000000]")
    parser.add_argument("--seconds", type=float, default=2, help="of the busiest hour, at least")
    parser.add_argument(
        "--ends", type=float, default=1000, help="ends of games to wait for, at least"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="changes")
    parser.add_argument("--inputs", action="store_true", help="only print what goes in")
    options = parser.parse_args()
    inputs = read_inputs(options.changes)
    if options.inputs:
        print("\n".join(described(inputs)))
        return
    report(inputs, options)


if __name__ == "__main__":
    main()
