"""What nobody needs any more: sessions that no browser can use, and guests who never did anything."""

from collections.abc import Collection, Iterator, Sequence

import sqlalchemy as sql

from nardy.server.seats import GUEST
from nardy.server.store.schema import (
    audit,
    entrant,
    guest,
    line,
    metadata,
    mute,
    report,
    result,
    room,
    session,
    standing,
    tournament,
)

_NAMED = (
    *(room.c.white, room.c.black, result.c.white, result.c.black, standing.c.who),
    *(line.c.who, report.c.who, mute.c.who, mute.c.muted, tournament.c.maker, entrant.c.who),
)
"""Columns that name people as seats do: `guest:ID`."""


def stale_sessions(connection: sql.Connection, before: int, limit: int) -> list[str]:
    """The hashes of browsers' sessions that were last seen before a time; programs' tokens do not age."""
    asked = sql.select(session.c.token).where(session.c.seen < before, session.c.scopes == "")
    return list(connection.execute(asked.limit(limit)).scalars())


def end_stale_sessions(connection: sql.Connection, tokens: Sequence[str], before: int) -> None:
    """End these, but for those that have been seen meanwhile."""
    ended = sql.delete(session).where(session.c.token.in_(tokens), session.c.seen < before)
    connection.execute(ended)


def idle_guests(connection: sql.Connection, before: int, limit: int) -> list[str]:
    """Guests of before a time who have not been seen since, and whom nothing else refers to."""
    seen = sql.select(session.c.guest).where(session.c.seen >= before)
    asked = sql.select(guest.c.id).where(guest.c.since < before, guest.c.id.not_in(seen))
    asked = asked.where(guest.c.id.not_in(sql.select(audit.c.about)))
    for column in _keys():
        asked = asked.where(guest.c.id.not_in(sql.select(column)))
    for column in _NAMED:
        # A null among them would let nobody be not in it.
        named = sql.select(column).where(column.is_not(None))
        asked = asked.where((GUEST + guest.c.id).not_in(named))
    return list(connection.execute(asked.limit(limit)).scalars())


def remove_guests(connection: sql.Connection, ids: Collection[str], before: int) -> None:
    """Forget these guests with their sessions, but for those who have been seen meanwhile.

    Whoever does anything is seen before it is done.
    """
    seen = sql.select(session.c.guest).where(session.c.guest.in_(ids), session.c.seen >= before)
    back = set(connection.execute(seen).scalars())
    gone = [one for one in ids if one not in back]
    connection.execute(sql.delete(session).where(session.c.guest.in_(gone)))
    connection.execute(sql.delete(guest).where(guest.c.id.in_(gone)))


def _keys() -> Iterator[sql.Column[str]]:
    """Every column that refers to a guest, whatever table it is in, but the sessions'."""
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column is guest.c.id and table is not session:
                yield key.parent
