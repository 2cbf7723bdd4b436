"""A ladder of 100,000 results counted again while 200 games go on: what acts feel of it.

    python benchmarks/recount.py
    python benchmarks/recount.py --results 20000 --players 100 --rounds 1

A club is started on a database with that many rated results of 1,000 players. 400 players connect and act as
in load.py, about once a second in each game. Quiet times and recounts alternate within the same games, since
the load of a shared machine changes within minutes. To start a recount, the benchmark marks a ladder in the
database, as a merge of two accounts does. The club then counts it from its first result.

Printed is the time of an act to the opponent's screen in both. With `--most 60` play ends after that many
seconds of a recount, and the rest is counted after the club was closed. At the end the standings are compared
with those of a ladder counted here without interruption.
"""

import argparse
import asyncio
import os
import random
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from pathlib import Path

import load
import sqlalchemy as sql
from wire import seat

from nardy.core.events import Started
from nardy.server.players.recalculation import recount
from nardy.server.ratings.ladder import Ladder, RatedResult
from nardy.server.store import log
from nardy.server.store.database.opening import open_store
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.ratings import ladders, recalculation

LADDER = ("fevga", "rapid")
"""A ladder without games during the run, so that it can be checked at the end."""
PEOPLE = 1_000
BEGAN = 1_780_000_000_000
MINUTE = 60_000
AT_ONCE = 1_000


def results(count: int) -> list[RatedResult]:
    """Rated results among many people, one a minute."""
    chance = random.Random(2026)
    return [_result(number, chance) for number in range(count)]


def _result(number: int, chance: random.Random) -> RatedResult:
    white, black = chance.sample(range(PEOPLE), 2)
    return RatedResult(
        room=f"old-{number}",
        game=LADDER[0],
        pace=LADDER[1],
        length=chance.choice([0, 1, 3, 5, 7]),
        is_rated=True,
        white=f"guest:p{white}",
        black=f"guest:p{black}",
        score=float(chance.random() < 0.5 + (black - white) / 4 / PEOPLE),
        size="single",
        ended_at=BEGAN + number * MINUTE,
    )


def prepare(file: Path, every: list[RatedResult]) -> None:
    """A database with these results, nothing of them counted."""
    store = open_store(file)

    async def write() -> None:
        for first in range(0, len(every), AT_ONCE):
            some = every[first : first + AT_ONCE]
            await store.run(lambda c, some=some: _end(c, some))

    asyncio.run(write())
    store.close()


def _end(connection: sql.Connection, some: list[RatedResult]) -> None:
    for one in some:
        record = RoomRecord(id=one.room, games=(one.game,), white=one.white, black=one.black)
        last = LogEntry(Started(f"{one.game} w opening"), one.ended_at)
        log.make_room(connection, record, [])
        log.append(connection, one.room, 0, [last], is_over=True)
    ladders.put_results(connection, some)


class Stamped(list[float]):
    """Times with the moments at which they were measured."""

    def __init__(self) -> None:
        """None yet."""
        super().__init__()
        self.at: list[float] = []

    def append(self, value: float) -> None:
        """One more."""
        super().append(value)
        self.at.append(time.monotonic())

    def between(self, begin: float, end: float) -> list[float]:
        """The times of the acts that were sent between two moments."""
        return [one for one, at in zip(self, self.at, strict=True) if begin <= at - one < end]


async def mark(file: Path) -> None:
    """Let the club count the ladder again from its beginning."""

    def write() -> None:
        # The club writes to the same file meanwhile.
        with closing(sqlite3.connect(file, timeout=30)) as connection, connection:
            row = "insert into recount (game, pace, upto, who, stamp) values (?, ?, 0, '', 1)"
            connection.execute(row, LADDER)

    await asyncio.to_thread(write)


def progress(file: Path) -> int | None:
    """The number of the result up to which it is counted; None where nothing is marked."""
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        found = connection.execute("select upto from recount").fetchone()
    return found[0] if found else None


async def recounted(file: Path, most: float) -> tuple[float, float]:
    """When the club began and ended a recount, or went on for so many seconds."""
    await mark(file)
    while await asyncio.to_thread(progress, file) == 0:  # noqa: ASYNC110 (another process)
        await asyncio.sleep(0.1)  # it looks for marks every 20 seconds
    begin = time.monotonic()
    while time.monotonic() < begin + most:
        if await asyncio.to_thread(progress, file) is None:
            break
        await asyncio.sleep(0.5)
    return begin, time.monotonic()


async def measure(address: str, file: Path, options: argparse.Namespace) -> None:
    """Play, and count in between."""
    tables = await asyncio.to_thread(
        seat, address, options.players // 2, {"game": options.game, "length": load.LONG}
    )
    times, count = Stamped(), load.Count()
    count.times, count.begin, count.end = times, time.monotonic(), float("inf")
    games = [
        asyncio.create_task(load.play(address, number, table, count))
        for number, table in enumerate(tables)
    ]
    quiet, busy = list[float](), list[float]()
    await asyncio.sleep(10)
    for _ in range(options.rounds):
        begin = time.monotonic()
        await asyncio.sleep(options.quiet)
        quiet += times.between(begin, time.monotonic())
        began, ended = await recounted(file, options.most)
        busy += times.between(began, ended)
        upto = await asyncio.to_thread(progress, file)
        print(f"recount: {ended - began:.0f} s, {upto or 'all'} results", flush=True)
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    for name, found in (("quiet", quiet), ("recount", busy)):
        centiles = [one * 1000 for one in statistics.quantiles(found, n=1000)]
        print(
            f"{name:8} {len(found):6,} acts, median {centiles[499]:4.0f} ms, "
            f"p99 {centiles[989]:4.0f} ms, p99.9 {centiles[998]:4.0f} ms"
        )
    print(f"{count.lost} connections lost, {len(count.refused)} acts refused")


def check(file: Path, every: list[RatedResult]) -> None:
    """Hold every standing against a ladder that was counted in one piece."""
    ladder = Ladder()
    for one in every:
        ladder.add(one)
    store = open_store(file)
    people = list(ladder.standings)
    for left in asyncio.run(store.read(recalculation.marks)):
        assert asyncio.run(recount(store, left, rest=0))
    found = asyncio.run(store.read(lambda c: ladders.standings_of(c, people, *LADDER)))
    store.close()
    assert found == ladder.standings
    print(f"{len(found):,} standings, each as a ladder counted in one piece has it")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--results", type=int, default=100_000, help="of the ladder [100000]")
    parser.add_argument("--players", type=int, default=400, help="two a game [400]")
    parser.add_argument("--rounds", type=int, default=2, help="quiet and recount by turns [2]")
    parser.add_argument("--quiet", type=float, default=60, help="seconds of a quiet time [60]")
    parser.add_argument("--most", type=float, default=float("inf"), help="seconds of a recount")
    parser.add_argument("--game", default="backgammon")
    options = parser.parse_args()
    every = results(options.results)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "club.db"
        prepare(file, every)
        print(f"{options.results:,} results, {file.stat().st_size / 1e6:.0f} MB", flush=True)
        with load.club(folder) as (address, _):
            asyncio.run(measure(address, file, options))
        check(file, every)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
