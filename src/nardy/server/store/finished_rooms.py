"""Rooms that are over, numbered in the order of their ends.

The row is written in the transaction that ends the room, and its number follows the greatest one. So a room
with a greater number was stored later, and whoever has read up to a number has missed none below it. Neither
holds for numbers that a database gives by itself: those may be stored in another order.
"""

from collections.abc import Sequence

import sqlalchemy as sql

from nardy.server.store.schema import finished_room, room


def add(connection: sql.Connection, room_id: str) -> None:
    """Number a room that is over now."""
    last = sql.func.coalesce(sql.func.max(finished_room.c.number), 0)
    row = sql.select(sql.literal(room_id, sql.Text), last + 1, sql.literal(0, sql.Integer))
    connection.execute(sql.insert(finished_room).from_select(["room", "number", "counted"], row))


def number_of(connection: sql.Connection, room_id: str) -> int:
    """The place of a room in the order of ends; 0 if it is not over."""
    query = sql.select(finished_room.c.number).where(finished_room.c.room == room_id)
    return connection.scalar(query) or 0


def uncounted(connection: sql.Connection, count: int, entries: int) -> list[str]:
    """The next rooms that a count of dice lacks, with about so many *entries* in all; at least one, if any is left."""
    query = sql.select(finished_room.c.room, room.c.version).join(room)
    query = query.where(finished_room.c.counted < count)
    query = query.order_by(finished_room.c.counted, finished_room.c.number).limit(max(1, entries))
    found, left = list[str](), entries
    for room_id, length in connection.execute(query):
        if found and left < length:
            break
        found.append(room_id)
        left -= length
    return found


def note_counted(connection: sql.Connection, rooms: Sequence[str], count: int) -> None:
    """Note that a count of dice has the throws of these rooms."""
    is_one = finished_room.c.room.in_(rooms)
    connection.execute(sql.update(finished_room).where(is_one).values(counted=count))


def counted(connection: sql.Connection, count: int) -> list[str]:
    """The rooms that a count of dice has, in the order of ends."""
    query = sql.select(finished_room.c.room).where(finished_room.c.counted == count)
    return list(connection.scalars(query.order_by(finished_room.c.number)))


def latest_count(connection: sql.Connection) -> int:
    """The greatest number of a count that any room is in; 0 is none."""
    return connection.scalar(sql.select(sql.func.max(finished_room.c.counted))) or 0


def is_counted(connection: sql.Connection, room_id: str) -> bool:
    """Whether some count of dice has the throws of a room."""
    query = sql.select(finished_room.c.counted).where(finished_room.c.room == room_id)
    return bool(connection.scalar(query))
