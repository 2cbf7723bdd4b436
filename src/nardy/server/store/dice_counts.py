"""Dice counts, stored with the position in the log up to which they count.

Both are written in one transaction, so each log entry is counted once. If the row at that position has
changed (another tool has rewritten the file), counting starts again.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec
import sqlalchemy as sql

from nardy.server.dice_counts.tally import CountedThrow, PreviousThrows, add, nothing
from nardy.server.protocol.dice import DiceCounts
from nardy.server.seats import is_bot
from nardy.server.store import about
from nardy.server.store.schema import entry, room

NAME = "dice"
MOST_ROOMS = 5_000
"""Rooms whose last throws are cached in memory; for others they are read from the log."""
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
    last = connection.scalar(sql.select(sql.func.max(_row)).select_from(entry)) or 0
    upto = min(last, kept.upto + limit)
    if upto == kept.upto:
        return Counted(kept, before.pasts)
    is_ours = before.kept.upto == kept.upto and len(before.pasts) < MOST_ROOMS
    pasts = dict(before.pasts) if is_ours else {}
    for row in connection.execute(_THROWS.where(_row > kept.upto, _row <= upto).order_by(_row)):
        past = pasts.get(row.room) or _past(connection, row.room, row.number)
        pasts[row.room] = add(kept.counts, past, _throw_of(row.event, row.white, row.black))
    kept.counts.is_complete = upto == last
    kept.upto = upto
    kept.room, kept.number = _place(connection, upto)
    about.put(connection, NAME, msgspec.json.encode(kept).decode())
    return Counted(kept, pasts)


def length_upto(connection: sql.Connection, room_id: str, upto: int) -> int:
    """How many entries of a room lie at or before the rowid *upto*."""
    query = sql.select(sql.func.count()).select_from(entry)
    return connection.execute(query.where(entry.c.room == room_id, _row <= upto)).scalar_one()


def rooms(connection: sql.Connection) -> list[str]:
    """The ids of all rooms, finished or not, oldest first."""
    return list(connection.scalars(sql.select(room.c.id).order_by(room.c.since)))


def _throw_of(text: str, white: str | None, black: str | None) -> CountedThrow:
    """The throw of an event, and who threw it."""
    event = json.loads(text)
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
        past = add(counts, past, _throw_of(row.event, row.white, row.black))
    return past


def _kept(connection: sql.Connection) -> Kept:
    """The stored counts; empty if the log is not the one they were made from."""
    try:
        kept = msgspec.json.decode(about.get(connection, NAME) or "", type=Kept)
    except msgspec.DecodeError:
        return Kept(nothing())
    is_there = _place(connection, kept.upto) == (kept.room, kept.number)
    return kept if is_there else Kept(nothing())


def _place(connection: sql.Connection, upto: int) -> tuple[str, int]:
    query = sql.select(entry.c.room, entry.c.number).where(_row == upto)
    found = connection.execute(query).one_or_none()
    return (found.room, found.number) if found else ("", 0)
