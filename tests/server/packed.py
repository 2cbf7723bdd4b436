"""Logs of finished games as a club writes them, with clocks and hash chains, for tests of packed games."""

import functools
from collections.abc import Sequence
from random import Random
from typing import Any

import sqlalchemy as sql
from tests.moments import random_act

from nardy.core.events import Event, Rolled, RolledOff, event_from_json, event_to_json
from nardy.core.game import Game
from nardy.core.provable import chain
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.dice_audit.service import DiceStatistics
from nardy.server.store import packing
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry, RoomRecord, close, make_room
from nardy.server.store.packed_games.form import PackedEntry
from nardy.server.store.packed_tables import packed_room

BEGAN = 1_790_000_000_000


MOST = 120


@functools.cache
def events_of(game: str, seed: int = 1) -> Sequence[Event]:
    """The first events of a random game: as many as a real one has."""
    played, random = Game(find_game(game), seed=seed), Random(seed)
    while played.phase is not Phase.OVER and len(played.events) < MOST:
        random_act(played, random, 0.02)
    return tuple(played.events)


def log_of(game: str, seed: int = 1, lost: Sequence[int] = (3, 7)) -> list[PackedEntry]:
    """The log of a random game on the clock; White's links of some throws were *lost*."""
    random, at, clock = Random(seed), BEGAN, [600_000, 600_000, 0, 15_000, 15_000, 20_000, 20_000]
    chains = [chain(bytes([seed, seat]), 2_000) for seat in range(2)]
    throws, found = 0, list[PackedEntry]()
    for event in events_of(game, seed):
        note: dict[str, Any] = {}
        if isinstance(event, Rolled | RolledOff):
            throws += 1
            links = [links[throws].hex() for links in chains]
            note["links"] = {"white": None if throws in lost else links[0], "black": links[1]}
        spent = random.randint(300, 30_000)
        at += spent
        clock = list(clock)
        clock[getattr(event, "player", "white") == "black"] -= spent - 8_000
        note["clock"] = clock
        found.append(PackedEntry(as_read(event), at, note))
    return found


def as_read(event: Event) -> dict[str, Any]:
    """An event as it is read from a log: lists instead of tuples."""
    made = event_to_json(event)
    if "dice" in made:
        made["dice"] = list(made["dice"])
    if "moves" in made:
        made["moves"] = [list(move) for move in made["moves"]]
    return made


async def finish(store: Writer, room_id: str, log: Sequence[PackedEntry], **about: Any) -> None:
    """Store a finished room with this log."""
    record = RoomRecord(id=room_id, games=("backgammon",), seed="5e" * 32, **about)
    entries = [
        LogEntry(event_from_json(one.event), one.at, f"key-{number}", one.note)
        for number, one in enumerate(log, 1)
    ]
    await store.run(lambda c: make_room(c, record, entries))
    await store.run(lambda c: close(c, room_id))


async def harm_two(store: Writer) -> list[str]:
    """Damage the data of one packed room, and move that of another to where nothing is; their ids."""
    rooms = await store.read(
        lambda c: [*c.scalars(sql.select(packed_room.c.room).order_by(packed_room.c.room).limit(2))]
    )
    harms = ({"data": b"\x01zz"}, {"data": None, "archive": "/srv/gone.games"})
    for room_id, harm in zip(rooms, harms, strict=True):
        of = sql.update(packed_room).where(packed_room.c.room == room_id).values(**harm)
        await store.run(lambda c, of=of: c.execute(of))
    return rooms


async def pack_all(store: Writer, before: int = BEGAN * 2) -> int:
    """Count all dice and pack what may be packed; returns the number of rooms."""
    await DiceStatistics(store).catch_up()
    found, _ = await store.read(lambda c: packing.look_further(c, "", before, 1_000))
    return await store.run(lambda c: packing.put(c, found, before))
