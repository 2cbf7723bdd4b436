"""The cost of a check of fair play while many protected games are played.

    python benchmarks/fair_play.py                 # 1,000 games
    python benchmarks/fair_play.py --games 5000

Each game is a room in memory at some turn of random backgammon. Printed are milliseconds of CPU a check
of four kinds of positions: those in no game, those in a game, those a turn away from a game, and those
asked after a turn in each of a hundred games. For positions a turn away the kernel has to list the turns.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from nardy.core.dice import Roll
from nardy.core.events import Event
from nardy.core.game import Game
from nardy.core.situation import Situation
from nardy.games import BACKGAMMON
from nardy.server.errors import RefusedError
from nardy.server.fair_play.reachable_boards import follows
from nardy.server.fair_play.service import FairPlay
from nardy.server.rooms.room import Room
from nardy.server.store.database.opening import open_store
from nardy.server.store.log import LogEntry, RoomRecord, Terms

CHECKS = 300


def play_anything(game: Game, random: Random) -> None:
    game.roll()
    draft = game.draft()
    while moves := list(draft.legal_moves):
        move = random.choice(moves)
        draft.move(move.origin, move.target)
    game.play(draft)


def moments(seed: int, count: int) -> list[tuple[Event, ...]]:
    """The events of games at random, each cut behind every turn after the sixth."""
    random, found = Random(seed), []
    while len(found) < count:
        game = Game(BACKGAMMON, seed=random.getrandbits(32))
        for turn in range(50):
            play_anything(game, random)
            if game.outcome:
                break
            if turn > 6:
                found.append(game.events)
    return found[:count]


async def _keep(*_: object) -> bool:
    return True


def room_of(number: int, events: Sequence[Event]) -> Room:
    record = RoomRecord(
        id=f"r{number}",
        games=("backgammon",),
        white=f"guest:w{number}",
        black=f"guest:b{number}",
        terms=Terms(clock="600+8"),
        seed="5e" * 32,
    )
    return Room(record, [LogEntry(event, 0) for event in events], _keep)


def a_turn_on(before: Situation, random: Random) -> Situation:
    game = Game(BACKGAMMON, situation=replace(before, roll=None), seed=random.getrandbits(32))
    play_anything(game, random)
    return game.situation


async def cost(fair: FairPlay, who: str | None, asked: Sequence[Situation]) -> tuple[str, int]:
    """Median and 99th percentile in milliseconds of CPU, and how many were refused."""
    spent, refused = [], 0
    for situation in asked:
        begin = time.process_time()
        try:
            await fair.require(who, situation)
        except RefusedError:
            refused += 1
        spent.append(1000 * (time.process_time() - begin))
    p99 = statistics.quantiles(spent, n=100)[98]
    return f"{statistics.median(spent):7.2f} {p99:7.2f}", refused


async def measure(games: int) -> None:
    random = Random(1)
    rooms = {f"r{n}": room_of(n, events) for n, events in enumerate(moments(1, games))}
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "club.db")

        async def find(room_id: str) -> Room | None:
            return rooms.get(room_id)

        fair = FairPlay(store, rooms, find)
        begin = time.process_time()
        for room in rooms.values():
            fair.games.keep(room)
        print(f"{games} games taken up: {1000 * (time.process_time() - begin) / games:.3f} ms each")
        others = [room_of(n, events).situation for n, events in enumerate(moments(2, CHECKS))]
        chosen = random.sample(sorted(rooms), CHECKS)
        now = [rooms[one].situation for one in chosen]
        next_ones = [a_turn_on(one, random) for one in now]
        follows(others[0], next_ones[0].position and ((0,) * 25, (0,) * 25))  # the kernel is loaded
        rolled = [replace(one, roll=Roll(3, 1)) for one in others]
        asked = {
            "nobody plays it": others,
            "nobody plays it, with dice": rolled,
            "it stands in a game": now,
            "a turn away": next_ones,
        }
        print("milliseconds of CPU a check    median     p99  refused")
        for name, situations in asked.items():
            told, refused = await cost(fair, None, situations)
            print(f"{name:28} {told} {refused:5} of {len(situations)}")
        told, refused = await cost(fair, "guest:w7", others)
        print(f"{'a player of one of them':28} {told} {refused:5} of {len(others)}")
        busy: list[str] = []
        for situation in others:
            for one in random.sample(sorted(rooms), 100):
                rooms[one].entries.append(rooms[one].entries[-1])
            told, _ = await cost(fair, None, [situation, situation])
            busy.append(told.split()[1])
        middle = statistics.median(map(float, busy))
        print(f"{'after 100 turns elsewhere':28} {middle:7.2f}")
        await fair.games.close()
        store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    asyncio.run(measure(parser.parse_args().games))


if __name__ == "__main__":
    main()
