"""How fast an act reaches the opponent's screen while the processes of a club are restarted one after the other.

    python benchmarks/rolling_restart.py                                   # 1,000 players, 100 acts a second
    python benchmarks/rolling_restart.py --players 100 --acts 20 --seconds 20

All play through the proxy, so the two of a game begin at different processes. First nothing happens for a minute.
Then each process is told to end (SIGTERM), begins again, and gets its part of the rooms back before the next one
ends. An act is timed from the moment in which its player would send it, with a connection or without, until it is on
the opponent's screen, who may have to connect again as well. So the waits of pages that were told to come again are
in the second figure; a player who thinks meanwhile notices nothing.

The share of the machine that the clients take is told: on few cores it makes the club slower than it is.
"""

import argparse
import asyncio
import gc
import os
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from bounds import Bounds
from load import spent_by, spent_by_all
from patient_players import LONG, Answer, Counts, Player, faults_in, players_at
from several_processes import SeveralProcesses, several_processes
from wire import seat

MOST_MS = 400.0
JOINING = 0.004
WARM, AFTER = 8.0, 5.0
Window = tuple[float, float]


def processor(club: SeveralProcesses) -> dict[str, float]:
    """Seconds of CPU so far, by part."""
    first = int((club.server.data / "postmaster.pid").read_text("ascii").split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()
    return {
        "club": sum(spent_by(one.process.pid) for one in club.clubs),
        "PostgreSQL": sum(map(spent_by, (first, *map(int, children)))),
        "clients": time.process_time(),
        "machine": spent_by_all(),
    }


async def restart(club: SeveralProcesses) -> list[float]:
    """Drain and begin again, one after the other; the seconds of each drain."""
    drains = list[float]()
    for one in club.clubs:
        began = time.monotonic()
        await asyncio.to_thread(one.end)
        drains.append(time.monotonic() - began)
        await asyncio.to_thread(one.begin)
        await asyncio.to_thread(one.wait)
        await asyncio.to_thread(club.wait_until_even)
    return drains


async def join(players: Sequence[Player], proxy: str, until: float) -> list[asyncio.Task[None]]:
    """All players, who do not come at the same moment."""
    tasks = list[asyncio.Task[None]]()
    for player in players:
        tasks.append(asyncio.create_task(player.play(proxy, until)))
        await asyncio.sleep(JOINING)
    return tasks


async def measure(
    club: SeveralProcesses, asked: argparse.Namespace, bounds: Bounds
) -> tuple[Counts, Window, Window]:
    """Let all play; when nothing happened, and when the processes were restarted."""
    counts, games = Counts(), asked.players // 2
    wish = {"game": asked.game, "length": LONG, "clock": "6000+8", "seat": "white"}
    tables = await asyncio.to_thread(seat, club.proxy, games, wish, 1)
    pause = games / asked.acts
    players = players_at(tables, counts, (0.7 * pause, 1.3 * pause))
    gc.freeze()
    tasks = await join(players, club.proxy, time.monotonic() + 7200)
    await asyncio.sleep(WARM)
    begin, before = time.monotonic(), processor(club)
    await asyncio.sleep(asked.seconds)
    spent = {part: seconds - before[part] for part, seconds in processor(club).items()}
    middle = time.monotonic()
    drains = await restart(club)
    await asyncio.sleep(AFTER)
    end = time.monotonic()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for part, seconds in spent.items():
        bounds.tell(f"{part}: cores of {os.cpu_count()}", seconds / asked.seconds, "cores")
    bounds.tell("the longest drain", max(drains))
    bounds.tell("the rolling restart", end - AFTER - middle)
    return counts, (begin, middle), (middle, end)


def tell(what: str, seen: Sequence[Answer], window: Window, bounds: Bounds) -> None:
    """Print how soon acts of a window were on the opponent's screen."""
    times = sorted(one.took * 1000 for one in seen if window[0] <= one.sent < window[1])
    bounds.tell(f"{what}: acts a second", len(times) / (window[1] - window[0]), "acts")
    bounds.tell(f"{what}: median to the opponent", statistics.median(times), "ms")
    p99 = times[int(len(times) * 0.99)]
    bounds.tell(f"{what}: p99 to the opponent", p99, "ms", most=MOST_MS)
    late = sum(one > MOST_MS for one in times)
    bounds.tell(f"{what}: acts later than {MOST_MS:.0f} ms", 100 * late / len(times), "%")
    bounds.tell(f"{what}: the latest", times[-1], "ms")


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=1000, help="two a game [1000]")
    parser.add_argument("--acts", type=float, default=100, help="a second, of them all [100]")
    parser.add_argument("--seconds", type=float, default=60, help="in which nothing happens [60]")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--game", default="backgammon")
    asked = parser.parse_args()
    bounds = Bounds()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before the start", flush=True)
    with several_processes(asked.processes) as club:
        counts, quiet, restarting = asyncio.run(measure(club, asked, bounds))
        wrong = faults_in(club.server.address, counts)
    counts.tell()
    tell("in quiet", counts.seen, quiet, bounds)
    tell("while restarted", counts.seen, restarting, bounds)
    bounds.require_none(wrong, "no answered act was lost, none is there twice")
    bounds.leave()


if __name__ == "__main__":
    main()
