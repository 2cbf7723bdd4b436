"""Logs full of throws, without the games: as if they had been played side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import sqlalchemy as sql

from nardy.core.events import Acted, Event, Rolled, RolledOff
from nardy.core.player import Player
from nardy.core.provable import Secret
from nardy.server.rooms.dice import note_of
from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry, RoomRecord

SEATS = (
    ("guest:ann", "guest:bo"),
    ("guest:ann", "bot:nardy:0"),
    ("bot:random", "guest:cy"),
)
NO_LINKS: dict[Player, bytes | None] = {Player.WHITE: None, Player.BLACK: None}


@dataclass
class Table:
    """A room whose log grows by throws, with another act between them now and then."""

    record: RoomRecord
    entries: list[LogEntry] = field(default_factory=list[LogEntry])
    throws: int = 0

    def go_on(self, random: Random) -> LogEntry:
        """The next entry."""
        if self.throws and random.random() < 0.5:
            made = LogEntry(Acted("white", "double"), 0)
        else:
            self.throws += 1
            secret = Secret(self.record.id, bytes.fromhex(self.record.seed))
            made = LogEntry(self._event(*secret.throw(self.throws, NO_LINKS)), 0, None, NOTE)
        self.entries.append(made)
        return made

    def _event(self, one: int, other: int) -> Event:
        if self.throws == 1:
            return RolledOff(one, other)
        seat = ("white", "black")[self.throws % 2]
        return Rolled(seat, (max(one, other), min(one, other)))


NOTE = note_of(NO_LINKS)


def tables(count: int, seed: int = 7) -> list[Table]:
    """So many empty rooms, some with bots."""
    random = Random(seed)
    return [
        Table(
            RoomRecord(
                id=f"r{n}",
                games=("backgammon",),
                white=SEATS[n % 3][0],
                black=SEATS[n % 3][1],
                seed=random.randbytes(32).hex(),
            )
        )
        for n in range(count)
    ]


async def make(store: Writer, rooms: Sequence[Table]) -> None:
    """The rooms, with nothing in their logs."""

    def job(connection: sql.Connection) -> None:
        for one in rooms:
            log.make_room(connection, one.record, [])

    await store.run(job)


async def fill(store: Writer, rooms: Sequence[Table], entries: int, seed: int = 7) -> None:
    """The rooms with so many entries in all; then they are over."""
    await make(store, rooms)
    await play(store, rooms, entries, Random(seed))
    await end(store, rooms)


async def end(store: Writer, rooms: Sequence[Table]) -> None:
    """The rooms are over."""

    def job(connection: sql.Connection) -> None:
        for one in rooms:
            log.close(connection, one.record.id)

    await store.run(job)


async def play(store: Writer, rooms: Sequence[Table], entries: int, random: Random) -> None:
    """So many entries, each in any of the rooms."""
    made = [(one, len(one.entries), one.go_on(random)) for one in random.choices(rooms, k=entries)]

    def job(connection: sql.Connection) -> bool:
        return all(log.append(connection, one.record.id, at, [new]) for one, at, new in made)

    assert await store.run(job)
