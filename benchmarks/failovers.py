"""Whether a club of several processes loses an act when processes are killed or frozen in the middle of games.

    python benchmarks/failovers.py                                   # 200 games, half an hour, 20 kills, 10 stops
    python benchmarks/failovers.py --games 20 --seconds 60 --kills 3 --stops 1

PostgreSQL is begun on a free port (scripts/services), and so are three club processes. Players connect as pages do,
each time to any process that serves: they repeat an act with its id until it is answered. A killed process begins
again after some seconds; one that is stopped is frozen for ten seconds, longer than its leases are valid.

At the end the logs are read: each answered act must be there once, no number may be missing, and a match may have
one result. The times of acts are from their first sending to their answer.
"""

import argparse
import asyncio
import random
import time

from bounds import Bounds
from patient_players import LONG, Counts, faults_in, players_at
from several_processes import ClubProcess, SeveralProcesses, several_processes
from wire import seat

FROZEN = 10.0
WORST = 6.0


async def harm(clubs: list[ClubProcess], kills: int, stops: int, until: float) -> None:
    """Kill and freeze processes at random, evenly over the time."""
    rng, began = random.Random(3), time.monotonic()
    deeds = [*["kill"] * kills, *["stop"] * stops]
    rng.shuffle(deeds)
    # The last ones are over before the end.
    step = (until - began - 25) / max(1, len(deeds))
    for number, deed in enumerate(deeds):
        await asyncio.sleep(max(0.0, began + 5 + number * step - time.monotonic()))
        club = rng.choice(clubs)
        print(f"{time.monotonic() - began:7.1f} s  {deed} {clubs.index(club)}", flush=True)
        if deed == "kill":
            await asyncio.to_thread(club.kill)
            await asyncio.sleep(min(3.0, step / 3))
            await asyncio.to_thread(club.begin)
            await asyncio.to_thread(club.wait)
        else:
            club.freeze()
            await asyncio.sleep(FROZEN)
            club.thaw()


async def measure(club: SeveralProcesses, asked: argparse.Namespace) -> Counts:
    """Let all play while processes die."""
    wish = {"game": asked.game, "length": LONG, "clock": "6000+8", "seat": "white"}
    counts = Counts()
    tables = await asyncio.to_thread(seat, club.proxy, asked.games, wish, 1)
    until = time.monotonic() + asked.seconds
    async with asyncio.TaskGroup() as all_of_them:
        all_of_them.create_task(harm(club.clubs, asked.kills, asked.stops, until))
        for player in players_at(tables, counts):
            all_of_them.create_task(player.play(club.proxy, until))
    return counts


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    for name, usual in (
        ("games", 200),
        ("seconds", 1800),
        ("kills", 20),
        ("stops", 10),
        ("processes", 3),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--game", default="backgammon")
    asked = parser.parse_args()
    bounds = Bounds()
    with several_processes(asked.processes) as club:
        counts = asyncio.run(measure(club, asked))
        wrong = faults_in(club.server.address, counts)
    counts.tell()
    bounds.tell("the slowest act", max(answer.took for answer in counts.answers), most=WORST)
    bounds.require_none(wrong, "no answered act was lost, none is there twice")
    bounds.leave()


if __name__ == "__main__":
    main()
