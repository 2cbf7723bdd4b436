"""Dice counts, stored with the position in the log up to which they count.

Both are written in one transaction, so each log entry is counted once. If the row at that position has
changed (another tool has rewritten the file), counting starts again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import sqlalchemy as sql

from nardy.server.dice_counts.tally import CountedThrow, PreviousThrows, add, nothing
from nardy.server.protocol.dice import DiceCounts
from nardy.server.seats import is_bot
from nardy.server.store import about
from nardy.server.store.packed_tables import packed_room
from nardy.server.store.room_entries import entries_of
from nardy.server.store.schema import entry, room

NAME = "dice"
MOST_ROOMS = 5_000
"""Rooms whose last throws are cached in memory; for others they are read from the log."""
ENTRIES_A_ROOM = 100
"""How many new rows count as long as a packed room."""
_row = sql.literal_column("entry.rowid", sql.Integer)
_THROWS = (
    sql.select(entry.c.room, entry.c.number, entry.c.event, room.c.white, room.c.black)
    .join(room, room.c.id == entry.c.room)
    # Only events of throws contain this word; others need not be decoded.
    .where(entry.c.event.like("%rolled%"))
)


class Kept(msgspec.Struct):
    """The stored form."""

    counts: DiceCounts
    form: Literal[1] = 1
    """Format version; with any other value, counting starts again."""
    upto: int = 0
    """The rowid of the last log entry counted."""
    room: str = ""
    number: int = 0
    packed: str | None = None
    """The id of the last packed room counted, at a new start; None once all are: games are packed when counted."""


@dataclass(frozen=True)
class Counted:
    """The counts, and the previous throws of recently counted rooms."""

    kept: Kept = field(default_factory=lambda: Kept(nothing()))
    pasts: Mapping[str, PreviousThrows] = field(default_factory=dict[str, PreviousThrows])


def extend(connection: sql.Connection, before: Counted, limit: int) -> Counted:
    """Count up to *limit* new rows of the log.

    *before* is the previous return value; its cache is used unless another process has counted since.
    """
    kept = _kept(connection)
    is_new = kept.packed is not None
    if rooms := _next_packed(connection, kept, max(1, limit // ENTRIES_A_ROOM)):
        return _extend_by_packed(connection, kept, rooms)
    kept.packed = None
    last = connection.scalar(sql.select(sql.func.max(_row)).select_from(entry)) or 0
    upto = min(last, kept.upto + limit)
    if upto == kept.upto and not is_new:
        return Counted(kept, before.pasts)
    is_ours = before.kept.upto == kept.upto and len(before.pasts) < MOST_ROOMS
    pasts = dict(before.pasts) if is_ours else {}
    for row in connection.execute(_THROWS.where(_row > kept.upto, _row <= upto).order_by(_row)):
        past = pasts.get(row.room) or _past(connection, row.room, row.number)
        throw = _throw_of(json.loads(row.event), row.white, row.black)
        pasts[row.room] = add(kept.counts, past, throw)
    kept.counts.is_complete = upto == last
    kept.upto = upto
    kept.room, kept.number = _place(connection, upto)
    about.put(connection, NAME, msgspec.json.encode(kept).decode())
    return Counted(kept, pasts)


def _next_packed(connection: sql.Connection, kept: Kept, limit: int) -> list[str]:
    """The next packed rooms to count; at a new start they come before all entries."""
    if kept.packed is None:
        return []
    query = sql.select(packed_room.c.room).where(packed_room.c.room > kept.packed)
    return list(connection.scalars(query.order_by(packed_room.c.room).limit(limit)))


def _extend_by_packed(connection: sql.Connection, kept: Kept, rooms: Sequence[str]) -> Counted:
    for room_id in rooms:
        seats = sql.select(room.c.white, room.c.black).where(room.c.id == room_id)
        white, black = connection.execute(seats).one()
        past = PreviousThrows()
        for one in entries_of(connection, room_id):
            if "rolled" in one.event["kind"]:
                past = add(kept.counts, past, _throw_of(one.event, white, black))
    kept.packed = rooms[-1]
    kept.counts.is_complete = False
    about.put(connection, NAME, msgspec.json.encode(kept).decode())
    return Counted(kept)


def is_counted(connection: sql.Connection, room_id: str, row: int) -> bool:
    """Whether the entries of a room up to this rowid are counted, and none marks how far that goes."""
    kept = _kept(connection)
    return kept.packed is None and row <= kept.upto and room_id != kept.room


def length_upto(connection: sql.Connection, room_id: str, upto: int) -> int:
    """How many entries of a room lie at or before the rowid *upto*; of a packed room all do."""
    query = sql.select(sql.func.count()).select_from(entry)
    found = connection.execute(query.where(entry.c.room == room_id, _row <= upto)).scalar_one()
    packed = sql.select(packed_room.c.length).where(packed_room.c.room == room_id)
    return found or connection.scalar(packed) or 0


def rooms(connection: sql.Connection) -> list[str]:
    """The ids of all rooms, finished or not, oldest first."""
    return list(connection.scalars(sql.select(room.c.id).order_by(room.c.since)))


def _throw_of(event: Mapping[str, Any], white: str | None, black: str | None) -> CountedThrow:
    """The throw of an event, and who threw it."""
    if event["kind"] == "rolled-off":
        return CountedThrow("both", None, (event["white"], event["black"]))
    seat = event["player"]
    sits = white if seat == "white" else black
    return CountedThrow("bots" if is_bot(sits) else "people", seat, tuple(event["dice"]))


def _past(connection: sql.Connection, room_id: str, number: int) -> PreviousThrows:
    """The previous throws of a room, read from the log."""
    query = _THROWS.where(entry.c.room == room_id, entry.c.number < number)
    past, counts = PreviousThrows(), nothing()
    for row in connection.execute(query.order_by(entry.c.number)):
        past = add(counts, past, _throw_of(json.loads(row.event), row.white, row.black))
    return past


def _kept(connection: sql.Connection) -> Kept:
    """The stored counts; empty if the log is not the one they were made from."""
    try:
        kept = msgspec.json.decode(about.get(connection, NAME) or "", type=Kept)
    except msgspec.DecodeError:
        return Kept(nothing(), packed="")
    is_there = _place(connection, kept.upto) == (kept.room, kept.number)
    return kept if is_there else Kept(nothing(), packed="")


def _place(connection: sql.Connection, upto: int) -> tuple[str, int]:
    query = sql.select(entry.c.room, entry.c.number).where(_row == upto)
    found = connection.execute(query).one_or_none()
    return (found.room, found.number) if found else ("", 0)
