"""API clients: programs that play with a token, each with a guest of its own and a responsible owner."""

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.names import key_of
from nardy.server.store import accounts, guests, rows
from nardy.server.store.accounts import Account
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.store.schema import account, guest, program, session


@dataclass(frozen=True, slots=True)
class ApiClient:
    id: str
    name: str
    since: int
    seen: int | None
    """When its token was last used, in milliseconds since 1970; None if it has no token."""
    scopes: tuple[str, ...] = ()
    """Scopes of the token."""


def add(connection: sql.Connection, made: Guest, owner: str, at: int) -> None:
    """Create a client without a token; the caller has checked that its name is free."""
    connection.execute(sql.insert(guest), {"id": made.id, "name": made.name, "since": at})
    accounts.add_account(connection, Account(made.id, key_of(made.name), "", PROGRAM), at)
    connection.execute(sql.insert(program), {"guest": made.id, "owner": owner})


def renew(
    connection: sql.Connection, guest_id: str, token: str, at: int, scopes: Collection[str]
) -> None:
    """Replace the token and remove every other login method."""
    guests.end_sessions(connection, guest_id)
    accounts.seal(connection, guest_id)
    guests.give_token(connection, guest_id, token, at, scopes)


def of_owner(connection: sql.Connection, owner: str) -> list[ApiClient]:
    """An owner's clients, oldest first."""
    seen = sql.func.max(session.c.seen)
    scopes = sql.func.max(session.c.scopes)
    query = sql.select(guest.c.id, guest.c.name, guest.c.since, seen, scopes)
    query = query.join_from(program, guest, guest.c.id == program.c.guest)
    query = query.outerjoin(session, session.c.guest == guest.c.id)
    query = query.where(program.c.owner == owner).group_by(guest.c.id)
    found = connection.execute(query.order_by(guest.c.since, guest.c.id))
    return [ApiClient(*row[:-1], tuple((row[-1] or "").split())) for row in found]


def owner_of(connection: sql.Connection, guest_id: str) -> Guest | None:
    """The owner of a client; None if this is not a client, or has been deleted."""
    role = sql.func.coalesce(account.c.role, "").label("role")
    query = sql.select(guest.c.id, guest.c.name, role)
    query = query.join(program, guest.c.id == program.c.owner)
    query = query.outerjoin(account, guest.c.id == account.c.guest)
    return rows.record(connection, query.where(program.c.guest == guest_id), Guest)


def family_of(connection: sql.Connection, guest_id: str) -> set[str]:
    """This guest, their owner, and all clients of that owner."""
    owner = owner_of(connection, guest_id)
    root = owner.id if owner else guest_id
    query = sql.select(program.c.guest).where(program.c.owner == root)
    return {guest_id, root, *connection.scalars(query)}


def end_tokens(connection: sql.Connection, owner: str) -> None:
    """End the tokens of all clients of an owner; the clients stay."""
    for one in of_owner(connection, owner):
        guests.end_sessions(connection, one.id)


def end(connection: sql.Connection, guest_id: str) -> None:
    """Delete a client; its games stay, since they are the opponents' too."""
    connection.execute(sql.delete(program).where(program.c.guest == guest_id))
    accounts.forget(connection, guest_id)


def end_all(connection: sql.Connection, owner: str) -> None:
    """Delete all clients of an owner."""
    for one in of_owner(connection, owner):
        end(connection, one.id)
