"""How many durable acts a second a club's store takes on SQLite and on PostgreSQL, by turns in one run.

    python benchmarks/databases.py
    python benchmarks/databases.py --writers 64 --rounds 5

Each writer has its own room and appends one act of two entries after another, each as soon as the last one is
on the disk, by `Writer.append` as the club does. PostgreSQL is that of NARDY_TEST_POSTGRESQL, or one that
scripts/services begins for this run; its own settings stay as they are, so every commit waits for its disk. Printed
are the medians of the rounds, and the ratio of both, which must be at least 0.8. The load of the machine changes
within minutes: compare only what stands in one run.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

ROUNDS = 3
LEAST = 0.8
"""The least ratio of acts a second, PostgreSQL to SQLite."""
EVENT = ("white", "24/18 13/8", ((24, 18), (13, 8)))
NOTE = {"clock": [600_000, 598_300, 0], "links": {"white": "5e" * 32, "black": "e5" * 32}}
SERVICES = Path(__file__).parents[1] / "scripts" / "services"


def measure(database: str, writers: int, seconds: float) -> dict[str, float]:
    """Append in this process."""
    from nardy.core.events import Played, Rolled  # noqa: PLC0415 (slow, and for children alone)
    from nardy.server.run import shorten_pauses  # noqa: PLC0415
    from nardy.server.store import log  # noqa: PLC0415
    from nardy.server.store.database.opening import open_store  # noqa: PLC0415
    from nardy.server.store.log import LogEntry, RoomRecord  # noqa: PLC0415

    shorten_pauses()
    store = open_store(database)
    times: list[float] = []

    async def write(number: int, end: float) -> None:
        record = RoomRecord(id=f"room-{number}", games=("backgammon",), white="guest:a")
        await store.run(lambda c: log.make_room(c, record, []))
        version = 0
        while time.monotonic() < end:
            key = f"key-{number}-{version}"
            entries = [
                LogEntry(Played(*EVENT), 1_700_000_000_000, None, NOTE),
                LogEntry(Rolled("black", (6, 2)), 1_700_000_000_000, key, NOTE),
            ]
            began = time.monotonic()
            assert await store.append(log.append_of(record.id, version, entries))
            times.append(time.monotonic() - began)
            version += len(entries)

    async def all_of_them() -> None:
        end = time.monotonic() + seconds
        await asyncio.gather(*(write(number, end) for number in range(writers)))

    began, spent = time.monotonic(), time.process_time()
    asyncio.run(all_of_them())
    wall, cpu = time.monotonic() - began, time.process_time() - spent
    store.close()
    centiles = statistics.quantiles(times, n=100)
    return {
        "acts a second": len(times) / wall,
        "ms of CPU an act": cpu / len(times) * 1000,
        "median ms": centiles[49] * 1000,
        "p99 ms": centiles[98] * 1000,
    }


def by_itself(database: str, writers: int, seconds: float) -> dict[str, float]:
    """A measurement in a process of its own."""
    arguments = ["--once", database, "--writers", str(writers), "--seconds", str(seconds)]
    told = subprocess.run(  # noqa: S603 (ourselves)
        [sys.executable, __file__, *arguments], check=True, capture_output=True, text=True
    )
    return json.loads(told.stdout)


@contextlib.contextmanager
def postgresql() -> Generator[str]:
    """The address of a server."""
    if address := os.environ.get("NARDY_TEST_POSTGRESQL"):
        yield address
        return
    with tempfile.TemporaryDirectory(prefix="nardy-services-") as above:
        Path(above).chmod(0o755)
        folder = f"{above}/services"
        told = subprocess.run(  # noqa: S603 (our own script)
            [SERVICES, "start", folder], check=True, capture_output=True, text=True
        )
        found = re.search(r"NARDY_TEST_POSTGRESQL=(\S+)", told.stdout)
        try:
            if not found:
                sys.exit(f"expected PostgreSQL, got none; {SERVICES} install brings it")
            yield found[1]
        finally:
            subprocess.run([SERVICES, "stop", folder], check=True)  # noqa: S603


@contextlib.contextmanager
def new_database(address: str) -> Generator[str]:
    """An empty database of the server."""
    import psycopg  # noqa: PLC0415 (an extra)

    name = f"nardy_benchmark_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        try:
            yield re.sub(r"/\w+$", f"/{name}", address)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def compare(address: str, writers: int, options: argparse.Namespace) -> float:
    """Measure both by turns, and print it; returns the ratio."""
    found: dict[str, list[dict[str, float]]] = {"SQLite": [], "PostgreSQL": []}
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as folder:
            found["SQLite"].append(by_itself(f"{folder}/club.db", writers, options.seconds))
        with new_database(address) as database:
            found["PostgreSQL"].append(by_itself(database, writers, options.seconds))
    medians = {
        name: {what: statistics.median(one[what] for one in rounds) for what in rounds[0]}
        for name, rounds in found.items()
    }
    for name, figures in medians.items():
        told = "   ".join(f"{value:,.2f} {what}" for what, value in figures.items())
        print(f"{writers:3} writers, {name:10} {told}")
    ratio = medians["PostgreSQL"]["acts a second"] / medians["SQLite"]["acts a second"]
    print(f"{writers:3} writers, PostgreSQL to SQLite: {ratio:.2f} (at least {LEAST})", flush=True)
    return ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--writers", type=int, help="so many at once [16, then 64]")
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement [5]")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of both [3]")
    parser.add_argument("--once", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.once:
        print(json.dumps(measure(options.once, options.writers, options.seconds)))
        return
    with postgresql() as address:
        counts = [options.writers] if options.writers else [16, 64]
        ratios = [compare(address, writers, options) for writers in counts]
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    sys.exit(min(ratios) < LEAST)


if __name__ == "__main__":
    main()
