"""Challenges: rooms whose free seat is kept for one person."""

from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.meeting_tables import challenge
from nardy.server.store.schema import room


@dataclass(frozen=True, slots=True)
class Challenge:
    """Ids without a prefix, and milliseconds since 1970."""

    room: str
    guest: str
    """Who challenges."""
    challenged: str
    since: int


def add(connection: sql.Connection, made: Challenge) -> None:
    connection.execute(sql.insert(challenge), asdict(made))


def get(connection: sql.Connection, room_id: str) -> Challenge | None:
    """The challenge of a room; None if anybody may sit there."""
    return rows.record(
        connection, sql.select(challenge).where(challenge.c.room == room_id), Challenge
    )


def of(connection: sql.Connection, who: str) -> list[Challenge]:
    """Challenges by somebody and to them whose seat is still free, the newest first."""
    query = sql.select(challenge).join(room, room.c.id == challenge.c.room)
    query = query.where(sql.or_(challenge.c.guest == who, challenge.c.challenged == who))
    is_free = sql.or_(room.c.white.is_(None), room.c.black.is_(None))
    query = query.where(is_free, room.c.is_over.is_(False))
    return rows.records(connection, query.order_by(challenge.c.since.desc()), Challenge)


def remove(connection: sql.Connection, room_id: str) -> None:
    connection.execute(sql.delete(challenge).where(challenge.c.room == room_id))


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's challenges to an account; one against oneself ends."""
    for column in (challenge.c.guest, challenge.c.challenged):
        connection.execute(sql.update(challenge).where(column == old).values({column.name: new}))
    connection.execute(sql.delete(challenge).where(challenge.c.guest == challenge.c.challenged))


def forget(connection: sql.Connection, who: str) -> None:
    """Delete a person's challenges; the rooms stay."""
    both = sql.or_(challenge.c.guest == who, challenge.c.challenged == who)
    connection.execute(sql.delete(challenge).where(both))


def export_of(connection: sql.Connection, who: str) -> list[dict[str, object]]:
    """A person's challenges, for the export of their data."""
    both = sql.or_(challenge.c.guest == who, challenge.c.challenged == who)
    query = sql.select(challenge).where(both).order_by(challenge.c.since)
    return rows.objects(connection, query)
