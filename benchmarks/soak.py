"""Whether the club's memory levels off: connections that come and go, and games that end.

    python benchmarks/soak.py                          # 10,000 connections, then 5,000 games
    python benchmarks/soak.py --connections 2000 --games 0
    python benchmarks/soak.py --minutes 30             # both by turns, for so long

A club is started on an empty database. A connection watches one game, reads its first message and ends:
every other one is closed, the rest are aborted. A game is created by one new guest and joined by another. Both
connect, roll, play two turns, and one resigns. The memory of the club's process (resident set) is read after
each round. A finished game leaves memory within half a minute, so a round of games waits for that first.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from load import club
from websockets.asyncio.client import ClientConnection, connect
from wire import Done, Refused, Update, act_of, address_of, read, seat

AT_ONCE = 20
TURNS = 2
"""Turns of each player before one resigns."""
FORGOTTEN = 45
"""Seconds after which a finished game has left memory."""
_people = count(1000)


def memory_of(process: int) -> float:
    """Megabytes of a process that are in memory now."""
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def headers_of(player: int, cookie: str = "") -> dict[str, str]:
    return {"x-forwarded-for": address_of(player), **({"cookie": cookie} if cookie else {})}


async def look(address: str, room: str, number: int) -> None:
    """Look at a game and go."""
    headers = headers_of(next(_people))
    async with connect(f"ws{address[4:]}/live", additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "watch", "room": room}))
        assert isinstance(read(await socket.recv(decode=False)), Update)
        if number % 2:
            socket.transport.abort()


async def play(address: str) -> None:
    """A game of two newcomers."""
    first = next(_people)
    next(_people)
    tables = await asyncio.to_thread(seat_at, address, first)
    (room, mine), (_, theirs) = tables
    live = f"ws{address[4:]}/live"
    async with (
        connect(live, additional_headers=headers_of(first, mine)) as one,
        connect(live, additional_headers=headers_of(first + 1, theirs)) as two,
    ):
        for socket in (one, two):
            await socket.send(json.dumps({"type": "watch", "room": room}))
            await socket.send(json.dumps({"type": "commit", "room": room, "tip": ""}))
        await asyncio.gather(sit(one), sit(two))


def seat_at(address: str, first: int) -> list[tuple[str, str]]:
    return seat(address, 1, {"game": "backgammon", "clock": "600+8", "against": "friend"}, first)


async def sit(socket: ClientConnection) -> None:
    """Do what is due until the game is over."""
    acted = 0
    while True:
        told = read(await socket.recv(decode=False))
        if isinstance(told, Refused):
            raise RuntimeError(told.reason)  # noqa: TRY004 (an answer of the club, not a type)
        if isinstance(told, Done) or not isinstance(told, Update):
            continue
        if told.view.phase == "over":
            return
        if told.version > acted and (order := act_of(told)) is not None:
            acted = told.version
            await socket.send(json.dumps(ended(told, order)))


def ended(told: Update, order: dict[str, Any]) -> dict[str, Any]:
    """The act, or after so many turns the end of the game."""
    if "accept" in told.view.acts:
        return {**order, "act": "accept", "moves": []}
    if told.version > 4 * TURNS and told.view.phase in ("roll", "turn"):
        return {**order, "act": "resign:single", "moves": []}
    return order


async def several(jobs: Iterator[Any]) -> None:
    """So many at once, one after another."""

    async def work() -> None:
        for job in jobs:
            await job

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())


class Soak:
    """The load on one club, and the memory of its process."""

    def __init__(self, address: str, process: int) -> None:
        self.address, self.process = address, process
        self.begun, self.connections, self.games = time.monotonic(), 0, 0
        self.room = seat_at(address, 0)[0][0]

    async def come_and_go(self, many: int) -> float:
        await several(look(self.address, self.room, number) for number in range(many))
        self.connections += many
        await asyncio.sleep(2)
        return self.tell()

    async def play(self, many: int) -> float:
        await several(play(self.address) for _ in range(many))
        self.games += many
        await asyncio.sleep(FORGOTTEN)
        return self.tell()

    def tell(self) -> float:
        memory = memory_of(self.process)
        minutes = (time.monotonic() - self.begun) / 60
        told = f"{self.connections:>8,} connections {self.games:>7,} games {memory:8.1f} MB"
        print(f"  {minutes:5.1f} min {told}", flush=True)
        return memory


def tell_more(what: str, memories: list[float]) -> None:
    if len(memories) > 1:
        print(f"  {what}: {memories[-1] - memories[0]:+.1f} MB since the first round")


async def run(soak: Soak, options: argparse.Namespace) -> None:
    soak.tell()
    if options.minutes:
        while time.monotonic() - soak.begun < 60 * options.minutes:
            await soak.come_and_go(options.round)
            await soak.play(options.round // 4)
        return
    rounds = options.connections // options.round
    tell_more("connections", [await soak.come_and_go(options.round) for _ in range(rounds)])
    per_round = options.round // 2
    rounds = options.games // per_round
    tell_more("games", [await soak.play(per_round) for _ in range(rounds)])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument(
        "--round", type=int, default=1000, help="connections a round, and twice the games [1000]"
    )
    parser.add_argument("--minutes", type=float, default=0, help="both by turns, for so long")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before the start")
    with tempfile.TemporaryDirectory() as folder, club(folder) as (address, process):
        # What is compiled and loaded at the start is no leak.
        time.sleep(15)
        asyncio.run(run(Soak(address, process), options))


if __name__ == "__main__":
    main()
