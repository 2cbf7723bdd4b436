"""Challenges: rooms whose free seat is kept for one person."""

from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import log, rows
from nardy.server.store.matchmaking_tables import challenge
from nardy.server.store.schema import room


@dataclass(frozen=True, slots=True)
class Challenge:
    """Ids without a prefix, and milliseconds since 1970."""

    room: str
    guest: str
    """Who challenges."""
    challenged: str
    since: int
    until: int
    """When the seat is no longer kept, and the room is closed."""


def add(connection: sql.Connection, made: Challenge) -> None:
    connection.execute(sql.insert(challenge), asdict(made))


def get(connection: sql.Connection, room_id: str) -> Challenge | None:
    """The challenge of a room; None if anybody may sit there."""
    return rows.record(
        connection, sql.select(challenge).where(challenge.c.room == room_id), Challenge
    )


def of(connection: sql.Connection, who: str, at: int) -> list[Challenge]:
    """Challenges by somebody and to them whose seat is still free at a time, the newest first."""
    query = _waiting().where(sql.or_(challenge.c.guest == who, challenge.c.challenged == who))
    query = query.where(challenge.c.until > at).order_by(challenge.c.since.desc())
    return rows.records(connection, query, Challenge)


def expired(connection: sql.Connection, at: int) -> list[str]:
    """The rooms whose challenge nobody has answered in time."""
    query = _waiting().where(challenge.c.until <= at).order_by(challenge.c.until)
    return [one.room for one in rows.records(connection, query, Challenge)]


def answered(connection: sql.Connection, before: int, limit: int = 100) -> list[str]:
    """Rooms of challenges whose time was over before a time, and that nobody waits for any more."""
    waiting = _waiting().with_only_columns(challenge.c.room)
    query = sql.select(challenge.c.room).where(challenge.c.until < before)
    return [*connection.scalars(query.where(challenge.c.room.not_in(waiting)).limit(limit))]


def _waiting() -> sql.Select[tuple[object, ...]]:
    query = sql.select(challenge).join(room, room.c.id == challenge.c.room)
    is_free = sql.or_(room.c.white.is_(None), room.c.black.is_(None))
    return query.where(is_free, room.c.is_over.is_(False))


def remove(connection: sql.Connection, *rooms: str) -> None:
    connection.execute(sql.delete(challenge).where(challenge.c.room.in_(rooms)))


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's challenges to an account; one against oneself ends, and its room is closed."""
    for column in (challenge.c.guest, challenge.c.challenged):
        connection.execute(sql.update(challenge).where(column == old).values({column.name: new}))
    _end(connection, challenge.c.guest == challenge.c.challenged)


def forget(connection: sql.Connection, who: str) -> None:
    """Delete a person's challenges, and close the rooms of those that wait for an answer."""
    _end(connection, sql.or_(challenge.c.guest == who, challenge.c.challenged == who))


def _end(connection: sql.Connection, which: sql.ColumnElement[bool]) -> None:
    """Delete challenges, and close the rooms of those that wait: without a challenge anybody might sit there."""
    waiting = _waiting().where(which)
    for one in rows.records(connection, waiting, Challenge):
        log.close(connection, one.room)
    connection.execute(sql.delete(challenge).where(which))


def export_of(connection: sql.Connection, who: str) -> list[dict[str, object]]:
    """A person's challenges, for the export of their data."""
    both = sql.or_(challenge.c.guest == who, challenge.c.challenged == who)
    query = sql.select(challenge).where(both).order_by(challenge.c.since)
    return rows.objects(connection, query)
