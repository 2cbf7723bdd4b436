"""Dice counts of all finished rooms.

The rooms are marked in the transaction that stores the counts, so each is counted once.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
import sqlalchemy as sql

from nardy.server.dice_counts.tally import CountedThrow, PreviousThrows, add, nothing
from nardy.server.protocol.dice import DiceCounts
from nardy.server.seats import is_bot
from nardy.server.store import about, finished_rooms
from nardy.server.store.room_entries import UNREADABLE, entries_of, tell_once
from nardy.server.store.schema import room

NAME = "dice"


class StoredCounts(msgspec.Struct):
    """The counts as they are stored."""

    counts: DiceCounts
    count: int
    """The number of this count; when counting starts again, it gets a greater one."""
    form: Literal[2] = 2
    """Format version; with any other value, counting starts again."""


def extend(connection: sql.Connection, entries: int) -> DiceCounts:
    """Count further rooms, with about so many *entries* in all; returns the counts.

    A room whose log cannot be read counts as one without throws.
    """
    stored = _stored(connection)
    rooms = finished_rooms.uncounted(connection, stored.count, entries)
    for room_id in rooms:
        _add(connection, stored.counts, room_id)
    finished_rooms.note_counted(connection, rooms, stored.count)
    is_complete = not finished_rooms.uncounted(connection, stored.count, 1)
    if rooms or is_complete != stored.counts.is_complete:
        stored.counts.is_complete = is_complete
        about.put(connection, NAME, msgspec.json.encode(stored).decode())
    return stored.counts


def counted_rooms(connection: sql.Connection) -> tuple[DiceCounts, list[str]]:
    """The stored counts, and the rooms that they have, of one moment."""
    stored = _stored(connection)
    return stored.counts, finished_rooms.counted(connection, stored.count)


def _add(connection: sql.Connection, counts: DiceCounts, room_id: str) -> None:
    seats = sql.select(room.c.white, room.c.black).where(room.c.id == room_id)
    white, black = connection.execute(seats).one()
    try:
        throws = [
            _throw_of(one.event, white, black)
            for one in entries_of(connection, room_id)
            if "rolled" in one.event["kind"]
        ]
    except UNREADABLE:
        tell_once(room_id, "its throws are not counted")
        return
    past = PreviousThrows()
    for throw in throws:
        past = add(counts, past, throw)


def _throw_of(event: Mapping[str, Any], white: str | None, black: str | None) -> CountedThrow:
    """The throw of an event, and who threw it."""
    if event["kind"] == "rolled-off":
        return CountedThrow("both", None, (event["white"], event["black"]))
    seat = event["player"]
    sits = white if seat == "white" else black
    return CountedThrow("bots" if is_bot(sits) else "people", seat, tuple(event["dice"]))


def _stored(connection: sql.Connection) -> StoredCounts:
    """The stored counts; empty ones with a new number if there are none of this form."""
    try:
        return msgspec.json.decode(about.get(connection, NAME) or "", type=StoredCounts)
    except msgspec.DecodeError:
        return StoredCounts(nothing(), 1 + finished_rooms.latest_count(connection))
