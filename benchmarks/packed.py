"""What a finished game takes in the database, as rows and packed, and what reading it costs.

    python benchmarks/packed.py                        # 20 games of backgammon, with clock and hash chains
    python benchmarks/packed.py --game long-nardy --games 50

Two pages play through the real club, each with its hash chain, always the first legal turn. Sizes are what SQLite keeps in
the pages of the tables and their indexes (dbstat), so bytes a game include what is unused in pages. Times are CPU of one thread.
"""

import argparse
import asyncio
import json
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wire import Update, Want, act_of, read

from nardy.core.provable import chain
from nardy.server.club.club import Club
from nardy.server.club.game_packing import QUIET, GamePacking
from nardy.server.connection.websocket import Page
from nardy.server.rooms.new_room import NewRoom
from nardy.server.store import log
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Connection
from nardy.server.store.log import Terms
from nardy.server.timestamps import now

LINKS = 1_000
ENTRIES = ("entry", "sqlite_autoindex_entry_1", "sqlite_autoindex_entry_2")
PACKED = ("packed_room", "sqlite_autoindex_packed_room_1", "packed_by_month")


async def sit(page: Any, over: asyncio.Event) -> None:
    """Play one seat to the end of its game."""
    links, room = chain(secrets.token_bytes(32), LINKS), ""

    async def send(message: bytes) -> None:
        nonlocal room
        told = read(message)
        if isinstance(told, Want):
            reveal = {"type": "link", "room": room, "number": told.number}
            await page.take(json.dumps({**reveal, "link": links[told.number].hex()}))
        if not isinstance(told, Update):
            return
        if not room:
            room = told.room
            await page.take(json.dumps({"type": "commit", "room": room, "tip": links[0].hex()}))
        if told.view.phase == "over":
            over.set()
        elif (order := act_of(told)) is not None:
            await page.take(json.dumps(order))

    await page.tell(send)


def sizes(connection: Connection, names: tuple[str, ...]) -> int:
    marks = ",".join(f"'{name}'" for name in names)
    query = f"SELECT sum(pgsize) FROM dbstat WHERE name IN ({marks})"  # noqa: S608 (our own names)
    return connection.exec_driver_sql(query).scalar_one() or 0


def each_ms(does: Callable[[str], object], rooms: list[str]) -> float:
    """Median milliseconds of CPU."""
    times: list[float] = []
    for room in rooms * 5:
        begin = time.thread_time()
        does(room)
        times.append(1000 * (time.thread_time() - begin))
    return statistics.median(times)


async def play(club: Club, game: str) -> str:
    guests = [f"guest:{(await club.welcome(name))[0].id}" for name in ("Anna", "Boris")]
    room = await club.make(
        NewRoom(games=(game,), white=guests[0], black=guests[1], terms=Terms(clock="600+8"))
    )
    jobs, overs = [], []
    for guest in guests:
        page, over = Page(club, guest), asyncio.Event()
        jobs.append(asyncio.create_task(sit(page, over)))
        await page.hear(json.dumps({"type": "watch", "room": room.record.id}))
        overs.append(over.wait())
    await asyncio.gather(*overs)
    for job in jobs:
        job.cancel()
    club.evict(room)
    return room.record.id


async def measure(folder: Path, options: argparse.Namespace) -> dict[str, float]:
    club = Club(open_store(folder / "club.db"), patience=2)
    club.limits.pause = lambda *_: 0.0
    rooms = [await play(club, options.game) for _ in range(options.games)]
    await play(club, options.game)  # the room with the newest entry is never packed
    await club.dice.catch_up()

    def reading(connection: Connection) -> float:
        return each_ms(lambda room: log.load_room(connection, room), rooms)

    rows = await club.store.read(lambda c: sizes(c, ENTRIES))
    before = await club.store.read(reading)
    count = await club.store.read(
        lambda c: c.exec_driver_sql("SELECT count(*) FROM entry").scalar_one()
    )
    acts = await club.store.read(
        lambda c: c.exec_driver_sql("SELECT count(key) FROM entry").scalar_one()
    )
    begin, packer = time.process_time(), GamePacking(club.store)
    packed = 0
    while packed < len(rooms):
        packed += await packer.go_on(now() + 2 * QUIET)
    spent = time.process_time() - begin
    left = await club.store.read(
        lambda c: c.exec_driver_sql("SELECT count(*) FROM entry").scalar_one()
    )
    told = {
        "entries a game": (count - left) / packed,
        "acts a game": acts / (packed + 1),
        "bytes a game, rows": rows / (packed + 1),
        "bytes a game, packed": await club.store.read(lambda c: sizes(c, PACKED)) / packed,
        "bytes of data": await club.store.read(
            lambda c: c.exec_driver_sql("SELECT avg(length(data)) FROM packed_room").scalar_one()
        ),
        "ms to read, rows": before,
        "ms to read, packed": await club.store.read(reading),
        "ms to pack": 1000 * spent / packed,
    }
    await club.close()
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, value in asyncio.run(measure(Path(folder), options)).items():
            print(f"{name:24} {value:10,.2f}")


if __name__ == "__main__":
    main()
