"""Cleanup: expired sessions, and guests who never did anything."""

from collections.abc import Collection, Sequence

import sqlalchemy as sql

from nardy.server.seats import GUEST
from nardy.server.store.all_tables import metadata
from nardy.server.store.schedule_tables import tournament_schedule
from nardy.server.store.schema import (
    audit,
    entrant,
    guest,
    line,
    mute,
    report,
    result,
    room,
    session,
    standing,
    tournament,
)
from nardy.server.store.tournament_talk_tables import tournament_line, tournament_report

_NAMED = (
    *(room.c.white, room.c.black, result.c.white, result.c.black, standing.c.who),
    *(line.c.who, report.c.who, mute.c.who, mute.c.muted, tournament.c.maker, entrant.c.who),
    *(tournament_schedule.c.maker, tournament_line.c.who, tournament_report.c.who),
)
"""Columns that identify people as seats do: `guest:ID`."""
_KEYS = tuple(
    key.parent
    for table in metadata.sorted_tables
    for key in table.foreign_keys
    if key.column is guest.c.id and table is not session
)
"""Every foreign key to a guest, except the sessions' one."""


def stale_sessions(connection: sql.Connection, before: int, limit: int) -> list[str]:
    """Token hashes of browser sessions last seen before a time; API tokens do not expire."""
    query = sql.select(session.c.token).where(session.c.seen < before, session.c.scopes == "")
    return list(connection.scalars(query.limit(limit)))


def end_stale_sessions(connection: sql.Connection, tokens: Sequence[str], before: int) -> None:
    """End these sessions, except any seen again since *before*."""
    ended = sql.delete(session).where(session.c.token.in_(tokens), session.c.seen < before)
    connection.execute(ended)


def idle_guests(connection: sql.Connection, before: int, limit: int) -> list[str]:
    """Guests created before a time, not seen since, and referenced by no other table."""
    seen = sql.select(session.c.guest).where(session.c.seen >= before)
    query = sql.select(guest.c.id).where(guest.c.since < before, guest.c.id.not_in(seen))
    query = query.where(guest.c.id.not_in(sql.select(audit.c.about)))
    for column in _KEYS:
        query = query.where(guest.c.id.not_in(sql.select(column)))
    for column in _NAMED:
        # SQL's NOT IN is never true against a list that contains null.
        named = sql.select(column).where(column.is_not(None))
        query = query.where((GUEST + guest.c.id).not_in(named))
    return list(connection.scalars(query.limit(limit)))


def remove_guests(connection: sql.Connection, ids: Collection[str], before: int) -> None:
    """Delete these guests with their sessions, except those seen since *before*.

    Every request updates `seen` before it does anything else.
    """
    seen = sql.select(session.c.guest).where(session.c.guest.in_(ids), session.c.seen >= before)
    back = set(connection.scalars(seen))
    gone = [one for one in ids if one not in back]
    connection.execute(sql.delete(session).where(session.c.guest.in_(gone)))
    connection.execute(sql.delete(guest).where(guest.c.id.in_(gone)))
