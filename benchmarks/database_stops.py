"""Whether a club of several processes loses an act when PostgreSQL dies in the middle of games, and how soon it goes on.

    python benchmarks/database_stops.py                                # 100 games, 3 stops in 3 minutes
    python benchmarks/database_stops.py --games 10 --stops 2 --seconds 60

PostgreSQL is stopped without a farewell (`pg_ctl stop -m immediate`), and each second time its first process is killed
by signal 9. It is away for five seconds, longer than the leases of the club's processes are valid. Players repeat an
act with its id until it is answered, and press again when the club refuses it.

*On again* is, for each game, the time from the return of PostgreSQL to the next answered act, with the second for
which players think. At the end the logs are judged as in failovers.py.
"""

import argparse
import asyncio
import statistics
import time

from bounds import Bounds
from patient_players import LONG, Counts, faults_in, players_at
from several_processes import OwnPostgresql, SeveralProcesses, several_processes
from wire import seat

AGAIN = 10.0


async def stop(server: OwnPostgresql, asked: argparse.Namespace, until: float) -> list[float]:
    """Stop the server and begin it again, evenly over the time; the moments of its returns."""
    began, returns = time.monotonic(), list[float]()
    step = (until - began - 5) / asked.stops
    for number in range(asked.stops):
        await asyncio.sleep(began + 5 + number * step - time.monotonic())
        ends, how = (server.kill, "killed") if number % 2 else (server.stop_at_once, "stopped")
        await asyncio.to_thread(ends)
        print(f"{time.monotonic() - began:7.1f} s  PostgreSQL {how}", flush=True)
        await asyncio.sleep(asked.away)
        await asyncio.to_thread(server.start)
        returns.append(time.monotonic())
        print(f"{returns[-1] - began:7.1f} s  PostgreSQL is back", flush=True)
    return returns


async def measure(
    club: SeveralProcesses, asked: argparse.Namespace
) -> tuple[Counts, list[float], int]:
    """Let all play; their answers, when PostgreSQL came back, and how many games there are."""
    wish = {"game": asked.game, "length": LONG, "clock": "6000+8", "seat": "white"}
    counts = Counts()
    tables = await asyncio.to_thread(seat, club.proxy, asked.games, wish, 1)
    until = time.monotonic() + asked.seconds
    async with asyncio.TaskGroup() as all_of_them:
        stopping = all_of_them.create_task(stop(club.server, asked, until))
        for player in players_at(tables, counts):
            all_of_them.create_task(player.play(club.proxy, until))
    return counts, stopping.result(), len(tables) // 2


def on_again(counts: Counts, back: float) -> list[float]:
    """Seconds from a moment to the next answer in each game that had one."""
    found = [
        min((answer.at - back for answer in answers if answer.at > back), default=None)
        for answers in counts.by_room.values()
    ]
    return [seconds for seconds in found if seconds is not None]


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    for name, usual in (("games", 100), ("seconds", 180), ("stops", 3), ("processes", 3)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--away", type=float, default=5.0, help="seconds without PostgreSQL [5]")
    parser.add_argument("--game", default="backgammon")
    asked = parser.parse_args()
    bounds = Bounds()
    with several_processes(asked.processes) as club:
        counts, returns, games = asyncio.run(measure(club, asked))
        wrong = faults_in(club.server.address, counts)
    counts.tell()
    for number, back in enumerate(returns, 1):
        times = on_again(counts, back)
        bounds.tell(f"return {number}: half of the games are on again", statistics.median(times))
        bounds.tell(f"return {number}: all games are on again", max(times), most=AGAIN)
        if len(times) < games:
            wrong.append(f"{games - len(times)} games had no answer after return {number}")
    bounds.require_none(wrong, "no answered act was lost, none is there twice")
    bounds.leave()


if __name__ == "__main__":
    main()
