"""Guests, everybody who plays, and the sessions of their browsers; an account is optional."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import sqlalchemy as sql

from nardy.server.names import GONE, key_of
from nardy.server.seats import guest_seat
from nardy.server.store import rows
from nardy.server.store.schema import account, guest, session

A_MINUTE = 60_000
"""Milliseconds; the resolution of `seen` of a session."""
PROGRAM = "program"
"""The role of an API client (api_clients.py)."""
CALLS = "token"
"""The user agent stored for the session of an API token."""
AT_ONCE = 1_000
"""Rows in memory while the names of guests are searched."""


@dataclass(frozen=True, slots=True)
class Guest:
    id: str
    name: str
    role: str = ""
    """'member', 'admin' or 'program'; '' without an account."""
    session: str = field(default="", compare=False, repr=False)
    """The token hash of the session by which they were identified."""
    avatar: str = ""
    """The chosen picture; '' is the default derived from the name."""
    scopes: frozenset[str] = field(default=frozenset(), compare=False)
    """Scopes of the API token; empty for a browser session, which may do everything."""
    seen: int = field(default=0, compare=False, repr=False)
    """When the session was last seen, in milliseconds since 1970."""

    @property
    def seat(self) -> str:
        """The text that stands for the guest in seats, results and messages."""
        return guest_seat(self.id)


@dataclass(frozen=True, slots=True)
class PublicProfile:
    name: str
    avatar: str = ""
    is_program: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """One signed-in browser."""

    token: str
    """The hash of the token."""
    since: int
    seen: int
    agent: str


def hashed(token: str) -> str:
    """The stored form of a token."""
    # Tokens are random and long, unlike passwords: a fast hash without salt is enough.
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def add_guest(connection: sql.Connection, who: Guest, token: str, at: int, agent: str = "") -> None:
    """Create a guest with a first session."""
    connection.execute(sql.insert(guest), {"id": who.id, "name": who.name, "since": at})
    begin_session(connection, who.id, token, at, agent)


def is_there(connection: sql.Connection, guest_id: str) -> bool:
    """Whether a person is known and not deleted: what comes late must store nothing about them."""
    known = sql.select(guest.c.id).where(guest.c.id == guest_id, guest.c.name != GONE)
    return connection.scalar(known) is not None


def guest_of(connection: sql.Connection, token: str) -> Guest | None:
    """The guest who owns this token."""
    return guests_of(connection, [token]).get(token)


def guests_of(connection: sql.Connection, tokens: Sequence[str]) -> dict[str, Guest]:
    """The guests who own these tokens, by token; unknown tokens are left out."""
    by_hash = {hashed(token): token for token in tokens}
    rows = connection.execute(
        sql.select(guest, account.c.role, session.c.token, session.c.seen, session.c.scopes)
        .join_from(session, guest)
        .outerjoin(account, account.c.guest == guest.c.id)
        .where(session.c.token.in_(by_hash))
    )
    return {by_hash[row.token]: _guest(row) for row in rows}


def _guest(row: Any) -> Guest:
    scopes = frozenset(row.scopes.split())
    told = (row.id, row.name, row.role or "", row.token, row.avatar)
    return Guest(*told, scopes=scopes, seen=row.seen)


def see(connection: sql.Connection, token: str, at: int) -> None:
    """Update when the session with this token hash was last seen; called at most once a minute."""
    connection.execute(sql.update(session).where(session.c.token == token).values(seen=at))


def rename(connection: sql.Connection, guest_id: str, name: str) -> None:
    connection.execute(sql.update(guest).where(guest.c.id == guest_id).values(name=name))


def names_of(connection: sql.Connection, ids: list[str]) -> dict[str, str]:
    query = sql.select(guest.c.id, guest.c.name).where(guest.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}


def names_and_pictures_of(
    connection: sql.Connection, ids: Collection[str]
) -> dict[str, PublicProfile]:
    query = sql.select(guest.c.id, guest.c.name, guest.c.avatar, account.c.role)
    query = query.outerjoin(account, account.c.guest == guest.c.id).where(guest.c.id.in_(ids))
    return {
        row.id: PublicProfile(row.name, row.avatar, row.role == PROGRAM)
        for row in connection.execute(query)
    }


def set_avatar(connection: sql.Connection, guest_id: str, avatar: str) -> None:
    """Set the picture; '' is the default derived from the name."""
    connection.execute(sql.update(guest).where(guest.c.id == guest_id).values(avatar=avatar))


def find(connection: sql.Connection, part: str, *, limit: int = 50) -> list[Guest]:
    """Guests whose name contains *part*, whatever its case, accounts first, then newest first."""
    key = key_of(part)
    if not key:
        return []
    named = sql.select(guest.c.id, guest.c.name, account.c.role).join_from(guest, account)
    named = named.where(account.c.name.contains(key, autoescape=True))
    found = rows.records(connection, named.order_by(guest.c.since.desc()).limit(limit), Guest)
    if len(found) == limit:
        return found
    # Names of guests are not stored by their key, and SQL folds the case of ASCII letters alone.
    others = (
        sql.select(guest.c.id, guest.c.name).outerjoin(account).where(account.c.guest.is_(None))
    )
    others = others.order_by(guest.c.since.desc()).execution_options(yield_per=AT_ONCE)
    with connection.execute(others) as read:
        fit = (Guest(row.id, row.name) for row in read if key in key_of(row.name))
        return [*found, *islice(fit, limit - len(found))]


def begin_session(
    connection: sql.Connection, guest_id: str, token: str, at: int, agent: str
) -> None:
    values = {"token": hashed(token), "guest": guest_id, "since": at, "seen": at, "agent": agent}
    connection.execute(sql.insert(session), values)


def give_token(
    connection: sql.Connection, guest_id: str, token: str, at: int, scopes: Collection[str]
) -> None:
    """Add a session for an API token with these scopes."""
    begin_session(connection, guest_id, token, at, CALLS)
    is_it = session.c.token == hashed(token)
    connection.execute(sql.update(session).where(is_it).values(scopes=" ".join(sorted(scopes))))


def sessions_of(connection: sql.Connection, guest_id: str) -> list[Session]:
    """The signed-in browsers of a guest, last seen first."""
    query = sql.select(session).where(session.c.guest == guest_id)
    return rows.records(connection, query.order_by(session.c.seen.desc()), Session)


def began(connection: sql.Connection, token: str) -> int | None:
    """When the browser session with this token hash began; None for an API token, since nobody signed in."""
    query = sql.select(session.c.since).where(session.c.token == token, session.c.scopes == "")
    return connection.scalar(query)


def end_sessions(
    connection: sql.Connection, guest_id: str, *, only: str = "", but: str = ""
) -> None:
    """End one session of a guest, or all but one; both are given by token hash."""
    ended = sql.delete(session).where(session.c.guest == guest_id)
    if only:
        ended = ended.where(session.c.token == only)
    connection.execute(ended.where(session.c.token != but))


def open_sessions(connection: sql.Connection, tokens: Sequence[str]) -> set[str]:
    """The token hashes among these whose sessions still exist."""
    query = sql.select(session.c.token).where(session.c.token.in_(tokens))
    return set(connection.scalars(query))
