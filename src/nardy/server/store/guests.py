"""People who play: a name, and the sessions of their browsers. An account is more, not needed."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sql

from nardy.server.seats import guest_seat
from nardy.server.store.schema import account, guest, session

A_MINUTE = 60_000
"""Milliseconds; how exactly it is noted when a session was seen."""
PROGRAM = "program"
"""The role of what plays with a token (api_clients.py)."""
CALLS = "token"
"""What the session of a token calls itself."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who plays."""

    id: str
    name: str
    role: str = ""
    """Of an account: 'member', 'admin' or 'program'; '' has none."""
    session: str = field(default="", compare=False, repr=False)
    """The hash of the token that said who he is."""
    avatar: str = ""
    """The picture that he chose; '' has none but the one that goes with the name."""
    scopes: frozenset[str] = field(default=frozenset(), compare=False)
    """What the token opens that said who he is; none: it was a browser's cookie, which opens all."""
    seen: int = field(default=0, compare=False, repr=False)
    """When the session was seen last that is known, in milliseconds since 1970."""

    @property
    def seat(self) -> str:
        """How seats, results and messages name them."""
        return guest_seat(self.id)


@dataclass(frozen=True, slots=True)
class PublicProfile:
    """What others see of somebody."""

    name: str
    avatar: str = ""
    is_program: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that knows who it is."""

    token: str
    """The hash of it."""
    since: int
    seen: int
    agent: str


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def add_guest(connection: sql.Connection, who: Guest, token: str, at: int, agent: str = "") -> None:
    """Remember a guest, by the hash of his token."""
    values = {"id": who.id, "name": who.name, "since": at}
    connection.execute(sql.insert(guest), values)
    begin_session(connection, who.id, token, at, agent)


def guest_of(connection: sql.Connection, token: str) -> Guest | None:
    """Whose token this is."""
    found = connection.execute(
        sql.select(guest, account.c.role, session.c.token, session.c.seen, session.c.scopes)
        .join_from(session, guest)
        .outerjoin(account, account.c.guest == guest.c.id)
        .where(session.c.token == hashed(token))
    ).one_or_none()
    if found is None:
        return None
    scopes = frozenset(found.scopes.split())
    told = (found.id, found.name, found.role or "", found.token, found.avatar)
    return Guest(*told, scopes=scopes, seen=found.seen)


def see(connection: sql.Connection, token: str, at: int) -> None:
    """Whoever has the session of this hash was here at a time; it is noted once a minute."""
    seen = sql.update(session).where(session.c.token == token).values(seen=at)
    connection.execute(seen)


def rename(connection: sql.Connection, guest_id: str, name: str) -> None:
    """Another name for the same guest."""
    connection.execute(sql.update(guest).where(guest.c.id == guest_id).values(name=name))


def names_of(connection: sql.Connection, ids: list[str]) -> dict[str, str]:
    """The names of guests by their ids."""
    asked = sql.select(guest.c.id, guest.c.name).where(guest.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(asked)}


def names_and_pictures_of(
    connection: sql.Connection, ids: Collection[str]
) -> dict[str, PublicProfile]:
    """The names and pictures of guests by their ids."""
    asked = sql.select(guest.c.id, guest.c.name, guest.c.avatar, account.c.role)
    asked = asked.outerjoin(account, account.c.guest == guest.c.id).where(guest.c.id.in_(ids))
    return {
        row.id: PublicProfile(row.name, row.avatar, row.role == PROGRAM)
        for row in connection.execute(asked)
    }


def set_avatar(connection: sql.Connection, guest_id: str, avatar: str) -> None:
    """Another picture for somebody; '' is the one that goes with the name."""
    connection.execute(sql.update(guest).where(guest.c.id == guest_id).values(avatar=avatar))


def find(connection: sql.Connection, part: str, *, limit: int = 50) -> list[Guest]:
    """People whose name holds this, accounts first and then the newest."""
    columns = (guest.c.id, guest.c.name, account.c.role)
    asked = sql.select(*columns).outerjoin(account, account.c.guest == guest.c.id)
    asked = asked.where(guest.c.name.contains(part, autoescape=True))
    asked = asked.order_by(account.c.role.is_(None), guest.c.since.desc()).limit(limit)
    return [Guest(row.id, row.name, row.role or "") for row in connection.execute(asked)]


def begin_session(
    connection: sql.Connection, guest_id: str, token: str, at: int, agent: str
) -> None:
    """One more browser knows who it is."""
    values = {"token": hashed(token), "guest": guest_id, "since": at, "seen": at, "agent": agent}
    connection.execute(sql.insert(session), values)


def give_token(
    connection: sql.Connection, guest_id: str, token: str, at: int, scopes: Collection[str]
) -> None:
    """A program may come in with a token, which opens what its scopes say."""
    begin_session(connection, guest_id, token, at, CALLS)
    is_it = session.c.token == hashed(token)
    connection.execute(sql.update(session).where(is_it).values(scopes=" ".join(sorted(scopes))))


def sessions_of(connection: sql.Connection, guest_id: str) -> list[Session]:
    """The browsers that know who they are, the last seen first."""
    columns = (session.c.token, session.c.since, session.c.seen, session.c.agent)
    asked = sql.select(*columns).where(session.c.guest == guest_id).order_by(session.c.seen.desc())
    return [Session(*row) for row in connection.execute(asked)]


def began(connection: sql.Connection, token: str) -> int | None:
    """When the browser's session of this hash began; None for a program's token: nobody signed in."""
    asked = sql.select(session.c.since).where(session.c.token == token, session.c.scopes == "")
    return connection.execute(asked).scalar_one_or_none()


def end_sessions(
    connection: sql.Connection, guest_id: str, *, only: str = "", but: str = ""
) -> None:
    """End one session of a guest, or all of them but one; both are named by their hash."""
    ended = sql.delete(session).where(session.c.guest == guest_id)
    if only:
        ended = ended.where(session.c.token == only)
    connection.execute(ended.where(session.c.token != but))


def open_sessions(connection: sql.Connection, tokens: Sequence[str]) -> set[str]:
    """Which of these hashes are still sessions."""
    asked = sql.select(session.c.token).where(session.c.token.in_(tokens))
    return set(connection.execute(asked).scalars())
