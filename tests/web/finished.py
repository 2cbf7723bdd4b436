"""A database with what the page shows of a finished match: it was played before the club opens."""

import asyncio
from dataclasses import replace
from pathlib import Path

from tests.server.doubled import doubled_match, doubled_room

from nardy.core.dice import Dice
from nardy.core.events import Rolled, RolledOff
from nardy.core.player import Player
from nardy.core.provable import Secret
from nardy.server.rooms.dice import note_of
from nardy.server.store import guests, log
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry

TOKEN = "token-of-anna"  # noqa: S105 (of nobody)
ROOM = "finished"


class CommittedDice(Dice):
    """The throws that follow from the seed of the room."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._secret = Secret(ROOM, bytes.fromhex(seed), (b"", b""))
        self._number = 0
        self._left: list[int] = []

    def die(self) -> int:
        if not self._left:
            self._number += 1
            self._left = [*self._secret.throw(self._number, dict.fromkeys(Player))]
        return self._left.pop(0)


def prepare(folder: Path) -> None:
    """A match that Anna has lost to a bot, with doubles in it, and her browser's token."""
    room = doubled_room()
    match = doubled_match(dice=CommittedDice(room.record.seed))
    # Nobody has a chain; each throw says so, as in the log of a club.
    note = note_of(dict.fromkeys(Player))
    entries = [
        LogEntry(event, 0, None, note if isinstance(event, Rolled | RolledOff) else None)
        for event in match.events
    ]
    seats = {"white": "guest:anna", "black": "bot:nardy:0"}
    record = replace(room.record, id=ROOM, is_over=False, **seats)

    async def go() -> None:
        store = open_store(folder / "club.db")
        await store.run(lambda c: guests.add_guest(c, Guest("anna", "Anna"), TOKEN, 0))
        await store.run(lambda c: log.make_room(c, record, entries))
        await store.run(lambda c: log.close(c, ROOM))
        store.close()

    asyncio.run(go())
