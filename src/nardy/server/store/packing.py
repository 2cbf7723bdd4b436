"""Packing: the entries of a finished room become one row, once unpacking has given them back."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import sqlalchemy as sql

from nardy.server.store import finished_rooms
from nardy.server.store.packed_games import form
from nardy.server.store.packed_games.form import PackedEntry
from nardy.server.store.packed_tables import packed_room
from nardy.server.store.room_entries import UNREADABLE, entries_of, tell_once
from nardy.server.store.schema import entry, room

_log = logging.getLogger(__name__)


class Prepared(NamedTuple):
    """A room ready to be packed."""

    room: str
    month: int
    number: int
    length: int
    data: bytes


def look_further(
    connection: sql.Connection, after: str, before: int, most: int
) -> tuple[list[Prepared], str]:
    """Pack what can be packed among the next rooms that have entries, by their ids; nothing is written.

    Args:
        connection: Reads; packing takes a millisecond a room.
        after: The id of the last room looked at; '' is the start.
        before: Rooms with an entry since then are left, in milliseconds since 1970.
        most: How many rooms are looked at.

    Returns:
        The packed rooms, and the last room looked at; '' at the end.
    """
    found: list[Prepared] = []
    for _ in range(most):
        query = sql.select(sql.func.min(entry.c.room)).where(entry.c.room > after)
        if (after := connection.scalar(query) or "") == "":
            break
        if _may_go(connection, after, before) and (prepared := _prepared(connection, after)):
            found.append(prepared)
    return found, after


def put(connection: sql.Connection, rooms: Sequence[Prepared], before: int) -> int:
    """Store packed rooms and remove their entries; returns how many. Rooms that have changed are left."""
    packed = 0
    for one in rooms:
        if not _may_go(connection, one.room, before):
            continue
        if _length(connection, one.room) == one.length:
            connection.execute(sql.insert(packed_room), one._asdict())
            connection.execute(sql.delete(entry).where(entry.c.room == one.room))
            packed += 1
    return packed


def _may_go(connection: sql.Connection, room_id: str, before: int) -> bool:
    """Whether nobody needs the entries of a room as rows: it is over, quiet, and its dice are counted."""
    query = sql.select(entry.c.at).where(entry.c.room == room_id)
    last = connection.scalar(query.order_by(entry.c.number.desc()).limit(1))
    is_over = connection.scalar(sql.select(room.c.is_over).where(room.c.id == room_id))
    if last is None or not is_over or last >= before:
        return False
    return finished_rooms.is_counted(connection, room_id)


def _prepared(connection: sql.Connection, room_id: str) -> Prepared | None:
    """The packed room; None if unpacking does not give its entries back."""
    try:
        stored = entries_of(connection, room_id)
    except UNREADABLE:
        tell_once(room_id, "it is not packed")
        return None
    plain = [PackedEntry(one.event, one.at, one.note) for one in stored]
    try:
        data = form.pack(plain)
        is_same = form.unpack(data) == plain
    except Exception:  # noqa: BLE001 (a log of an unknown form stays as it is)
        is_same, data = False, b""
    if not is_same or [one.number for one in stored] != [*range(1, len(stored) + 1)]:
        _log.error("a finished room cannot be packed: %s", room_id, extra={"room": room_id})
        return None
    number, ended = finished_rooms.number_of(connection, room_id), plain[-1].at
    at = datetime.fromtimestamp(ended / 1000, UTC)
    return Prepared(room_id, at.year * 100 + at.month, number, len(plain), data)


def _length(connection: sql.Connection, room_id: str) -> int:
    query = sql.select(sql.func.count()).select_from(entry).where(entry.c.room == room_id)
    return connection.execute(query).scalar_one()
