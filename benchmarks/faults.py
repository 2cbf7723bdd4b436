"""Whether a club that is killed in the middle of its games has kept everything that it answered.

    python benchmarks/faults.py                          # 200 games, killed 20 times
    python benchmarks/faults.py --games 50 --kills 3

Two people play each game, with clocks, and each has two connections. All four clients send every act
three times, mixed with old ones. In one act of ten they close the connection before any answer.

As soon as an act was answered in every game, the server is killed (SIGKILL) while the next acts are under
way. It is started again on the same database. So every game must have gone on after every kill but the
last. After each kill every answered act must be in the log once, at the number in its answer. After the
restart the clock of the player who need not act must stand as after the last act. The other clock may
have lost no more than the time since the start. Each server is also asked for the counts of its dice.

At the end every log is played through the rule book, and every throw is derived again from the seed. The
counts must be those of a second method (`nardy audit`). Every fault is printed, and the exit status is 1.
"""

import argparse
import asyncio
import functools
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from wire import Clocks, Done, Update, act_of, address_of, read, seat

from nardy.core.match import Match
from nardy.errors import NardyError
from nardy.formats.proof import check
from nardy.games import find_game
from nardy.server.dice_audit.audit import audit
from nardy.server.rooms.dice import proof_of
from nardy.server.store import log
from nardy.server.store.database.opening import open_store

CUT = 0.02
"""The chance that a client closes its connection after a message: about one act in ten is cut."""
JOINING = 3
"""Seconds within which all come, after each start."""
PATIENCE = 120
"""Seconds in which every game must have gone on."""
WISH = {"game": "long-nardy", "clock": "600+8", "length": 25}


@dataclass
class Kept:
    """The answers of the club, across all restarts."""

    done: dict[tuple[str, str], int] = field(default_factory=dict)
    """The number of each act of each room."""
    wrong: list[str] = field(default_factory=list)
    cuts: int = 0
    is_killed: bool = False
    not_let_in: Counter[str] = field(default_factory=Counter)
    """Reasons why a client could not connect to the running club; clients try again."""
    started: float = 0.0
    """The time of the last start."""
    clocks: dict[str, tuple[Clocks, float]] = field(default_factory=dict)
    """The clocks in each room's first update after a start, and the seconds since that start."""
    lengths: dict[str, int] = field(default_factory=dict)
    """The length of each log at the last kill."""
    waiting: set[str] = field(default_factory=set)
    """Games without an answered act since the start."""
    counted: int = 0
    """The number of throws in the last counts that the club sent."""
    went_on: asyncio.Event = field(default_factory=asyncio.Event)


def start(folder: Path) -> tuple["subprocess.Popen[str]", str]:
    """A club on the database in a folder, and its address."""
    environment = {**os.environ, "NARDY_DATABASE": str(folder / "club.db")}
    club = subprocess.Popen(
        [sys.executable, "-m", "nardy", "serve", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert club.stdout is not None
    words = club.stdout.readline().split()
    return club, next(word for word in words if word.startswith("http"))


async def play(address: str, player: int, table: tuple[str, str], kept: Kept) -> None:
    """One client of a player, until the club is killed; it reconnects after a lost connection."""
    headers = {"cookie": table[1], "x-forwarded-for": address_of(player)}
    luck, sent = random.Random(time.monotonic_ns()), list[str]()
    await asyncio.sleep(luck.uniform(0, JOINING))
    while not kept.is_killed:
        try:
            async with connect(f"ws{address[4:]}/live", additional_headers=headers) as socket:
                await sit(socket, (table[0], luck, sent), kept)
        except ConnectionClosed:
            kept.cuts += 1
        except (OSError, InvalidHandshake) as error:
            if not kept.is_killed:
                kept.not_let_in[f"{error!r} {error.__cause__!r}"] += 1
            await asyncio.sleep(0.2)


async def sit(
    socket: ClientConnection, at: tuple[str, random.Random, list[str]], kept: Kept
) -> None:
    """Send every act three times, mixed with old ones; sometimes close the connection after one."""
    (room, luck, sent), acted = at, 0
    await socket.send(json.dumps({"type": "watch", "room": room}))
    await socket.send(json.dumps({"type": "commit", "room": room, "tip": ""}))
    while True:
        told = read(await socket.recv(decode=False))
        hear(told, room, kept)
        # Updates also report who comes and goes: one act for each version is enough.
        if not isinstance(told, Update) or told.version == acted:
            continue
        if (order := act_of(told)) is not None:
            acted = told.version
            await asyncio.sleep(luck.uniform(0.2, 1))
            sent.append(json.dumps(order))
            for message in luck.sample([sent[-1]] * 3 + sent[-4:-1], k=len(sent[-4:]) + 2):
                await socket.send(message)
                if luck.random() < CUT:
                    socket.transport.abort()


def hear(told: object, room: str, kept: Kept) -> None:
    """Note the answers; every answer to the same act must have the same number."""
    if isinstance(told, Done):
        number = kept.done.setdefault((room, told.id), told.version)
        if number != told.version:
            kept.wrong.append(f"{room}: {told.id} was answered {number}, then {told.version}")
        if number > kept.lengths.get(room, 0):
            kept.waiting.discard(room)
            if not kept.waiting:
                kept.went_on.set()
    if isinstance(told, Update) and told.clocks and room not in kept.clocks:
        kept.clocks[room] = told.clocks, time.monotonic() - kept.started


def look(folder: Path, kept: Kept) -> None:
    """Compare the answers with the log."""
    with sqlite3.connect(folder / "club.db") as database:
        rows = list(database.execute("select room, key, number from entry where key is not null"))
        # The log has the seat before the id that a client chose.
        found = {(room, key.partition(" ")[2]): number for room, key, number in rows}
        kept.wrong += [f"{len(rows) - len(found)} acts done twice"] * (len(rows) > len(found))
        for act, number in kept.done.items():
            if found.get(act) != number:
                kept.wrong.append(f"{act} was answered {number}, and the log has {found.get(act)}")
        numbers = database.execute("select room, count(*), max(number) from entry group by room")
        lengths = {room: (count, last) for room, count, last in numbers}
    kept.wrong += [f"{room}: a gap" for room, (count, last) in lengths.items() if count != last]
    kept.lengths = {room: count for room, (count, _) in lengths.items()}


def last_clocks(folder: Path) -> dict[str, list[int]]:
    """The clock after the last act of each room."""
    with sqlite3.connect(folder / "club.db") as database:
        rows = database.execute(
            "select room, note from entry where note like '%clock%' order by number"
        )
        return {room: json.loads(note)["clock"] for room, note in rows}


def compare_clocks(before: dict[str, list[int]], kept: Kept) -> None:
    """Check the clocks after a start: one may have run as long as the club, the other not at all."""
    for room, stood in before.items():
        if room in kept.clocks:
            told, seconds = kept.clocks[room]
            for seat, earlier, now in zip(
                ("white", "black"), stood, (told.white, told.black), strict=False
            ):
                most = seconds * 1000 if seat == told.running else 0
                if not 0 <= earlier - now <= most:
                    kept.wrong.append(f"{room}: {seat} had {earlier} ms and has {now} ({most:.0f})")


def replay(folder: Path, kept: Kept) -> int:
    """Replay every log by the rule book and derive its dice again; return the number of throws."""
    store, throws = open_store(folder / "club.db"), 0
    for room in asyncio.run(store.run(log.states_of_unfinished)):
        found = asyncio.run(store.run(functools.partial(log.load_room, room_id=room)))
        assert found is not None
        record, entries = found
        match = Match(tuple(map(find_game, record.games)), record.length)
        proof = proof_of(record, entries)
        throws += len(proof.throws)
        try:
            match.replay((entry.event for entry in entries), find_game)
            check(replace(proof, seed=bytes.fromhex(record.seed)))
        except NardyError as error:
            kept.wrong.append(f"{room}: {error}")
    found = asyncio.run(audit(store, lambda _, __: None))
    kept.wrong += found.wrong + ["the counts of the dice are not those of the log"] * (
        not found.is_same or found.derived != found.counts.throws
    )
    store.close()
    return throws


def dice_of(address: str) -> int:
    """The number of throws in the counts of the club."""
    with urllib.request.urlopen(f"{address}/api/dice") as answer:  # noqa: S310 (loopback)
        return json.load(answer)["throws"]


async def live(address: str, tables: list[tuple[str, str]], kill: Any, kept: Kept) -> None:
    """Play until every game has gone on, then kill the club."""
    kept.clocks.clear()
    kept.is_killed = False
    kept.waiting, kept.went_on = {room for room, _ in tables}, asyncio.Event()
    jobs = [
        asyncio.create_task(play(address, n, table, kept))
        for n, table in enumerate(tables)
        for _ in range(2)
    ]
    try:
        async with asyncio.timeout(PATIENCE):
            await kept.went_on.wait()
    except TimeoutError:
        kept.wrong += [f"{room}: did not go on" for room in kept.waiting]
    kept.is_killed = True
    kept.counted = await asyncio.to_thread(dice_of, address)
    kill()
    await asyncio.gather(*jobs)


def kill_often(folder: Path, options: argparse.Namespace, kept: Kept) -> None:
    """Start and kill the club many times, and check its log after each kill."""
    tables: list[tuple[str, str]] = []
    for number in range(options.kills):
        kept.started = time.monotonic()
        club, address = start(folder)
        tables = tables or seat(address, options.games, WISH)
        clocks = last_clocks(folder)
        asyncio.run(live(address, tables, club.kill, kept))
        club.wait()
        lived = time.monotonic() - kept.started
        look(folder, kept)
        compare_clocks(clocks, kept)
        went_on = len(tables) // 2 - len(kept.waiting)
        told = f"{went_on} games went on in {lived:.1f} s, {len(kept.clocks)} clocks read"
        print(f"kill {number + 1}: {told}, {len(kept.done)} acts answered so far", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    options = parser.parse_args()
    kept = Kept()
    with tempfile.TemporaryDirectory() as place:
        kill_often(Path(place), options, kept)
        throws = replay(Path(place), kept)
    acts = len(kept.done)
    rounded = f"{throws} throws derived again, {kept.counted} counted before the last kill"
    print(f"{acts} acts answered, {kept.cuts} lines cut or killed, {rounded}")
    for why, often in kept.not_let_in.most_common(5):
        print(f"{often} times a client was not let in at once: {why}")
    for wrong in kept.wrong[:20]:
        print(wrong)
    print(
        f"{len(kept.wrong)} things wrong; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    return 1 if kept.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
