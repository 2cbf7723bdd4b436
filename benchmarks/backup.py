"""A backup of a busy club: how long it takes, whether the club waits, whether the copy can be played on.

    python benchmarks/backup.py
    python benchmarks/backup.py --megabytes 1000 --commits 50

A database of 300 MB is filled through the club's own store. Then 20 rooms get an entry each second,
each in a separate durable commit, while `nardy backup` runs in another process. Printed are its
seconds, the p99 of a commit before and meanwhile, and how large the write-ahead log became. Of the copy
every room is checked: as many entries as its version says, none missing, and all of one moment; then it
is opened and every room gets one more entry.
"""

import argparse
import asyncio
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

from nardy.core.events import Played
from nardy.server.store import log
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry, RoomRecord

EVENT = Played("white", "24/18 13/8", ((24, 18), (13, 8)))
NOTE = {"clock": [600_000, 598_300, 0], "links": {"white": "5e" * 32, "black": "e5" * 32}}
BEGAN = 1_790_000_000_000
ENTRIES_A_ROOM = 60
QUIET = 10
"""Seconds in which the club is measured without a backup."""


async def fill(store: Writer, file: Path, megabytes: int) -> int:
    """Finished games until the file is as large; how many."""
    number = 0
    while file.stat().st_size < megabytes * 1_000_000:  # noqa: ASYNC240 (nobody else waits)
        await asyncio.gather(*(_old_game(store, number + n) for n in range(200)))
        number += 200
    return number


async def _old_game(store: Writer, number: int) -> None:
    record = RoomRecord(id=f"old-{number}", games=("backgammon",), white="guest:a", black="guest:b")
    entries = [LogEntry(EVENT, BEGAN + n, f"key-{n}", NOTE) for n in range(ENTRIES_A_ROOM)]
    await store.run(lambda c: log.make_room(c, record, entries))


class Play:
    """Rooms in which something happens all the time, one commit after the other."""

    def __init__(self, store: Writer, rooms: int) -> None:
        """Begin nothing yet."""
        self.store = store
        self.versions = dict.fromkeys((f"new-{n}" for n in range(rooms)), 0)
        self.times: list[float] = []

    async def begin(self) -> None:
        """Make the rooms."""
        for room in self.versions:
            record = RoomRecord(id=room, games=("backgammon",), white="guest:a", black="guest:b")
            await self.store.run(lambda c, r=record: log.make_room(c, r, []))

    async def act(self, room: str) -> None:
        """One act, as durable as the club's."""
        version, began = self.versions[room], time.perf_counter()
        entry = LogEntry(EVENT, time.time_ns() // 1_000_000, f"key-{version}", NOTE)
        assert await self.store.run(lambda c: log.append(c, room, version, [entry]))
        self.versions[room] += 1
        self.times.append(time.perf_counter() - began)

    async def until(self, done: asyncio.Event, commits: int) -> None:
        """So many acts a second, in each room in turn."""
        start, count = time.perf_counter(), 0
        while not done.is_set():
            for room in self.versions:
                await asyncio.sleep(max(0, start + count / commits - time.perf_counter()))
                await self.act(room)
                count += 1


async def measure(folder: Path, megabytes: int, commits: int) -> None:
    """Fill, save while it goes on, and tell."""
    file, copy = folder / "club.db", folder / "copy.db"
    store = open_store(file)
    print(f"filling {file} ...", flush=True)
    games = await fill(store, file, megabytes)
    print(f"{file.stat().st_size / 1e6:.0f} MB, {games:,} games")
    play, done = Play(store, 20), asyncio.Event()
    await play.begin()
    going = asyncio.create_task(play.until(done, commits))
    await asyncio.sleep(QUIET)
    quiet, play.times = play.times, []
    largest, began = 0, time.perf_counter()
    saving = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "nardy", "backup", str(copy), "--database", str(file))
    )
    while saving.returncode is None:
        largest = max(largest, file.with_name("club.db-wal").stat().st_size)
        await asyncio.wait([asyncio.ensure_future(saving.wait())], timeout=0.05)
    seconds = time.perf_counter() - began
    busy = play.times
    done.set()
    await going
    store.close()
    print(f"backup: {seconds:.1f} s, status {saving.returncode}")
    print(f"commits meanwhile: {len(busy) / seconds:.1f} a second")
    for name, times in (("quiet", quiet), ("meanwhile", busy)):
        centiles = statistics.quantiles(times, n=100)
        print(f"{name:10} median {centiles[49] * 1000:6.1f} ms, p99 {centiles[98] * 1000:6.1f} ms")
    print(f"write-ahead log: {largest / 1e6:.1f} MB at most")
    await check(copy, play)


async def check(copy: Path, play: Play) -> None:
    """Whether the copy is of one moment, and can be played on."""
    with sqlite3.connect(copy) as connection:
        wrong = connection.execute(
            "select count(*) from room where version != "
            "(select count(*) from entry where entry.room = room.id)"
        ).fetchone()
        found = "select id, version from room where id like 'new-%' order by rowid"
        versions = dict(connection.execute(found).fetchall())
    assert wrong == (0,), wrong
    # The rooms act in turn: of one moment are versions that differ by one at most, the first ones ahead.
    counts = [versions[room] for room in play.versions]
    assert counts == sorted(counts, reverse=True), counts
    assert counts[0] - counts[-1] <= 1, counts
    store = open_store(copy)
    again = Play(store, 0)
    again.versions = versions
    await asyncio.gather(*map(again.act, versions))
    store.close()
    print(f"the copy: sound, of one moment (act {sum(counts)}), opened and played on")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=300, help="of the database [300]")
    parser.add_argument("--commits", type=int, default=20, help="a second meanwhile [20]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), options.megabytes, options.commits))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
