"""How much bots that think delay people: acts of people alone, beside bots in the club, and beside bots in workers.

    python benchmarks/bots_beside.py                          # 60 players, 100 games against bots, 3 rounds of 20 s
    python benchmarks/bots_beside.py --rounds 5 --seconds 60 --workers 2
    python benchmarks/bots_beside.py --game long-nardy --level 8

Each round starts three clubs, one after the other, on empty databases. The players of load.py sit in games among
themselves; only their acts are timed, from the sending to the opponent's connection. In the second and third club as
many others play bots, at the same pace. A fourth club has as many other games between people: what the acts alone cost,
without anybody thinking.

Everything runs on one machine. The load before the start, the generator's delay and the CPU of all are printed.
"""

import argparse
import asyncio
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from load import JOINING, LONG, Count, play, spent_by, spent_by_all
from wire import post, seat

PEOPLE, OTHERS, IN_CLUB, IN_WORKERS = (
    "people alone",
    "beside people",
    "bots in the club",
    "bots in workers",
)
ARMS = (PEOPLE, OTHERS, IN_CLUB, IN_WORKERS)


@dataclass
class Found:
    """The figures of one arm over all rounds."""

    times: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    """Of each round."""
    late: list[float] = field(default_factory=list)
    acts: int = 0
    others: int = 0
    """Acts in the other games."""
    refused: int = 0
    server: float = 0.0
    """Seconds of CPU."""
    workers: float = 0.0
    machine: float = 0.0


@contextmanager
def club(folder: str, workers: int) -> Iterator[tuple[str, int, list[int]]]:
    """A club on an empty database: its address, its process and those of its workers."""
    environment = {**os.environ, "NARDY_DATABASE": f"{folder}/club.db"}
    command = [sys.executable, "-m", "nardy", "serve", "--port", "0", "--workers", str(workers)]
    with subprocess.Popen(  # noqa: S603 (our own)
        command, env=environment, stdout=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None
        words = serving.stdout.readline().split()
        try:
            if workers:
                time.sleep(8)  # until they have loaded their networks
            children = Path(f"/proc/{serving.pid}/task/{serving.pid}/children").read_text("ascii")
            found = [int(child) for child in children.split()]
            # They were started by threads of the club, whose children the kernel lists there.
            for task in Path(f"/proc/{serving.pid}/task").iterdir():
                found += map(int, (task / "children").read_text("ascii").split())
            yield next(w for w in words if w.startswith("http")), serving.pid, sorted({*found})
        finally:
            serving.terminate()


async def measure(arm: str, options: argparse.Namespace, found: Found) -> None:
    workers = options.workers if arm == IN_WORKERS else 0
    with tempfile.TemporaryDirectory() as folder, club(folder, workers) as (address, pid, own):
        wish = {"game": options.game, "length": LONG}
        tables = await asyncio.to_thread(seat, address, options.players // 2, wish)
        people = len(tables)
        if arm in (IN_CLUB, IN_WORKERS):
            tables += await asyncio.to_thread(against_bots, address, people, options)
        elif arm == OTHERS:
            tables += await asyncio.to_thread(seat, address, options.games, wish, people)
        count, other = Count(), Count()
        for one in (count, other):
            one.begin = time.monotonic() + JOINING * len(tables) + 3
            one.end = one.begin + options.seconds
        gc.freeze()
        jobs: list[asyncio.Task[None]] = []
        for number, table in enumerate(tables):
            whose = count if number < people else other
            jobs.append(asyncio.create_task(play(address, number, table, whose)))
            await asyncio.sleep(JOINING)
        await asyncio.sleep(count.begin - time.monotonic())
        before = spent_by(pid), sum(map(spent_by, own)), spent_by_all()
        await asyncio.gather(*jobs)
        found.server += spent_by(pid) - before[0]
        found.workers += sum(map(spent_by, own)) - before[1]
        found.machine += spent_by_all() - before[2]
    found.times += count.times
    found.p99.append(statistics.quantiles(count.times, n=100)[98])
    found.late += count.late
    found.acts += count.acts
    found.others += other.acts
    found.refused += len(count.refused) + count.lost


def against_bots(address: str, first: int, options: argparse.Namespace) -> list[tuple[str, str]]:
    """Games of others against bots: room and cookie of each."""
    wish = {"game": options.game, "length": LONG, "against": "bot", "bot": options.level}
    found: list[tuple[str, str]] = []
    for player in range(first, first + options.games):
        made, cookie = post(address, player, "/api/rooms", wish)
        found.append((made["room"], cookie))
    return found


def tell(arm: str, found: Found, alone: Found, seconds: float) -> None:
    centiles = statistics.quantiles(found.times, n=100)
    late = statistics.quantiles(found.late, n=100)[98]
    middle = statistics.median(found.p99)
    print(
        f"{arm:17} median {centiles[49] * 1000:6.1f} ms, p99 {centiles[98] * 1000:6.1f} ms, "
        f"median of the rounds' p99 {middle * 1000:6.1f} ms = "
        f"{middle / statistics.median(alone.p99):.2f} of people alone"
    )
    print(
        f"{'':17} {found.acts / seconds:.0f} acts a second, others' {found.others / seconds:.0f}; "
        f"{found.refused} refused or lost; generator late p99 {late * 1000:.1f} ms"
    )
    print(
        f"{'':17} CPU: club {found.server / seconds:.0%}, workers {found.workers / seconds:.0%}, "
        f"machine {found.machine / seconds:.0%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=60, help="two a game [60]")
    parser.add_argument("--games", type=int, default=100, help="against bots [100]")
    parser.add_argument("--level", default="8", help="of the bots [8]")
    parser.add_argument("--workers", type=int, default=1, help="of the third club [1]")
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement [20]")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", default="backgammon")
    options = parser.parse_args()
    found = {arm: Found() for arm in ARMS}
    for number in range(options.rounds):
        for arm in ARMS if number % 2 == 0 else ARMS[::-1]:
            print(
                f"round {number + 1}, {arm}: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
            )
            asyncio.run(measure(arm, options, found[arm]))
    for arm in ARMS:
        tell(arm, found[arm], found[PEOPLE], options.seconds * options.rounds)


if __name__ == "__main__":
    main()
