"""A database with what the page shows of a finished match: it was played before the club opens."""

import asyncio
from dataclasses import replace
from pathlib import Path

from tests.server.doubled import doubled_room

from nardy.server.store import guests, log
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest

TOKEN = "token-of-anna"  # noqa: S105 (of nobody)
ROOM = "finished"


def prepare(folder: Path) -> None:
    """A match that Anna has lost to a bot, with doubles in it, and her browser's token."""
    room = doubled_room()
    seats = {"white": "guest:anna", "black": "bot:nardy:0"}
    record = replace(room.record, id=ROOM, is_over=False, **seats)

    async def go() -> None:
        store = open_store(folder / "club.db")
        await store.run(lambda c: guests.add_guest(c, Guest("anna", "Anna"), TOKEN, 0))
        await store.run(lambda c: log.make_room(c, record, room.entries))
        await store.run(lambda c: log.close(c, ROOM))
        store.close()

    asyncio.run(go())
