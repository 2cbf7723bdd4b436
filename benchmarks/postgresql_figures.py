"""What acts and ends of games cost a server of PostgreSQL: its CPU, its log, its disk, its rows.

    python benchmarks/postgresql_figures.py
    python benchmarks/postgresql_figures.py --ends 30 --processes 6

It starts a server of its own, whose commits wait for its disk, and opens the club's store on it, once for each process
of a club. First they append acts of one entry for some seconds, 16 at once a store; the server's CPU is that of all its
processes. Then games are begun and end: one after another, which tells how long that transaction takes and what it
leaves in the tables, and at a given rate from all stores at once, at random moments. Ends wait for each other, since they
are numbered; told is how many had to be refused. scale_inputs.py takes these figures.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
from databases import EVENT, NOTE, SERVICES, new_database

from nardy.core.events import Played
from nardy.server.errors import StoreError
from nardy.server.ratings.ladder import RatedResult
from nardy.server.run import shorten_pauses
from nardy.server.store import log
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.ratings import ladders

AT = 1_700_000_000_000
TICKS = os.sysconf("SC_CLK_TCK")
LEFT_BY_A_GAME = ("room", "finished_room", "result", "standing")
PLAYERS = 5_000


class Server:
    """A server that scripts/services began in a folder."""

    def __init__(self, folder: Path, address: str) -> None:
        self._main = int((folder / "postgresql" / "postmaster.pid").read_text("utf-8").split()[0])
        self.folder, self.address = folder / "postgresql", address

    def cpu_seconds(self) -> float:
        """Of all its processes, those that have ended included."""
        children = Path(f"/proc/{self._main}/task/{self._main}/children").read_text("utf-8")
        found = [self._times(int(child)) for child in children.split()]
        return (sum(self._times(self._main, ended=True), 0) + sum(map(sum, found))) / TICKS

    @staticmethod
    def _times(process: int, *, ended: bool = False) -> list[int]:
        with contextlib.suppress(FileNotFoundError):
            told = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
            return [int(one) for one in told[11 : 15 if ended else 13]]
        return []

    def flush_ms(self) -> float:
        """The median of the flushes of a file in its folder, each after 8 kB were written."""
        times, file = list[float](), self.folder / "flushed"
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT)
        for _ in range(200):
            os.pwrite(descriptor, b"x" * 8192, 0)
            begun = time.perf_counter()
            os.fdatasync(descriptor)
            times.append(1000 * (time.perf_counter() - begun))
        os.close(descriptor)
        file.unlink()
        return statistics.median(times)


@contextlib.contextmanager
def served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="nardy-services-") as above:
        Path(above).chmod(0o755)
        folder = Path(above, "services")
        told = subprocess.run(  # noqa: S603 (our own script)
            [SERVICES, "start", folder], check=True, capture_output=True, text=True
        )
        found = re.search(r"NARDY_TEST_POSTGRESQL=(\S+)", told.stdout)
        try:
            if not found:
                sys.exit(f"expected PostgreSQL, got none; {SERVICES} install brings it")
            yield Server(folder, found[1])
        finally:
            subprocess.run([SERVICES, "stop", folder], check=True)  # noqa: S603


def one_value(address: str, query: str) -> float:
    with psycopg.connect(address) as connection:
        found = connection.execute(query).fetchone()  # type: ignore[arg-type]
    return float(found[0]) if found else 0.0


def log_bytes(address: str) -> float:
    """The end of the write-ahead log."""
    return one_value(address, "select pg_current_wal_lsn() - '0/0'::pg_lsn")


def bytes_of(address: str, tables: Sequence[str]) -> float:
    one = "+".join(f"pg_total_relation_size('{table}')" for table in tables)
    return one_value(address, f"select {one}")


async def make(store: Writer, name: str, number: int) -> RoomRecord:
    people = [f"guest:{random.randrange(PLAYERS):012}" for _ in range(2)]
    record = RoomRecord(
        id=f"{name}-{number:08}",
        games=("backgammon",),
        white=people[0],
        black=people[1],
        seed="5e" * 32,
    )
    await store.run(lambda c: log.make_room(c, record, []))
    return record


def entry(key: str) -> LogEntry:
    return LogEntry(Played(*EVENT), AT, key, NOTE)


async def act(store: Writer, number: int, end: float) -> int:
    """Acts in one room, each as soon as the last one is stored."""
    record, version = await make(store, f"acts{id(store):x}", number), 0
    while time.monotonic() < end:
        assert await store.append(
            log.append_of(record.id, version, [entry(f"{record.id}-{version}")])
        )
        version += 1
    return version


async def acts(server: Server, address: str, stores: Sequence[Writer], seconds: float) -> None:
    begun, before, written = time.monotonic(), server.cpu_seconds(), log_bytes(address)
    end = begun + seconds
    counts = await asyncio.gather(*(act(store, n, end) for store in stores for n in range(16)))
    count, wall = sum(counts), time.monotonic() - begun
    print(f"{count / wall:8,.0f} acts a second by {len(stores)} stores")
    print(f"{1000 * (server.cpu_seconds() - before) / count:8.3f} ms of CPU of the server an act")
    print(f"{(log_bytes(address) - written) / count:8,.0f} bytes of write-ahead log an act")
    print(f"{bytes_of(address, ['entry']) / count:8,.0f} bytes of the table of entries an act")


async def end(store: Writer, record: RoomRecord) -> float:
    """End a rated game as the club does; returns the seconds."""
    result = RatedResult(
        room=record.id,
        game="backgammon",
        pace="rapid",
        length=1,
        is_rated=True,
        white=str(record.white),
        black=str(record.black),
        score=1,
        white_points=1,
        size="single",
        ended_at=AT,
    )

    def job(connection: Connection) -> None:
        assert log.append(connection, record.id, 0, [entry(record.id)], is_over=True)
        ladders.add_result(connection, result)

    begun = time.perf_counter()
    await store.run_end(job)
    return time.perf_counter() - begun


async def ends_alone(server: Server, address: str, store: Writer, count: int) -> None:
    rooms = [await make(store, "alone", number) for number in range(count)]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("vacuum analyze")
    before = server.cpu_seconds()
    times = [await end(store, record) for record in rooms]
    spent = server.cpu_seconds() - before
    print(f"{1000 * statistics.median(times):8.2f} ms until the end of a game is stored, by itself")
    print(f"{1000 * spent / count:8.2f} ms of CPU of the server for it")


async def ends_together(stores: Sequence[Writer], rate: float, seconds: float) -> None:
    """Ends at random moments."""
    count, chance = round(rate * seconds), random.Random(7)
    rooms = [await make(stores[n % len(stores)], f"met{rate:g}", n) for n in range(count)]

    async def one(number: int) -> float | None:
        await asyncio.sleep(chance.random() * seconds)
        try:
            return await end(stores[number % len(stores)], rooms[number])
        except StoreError:
            return None

    told = await asyncio.gather(*map(one, range(count)))
    times = sorted(1000 * one for one in told if one is not None)
    p99 = times[int(0.99 * len(times))] if times else float("nan")
    refused = told.count(None)
    print(
        f"{rate:8.0f} ends a second by {len(stores)} stores: median {statistics.median(times):.0f} ms, "
        f"p99 {p99:.0f} ms, {refused} of {count} refused",
        flush=True,
    )


async def measure(server: Server, address: str, options: argparse.Namespace) -> None:
    stores = [open_store(address) for _ in range(options.processes)]
    print(f"{server.flush_ms():8.2f} ms for a flush of the disk")
    await acts(server, address, stores, options.seconds)
    await ends_alone(server, address, stores[0], 300)
    for rate in options.ends:
        await ends_together(stores, rate, options.seconds)
    count = one_value(address, "select count(*) from finished_room")
    kept = bytes_of(address, LEFT_BY_A_GAME) / count
    print(f"{kept:8,.0f} bytes a game in {', '.join(LEFT_BY_A_GAME)}, with their indexes")
    for store in stores:
        store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--processes", type=int, default=4, help="stores, each as of a process [4]")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--ends", type=float, nargs="+", default=[15, 30, 60], help="a second")
    options = parser.parse_args()
    shorten_pauses()
    with served() as server, new_database(server.address) as address:
        asyncio.run(measure(server, address, options))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
