"""How many durable acts a second the club's store takes, from 64 writers at once.

    python benchmarks/store.py
    python benchmarks/store.py --beside ../other-checkout/src    # the same, by turns, with its code

Each writer has its own room and appends one entry after another, each as soon as the last one is on the
disk (SQLite, WAL, synchronous=FULL). It uses the same `Writer` and `log.append` as the club. Printed are acts
a second by the clock, milliseconds of CPU an act, and the durations of the acts. The clock depends on the
other load of the machine: compare the CPU an act, and the ratios of one run.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 3
EVENT = ("white", "24/18 13/8", ((24, 18), (13, 8)))
NOTE = {"clock": [600_000, 598_300, 0], "links": {"white": "5e" * 32, "black": "e5" * 32}}


def measure(writers: int, seconds: float, folder: Path) -> dict[str, float]:
    from nardy.core.events import Played  # noqa: PLC0415 (of the code that is measured)
    from nardy.server.store import log  # noqa: PLC0415
    from nardy.server.store.database.opening import open_store  # noqa: PLC0415
    from nardy.server.store.log import LogEntry, RoomRecord  # noqa: PLC0415

    store = open_store(folder / "club.db")
    times: list[float] = []

    async def write(number: int, end: float) -> None:
        record = RoomRecord(id=f"room-{number}", games=("backgammon",), white="guest:a")
        await store.run(lambda c: log.make_room(c, record, []))
        version = 0
        while time.monotonic() < end:
            entry = LogEntry(Played(*EVENT), 1_700_000_000_000, f"key-{number}-{version}", NOTE)
            begin = time.monotonic()
            appended = await store.run(
                lambda c, v=version, e=entry: log.append(c, record.id, v, [e], is_over=False)
            )
            assert appended
            times.append(time.monotonic() - begin)
            version += 1

    async def all_of_them() -> None:
        end = time.monotonic() + seconds
        await asyncio.gather(*(write(number, end) for number in range(writers)))

    begin, spent = time.monotonic(), time.process_time()
    asyncio.run(all_of_them())
    wall, cpu = time.monotonic() - begin, time.process_time() - spent
    store.close()
    centiles = statistics.quantiles(times, n=100)
    return {
        "acts a second": len(times) / wall,
        "ms of CPU an act": cpu / len(times) * 1000,
        "median ms": centiles[49] * 1000,
        "p99 ms": centiles[98] * 1000,
    }


def by_itself(source: str, options: argparse.Namespace) -> dict[str, float]:
    """A measurement in a separate process, with the code of a checkout."""
    more = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([source, *more])}
    arguments = ["--writers", str(options.writers), "--seconds", str(options.seconds), "--once"]
    told = subprocess.run(  # noqa: S603 (ourselves)
        [sys.executable, __file__, *arguments],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(told.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--writers", type=int, default=64, help="so many at once [64]")
    parser.add_argument("--seconds", type=float, default=5, help="of each round [5]")
    parser.add_argument("--beside", help="the src folder of another checkout")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.once:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(options.writers, options.seconds, Path(folder))))
        return
    sources = {"this checkout": str(Path(__file__).parents[1] / "src")}
    if options.beside:
        sources["beside"] = options.beside
    found: dict[str, list[dict[str, float]]] = {name: [] for name in sources}
    # In turn, since the load of a shared machine changes within minutes.
    for _ in range(ROUNDS):
        for name, source in sources.items():
            found[name].append(by_itself(source, options))
    for name, rounds in found.items():
        medians = {what: statistics.median(one[what] for one in rounds) for what in rounds[0]}
        told = "   ".join(f"{value:,.2f} {what}" for what, value in medians.items())
        print(f"{name:14} {told}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
