"""Whether a club of several processes loses an act when processes are killed or frozen in the middle of games.

    python benchmarks/failovers.py                                   # 200 games, half an hour, 20 kills, 10 stops
    python benchmarks/failovers.py --games 20 --seconds 60 --kills 3 --stops 1
    python benchmarks/failovers.py --seconds 600 --kills 10 --stops 5 --entries 400 --first 30   # matches that are long already

PostgreSQL is begun on a free port (scripts/services), and so are three club processes. Players connect as pages do,
each time to any process that serves: they repeat an act with its id until it is answered. A killed process begins
again after some seconds; one that is stopped is frozen for ten seconds, longer than its leases are valid.

A line every five seconds tells how it goes, and at the end one for each deed how long it was felt. With `--entries` the logs of
all games begin with so many entries, as after an hour; the first deed comes after `--first` seconds.

At the end the logs are read: each answered act must be there once, no number may be missing, and a match may have
one result. All games must have gone on, and no process may end by itself. The times of acts are from their first sending to their answer.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Sequence

from bounds import Bounds
from long_games import lengthen
from patient_players import LONG, Counts, faults_in, players_at
from several_processes import ClubProcess, SeveralProcesses, several_processes
from time_line import TimeLine
from wire import seat

FROZEN = 10.0
LAST = 20.0
"""Seconds before the end in which each game has to go on."""
WORST = 6.0


async def harm(
    clubs: list[ClubProcess], asked: argparse.Namespace, until: float, line: TimeLine
) -> list[str]:
    """Kill and freeze processes at random, evenly over the time; returns which have ended by themselves."""
    wrong = list[str]()
    rng, began = random.Random(3), time.monotonic()
    deeds = [*["kill"] * asked.kills, *["stop"] * asked.stops]
    rng.shuffle(deeds)
    # The last ones are over before the end.
    step = (until - began - 20 - asked.first) / max(1, len(deeds))
    for number, deed in enumerate(deeds):
        await asyncio.sleep(max(0.0, began + asked.first + number * step - time.monotonic()))
        wrong += ended(clubs, line)
        club = rng.choice(clubs)
        line.note(f"{deed} {clubs.index(club)}")
        if deed == "kill":
            await asyncio.to_thread(club.kill)
            await asyncio.sleep(min(3.0, step / 3))
            await asyncio.to_thread(club.begin)
            await asyncio.to_thread(club.wait)
        else:
            club.freeze()
            await asyncio.sleep(FROZEN)
            club.thaw()
    await asyncio.sleep(max(0.0, until - 1 - time.monotonic()))
    return wrong + ended(clubs, line)


def ended(clubs: Sequence[ClubProcess], line: TimeLine) -> list[str]:
    """Which processes are gone, though nobody has killed them; they begin again, as an init system lets them."""
    gone = [club for club in clubs if club.process.poll() is not None]
    for club in gone:
        line.note(f"process {clubs.index(club)} has ended by itself: {club.process.returncode}")
        club.begin()
    return [f"process {clubs.index(club)} has ended by itself" for club in gone]


async def measure(club: SeveralProcesses, asked: argparse.Namespace) -> tuple[Counts, list[str]]:
    """Let all play while processes die; the answers, and which processes have ended by themselves."""
    wish = {"game": asked.game, "length": LONG, "clock": "6000+8", "seat": "white"}
    counts = Counts()
    tables = await asyncio.to_thread(seat, club.proxy, asked.games, wish, 1)
    if asked.entries:
        rooms = [*dict(tables)]
        database = club.server.address
        await asyncio.to_thread(lengthen, database, rooms, asked.game, LONG, asked.entries)
    until = time.monotonic() + asked.seconds
    players = players_at(tables, counts)
    line = TimeLine(players, counts)
    telling = asyncio.create_task(line.go_on())
    async with asyncio.TaskGroup() as all_of_them:
        harming = all_of_them.create_task(harm(club.clubs, asked, until, line))
        for player in players:
            all_of_them.create_task(player.play(club.proxy, until))
    telling.cancel()
    line.tell()
    return counts, harming.result()


def stuck(counts: Counts) -> list[str]:
    """The games that did not go on at the end: one sentence for each."""
    last = {room: max(one.at for one in answers) for room, answers in counts.by_room.items()}
    end = max(last.values())
    return [
        f"{room}: the last act was answered {end - at:.0f} s before the end"
        for room, at in last.items()
        if end - at > LAST
    ]


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    for name, usual in (
        ("games", 200),
        ("seconds", 1800),
        ("kills", 20),
        ("stops", 10),
        ("processes", 3),
        ("entries", 0),
        ("first", 5),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--game", default="backgammon")
    asked = parser.parse_args()
    bounds = Bounds()
    with several_processes(asked.processes) as club:
        counts, gone = asyncio.run(measure(club, asked))
        wrong = faults_in(club.server.address, counts)
    counts.tell()
    bounds.tell("the slowest act", max(answer.took for answer in counts.answers), most=WORST)
    bounds.require_none(gone, "no process has ended by itself")
    bounds.require_none(stuck(counts), "all games went on to the end")
    bounds.require_none(wrong, "no answered act was lost, none is there twice")
    bounds.leave()


if __name__ == "__main__":
    main()
