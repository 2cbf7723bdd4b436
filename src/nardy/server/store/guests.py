"""People without an account: a name, and a token that only their browser knows."""

import hashlib
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store.tables import guest


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who plays."""

    id: str
    name: str


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def add_guest(connection: sql.Connection, who: Guest, token: str, at: int) -> None:
    """Remember a guest by the hash of his token."""
    values = {"id": who.id, "token": hashed(token), "name": who.name, "since": at}
    connection.execute(sql.insert(guest), values)


def guest_of(connection: sql.Connection, token: str) -> Guest | None:
    """Whose token this is."""
    asked = sql.select(guest.c.id, guest.c.name).where(guest.c.token == hashed(token))
    row = connection.execute(asked).one_or_none()
    return Guest(row.id, row.name) if row else None


def rename(connection: sql.Connection, guest_id: str, name: str) -> None:
    """Another name for the same guest."""
    connection.execute(sql.update(guest).where(guest.c.id == guest_id).values(name=name))


def names_of(connection: sql.Connection, ids: list[str]) -> dict[str, str]:
    """The names of guests by their ids."""
    asked = sql.select(guest.c.id, guest.c.name).where(guest.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(asked)}
