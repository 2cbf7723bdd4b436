"""Finding an opponent: does everybody meet once and at once, and what does a pairing cost?

    python benchmarks/pairing_pool.py            # the pool alone, then the club's service
    python benchmarks/pairing_pool.py --rounds 5 --pairs 50

First the pool alone, by a clock of its own: 500 people press *Play* within ten seconds and wait until all
have met, in every other evening so unlike that hundreds wait together. After many steps a brute-force search
looks for two who fit and still wait. Then the service on a
database: 500 people search who fit nobody, and pairs of strangers who fit press *Play* one after the other.
A pairing is everything from the second press to the word to both: the pool, the room, its row on the disk.
"""

import argparse
import asyncio
import itertools
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import msgspec

from nardy.server.club.club import Club
from nardy.server.matchmaking import seekers
from nardy.server.matchmaking.seekers import SearchNews, Seekers
from nardy.server.pairing.pool import CASUAL, SearchPool, SearchRange, Seeker, SeekerPair
from nardy.server.protocol.matchmaking import Matched, Search
from nardy.server.rooms.new_room import NewRoom
from nardy.server.store import guests
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest

PEOPLE = 500
SECONDS = 10.0
"""The time in which they all come."""
NEVER = 1e9
SPREADS = (350, 40_000)
"""Standard deviations of strength: a club, and people of whom hardly two fit before the range is open."""
EACH = 10
"""Steps from one look at all pairs to the next."""


class Simulation:
    """One evening of a pool, with a clock of its own."""

    def __init__(self, numbers: random.Random, spread: float) -> None:
        """*spread* is the standard deviation of their strengths."""
        self.pool, self.now = SearchPool(CASUAL), 0.0
        self.met: set[str] = set()
        self.costs: list[float] = []
        self.checked = self.steps = self.most = 0
        comings = sorted(numbers.uniform(0, SECONDS) for _ in range(PEOPLE))
        names = [f"p{number}" for number in range(PEOPLE)]
        self.people = [
            Seeker(name, numbers.gauss(1500, spread), at, frozenset(numbers.sample(names, 3)))
            for name, at in zip(names, comings, strict=True)
        ]

    def run(self) -> None:
        for seeker in self.people:
            self.until(seeker.since)
            began = process_time()
            pair = self.pool.join(seeker, self.now)
            self.take([pair] if pair else [], process_time() - began)
        self.until(SECONDS + CASUAL.open_after + 1)

    def until(self, moment: float) -> None:
        """Let time pass; the pool is called when it says so."""
        while (at := self.pool.next_at()) is not None and at <= moment:
            self.now = max(self.now, at)
            began = process_time()
            pairs = self.pool.due(self.now)
            self.take(pairs, process_time() - began)
        self.now = moment

    def take(self, pairs: Sequence[SeekerPair], cost: float) -> None:
        self.costs += [cost / len(pairs)] * len(pairs) if pairs else [cost]
        for seeker in itertools.chain(*pairs):
            assert seeker.who not in self.met, "paired twice"
            self.met.add(seeker.who)
        self.steps += 1
        self.most = max(self.most, len(self.pool.seekers))
        if self.steps % EACH == 0:
            self.look()

    def look(self) -> None:
        """Nobody waits while a fit is there, by the words of the rule."""
        for one, other in itertools.combinations(self.pool.seekers, 2):
            self.checked += 1
            widths = (CASUAL.at(self.now - each.since - 1e-9) for each in (one, other))
            is_near = abs(one.strength - other.strength) < min(widths)
            is_wanted = other.who not in one.avoids and one.who not in other.avoids
            assert not (is_near and is_wanted), "two who fit are waiting"


class Tab:
    """A page that searches, and notes when it is told of its room."""

    silence = 0

    def __init__(self) -> None:
        self.told = asyncio.Event()
        self.room = ""

    def tell_search(self, news: SearchNews) -> None:
        if isinstance(news, Matched):
            assert not self.room, "paired twice"
            self.room = news.room
            self.told.set()


async def searches(club: Club, pool: Seekers, names: Sequence[str]) -> list[Tab]:
    tabs = [Tab() for _ in names]
    for name, tab in zip(names, tabs, strict=True):
        wanted = {"id": name, "game": "backgammon", "clock": "300+5"}
        await pool.search(tab, Guest(name, name), msgspec.convert(wanted, Search))
    return tabs


async def pairings(folder: Path, pairs: int) -> tuple[list[float], list[float]]:
    """Seconds of the wall clock and of CPU from the second press to the word to both."""
    club = Club(open_store(folder / "club.db"), patience=0)
    strengths = {f"guest:w{n}": 1e7 * n for n in range(PEOPLE)}
    strengths |= {f"guest:{side}{n}": -5e6 for n in range(pairs) for side in "ab"}

    async def strength(_: Seekers, who: str, __: NewRoom) -> float:
        return strengths[who]

    def job(connection: Any) -> None:
        for seat in strengths:
            name = seat.removeprefix("guest:")
            guests.add_guest(connection, Guest(name, name), f"token-{name}", 1)

    await club.store.run(job)
    # Those who wait must never fit, however long this takes.
    seekers.CASUAL = SearchRange(CASUAL.start, CASUAL.growth, NEVER)
    Seekers._strength = strength  # noqa: SLF001 (strengths without thousands of results)
    pool = Seekers(club)
    waiting = await searches(club, pool, [f"w{n}" for n in range(PEOPLE)])
    walls, costs = [], []
    for number in range(pairs):
        (one,) = await searches(club, pool, [f"a{number}"])
        wall, cost = perf_counter(), process_time()
        (other,) = await searches(club, pool, [f"b{number}"])
        await asyncio.gather(one.told.wait(), other.told.wait())
        walls.append(perf_counter() - wall)
        costs.append(process_time() - cost)
        assert one.room == other.room
    assert not any(tab.room for tab in waiting), "paired without a fit"
    await pool.close()
    await club.close()
    return walls, costs


def told(what: str, seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    figures = {"median": statistics.median(ordered), "p99": p99, "most": ordered[-1]}
    words = ", ".join(f"{name} {1000 * value:.2f} ms" for name, value in figures.items())
    return f"{what}: {words} ({len(ordered):,})"


def lines(rounds: int, pairs: int) -> Iterator[str]:
    """The figures, as soon as each is known."""
    costs: list[float] = []
    met = checked = most = 0
    for number in range(rounds):
        simulation = Simulation(random.Random(number), SPREADS[number % len(SPREADS)])
        simulation.run()
        costs += simulation.costs
        met, checked = met + len(simulation.met), checked + simulation.checked
        most = max(most, simulation.most)
    people = rounds * PEOPLE
    yield f"pool: {met:,} of {people:,} people met once, up to {most} waited together"
    yield f"{checked:,} pairs of waiting people looked at: none fitted"
    yield told("CPU of a step of the pool", costs)
    with tempfile.TemporaryDirectory() as folder:
        walls, costs = asyncio.run(pairings(Path(folder), pairs))
    yield told(f"from the second press to the room, {PEOPLE} others searching", walls)
    yield told("CPU of it", costs)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="evenings of the pool alone")
    parser.add_argument("--pairs", type=int, default=300, help="pairs of strangers at the service")
    chosen = parser.parse_args()
    for line in lines(chosen.rounds, chosen.pairs):
        print(line, flush=True)
