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
import contextlib
import json
import random
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from wire import Done, Refused, Update, act_of, address_of, read, seat

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "scripts")]
from club_processes import ClubProcess, club_of, proxy_of  # noqa: E402 (found by the line above)
from tests.services import address_of as service_address  # noqa: E402
from tests.services import begun  # noqa: E402

LONG = 25
PATIENCE = 8.0
"""Seconds without an answer after which a page connects again."""
FROZEN = 10.0
RESTART = 1012


@dataclass
class Counts:
    """The answers, refusals and closed connections of all players."""

    answered: dict[str, list[str]] = field(default_factory=dict)
    """By room, the ids of acts that were answered."""
    times: list[float] = field(default_factory=list)
    worst: list[tuple[float, float, str]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)


class Player:
    """One player, as their page behaves."""

    def __init__(self, number: int, room: str, cookie: str, counts: Counts) -> None:
        self.number, self.room, self.cookie, self.counts = number, room, cookie, counts
        self.random = random.Random(number)
        self.last: Update | None = None
        self.acted = set[str]()
        self.waiting: dict[str, Any] | None = None
        self.since = 0.0

    async def play(self, proxy: str, until: float) -> None:
        """Play until a time, over as many connections as it takes."""
        pause = 0.3
        while time.monotonic() < until:
            code = 1006
            headers = {"cookie": self.cookie, "x-forwarded-for": address_of(self.number)}
            try:
                async with connect(
                    f"ws{proxy[4:]}/live",
                    additional_headers=headers,
                    open_timeout=5,
                    close_timeout=1,
                ) as socket:
                    pause = 0.3
                    await self._sit(socket, until)
                    code = socket.close_code or 1006
            except (WebSocketException, OSError, TimeoutError, InvalidHandshake):
                pass
            if time.monotonic() < until:
                self.counts.closed[code] += 1
                await asyncio.sleep(pause + (self.random.random() * 2 if code == RESTART else 0))
                pause = min(5.0, pause * 2)

    async def _sit(self, socket: ClientConnection, until: float) -> None:
        await socket.send(json.dumps({"type": "watch", "room": self.room, "since": 0}))
        await socket.send(json.dumps({"type": "commit", "room": self.room, "tip": ""}))
        if self.waiting:
            await socket.send(json.dumps(self.waiting))
        while time.monotonic() < until:
            waits = PATIENCE if self.waiting else max(0.1, until - time.monotonic())
            try:
                text = await asyncio.wait_for(socket.recv(decode=False), waits)
            except TimeoutError:
                return
            except WebSocketException:
                return
            await self._hear(read(text), socket)

    async def _hear(self, told: object, socket: ClientConnection) -> None:
        if isinstance(told, Done) and self.waiting and told.id == self.waiting["id"]:
            took = time.monotonic() - self.since
            self.counts.times.append(took)
            self.counts.worst.append((took, time.monotonic(), self.room))
            self.counts.answered.setdefault(self.room, []).append(told.id)
            self.waiting = None
        elif isinstance(told, Refused):
            self.counts.refused[told.law] += 1
            if told.law in ("stale", "not-yours", "no-act"):
                self.waiting = None
        elif isinstance(told, Update):
            # The news of an act may come before its answer.
            self.last = told
        order = act_of(self.last) if self.last and self.waiting is None else None
        if order and order["id"] not in self.acted:
            await asyncio.sleep(self.random.uniform(0.5, 1.5))
            self.acted.add(order["id"])
            self.waiting, self.since = order, time.monotonic()
            await socket.send(json.dumps(order))


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


async def measure(clubs: list[ClubProcess], proxy: str, asked: argparse.Namespace) -> Counts:
    """Let all play while processes die."""
    wish = {"game": asked.game, "length": LONG, "clock": "6000+8", "seat": "white"}
    counts = Counts()
    tables = await asyncio.to_thread(seat, proxy, asked.games, wish, 1)
    until = time.monotonic() + asked.seconds
    players = [Player(n, room, cookie, counts) for n, (room, cookie) in enumerate(tables, 1)]
    async with asyncio.TaskGroup() as all_of_them:
        all_of_them.create_task(harm(clubs, asked.kills, asked.stops, until))
        for player in players:
            all_of_them.create_task(player.play(proxy, until))
    return counts


def judge(database: str, counts: Counts) -> list[str]:
    """Faults of the logs, one sentence each."""
    wrong = list[str]()
    with psycopg.connect(database) as connection:
        for room, ids in counts.answered.items():
            rows = connection.execute(
                "SELECT number, key FROM entry WHERE room = %s ORDER BY number", [room]
            ).fetchall()
            keys = Counter(key for _, key in rows if key)
            wrong += [
                f"{room}: {key} was answered and is {keys[key]} times in the log"
                for key in ids
                if keys[key] != 1
            ]
            wrong += [
                f"{room}: {key} is twice in the log" for key, count in keys.items() if count > 1
            ]
            if [number for number, _ in rows] != [*range(1, len(rows) + 1)]:
                wrong.append(f"{room}: numbers are missing")
        twice = connection.execute(
            "SELECT room, count(*) FROM finished_room GROUP BY room HAVING count(*) > 1"
        ).fetchall()
        wrong += [f"{room}: {count} results" for room, count in twice]
    return wrong


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
    with begun() as (folder, found), contextlib.ExitStack() as opened:
        database = service_address(found, "postgresql")
        with club_of(asked.processes, database, folder=folder.parent) as clubs:
            proxy = opened.enter_context(proxy_of([club.address for club in clubs]))
            counts = asyncio.run(measure(clubs, proxy, asked))
            wrong = judge(database, counts)
    times = sorted(counts.times)
    print(
        f"{len(times):,} acts answered; median {statistics.median(times) * 1000:.0f} ms, ", end=""
    )
    print(f"p99 {times[int(len(times) * 0.99)] * 1000:.0f} ms, worst {times[-1]:.1f} s")
    least, most = min(map(len, counts.answered.values())), max(map(len, counts.answered.values()))
    print(f"{least} to {most} acts a game")
    print(f"refused {dict(counts.refused)}, connections ended {dict(counts.closed)}")
    print("\n".join(wrong) or "no answered act was lost, none is there twice")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
