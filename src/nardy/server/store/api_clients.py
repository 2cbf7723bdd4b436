"""Programs of members, which play with a token: each a guest of its own, for whom an owner answers."""

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.names import key_of
from nardy.server.store import accounts, guests
from nardy.server.store.accounts import Account
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.store.schema import guest, program, session


@dataclass(frozen=True, slots=True)
class ApiClient:
    """A program that may play here."""

    id: str
    name: str
    since: int
    seen: int | None
    """When its token was last used; None: it has none."""
    scopes: tuple[str, ...] = ()
    """What the token opens."""


def add(connection: sql.Connection, made: Guest, owner: str, at: int) -> None:
    """A new program without a token; its name must be free."""
    values = {"id": made.id, "name": made.name, "since": at}
    connection.execute(sql.insert(guest), values)
    accounts.add_account(connection, Account(made.id, key_of(made.name), "", PROGRAM), at)
    connection.execute(sql.insert(program), {"guest": made.id, "owner": owner})


def renew(
    connection: sql.Connection, guest_id: str, token: str, at: int, scopes: Collection[str]
) -> None:
    """A token in the place of the one before; no other way into the account is left."""
    guests.end_sessions(connection, guest_id)
    accounts.seal(connection, guest_id)
    guests.give_token(connection, guest_id, token, at, scopes)


def of_owner(connection: sql.Connection, owner: str) -> list[ApiClient]:
    """Somebody's programs, the oldest first."""
    seen = sql.func.max(session.c.seen)
    scopes = sql.func.max(session.c.scopes)
    asked = sql.select(guest.c.id, guest.c.name, guest.c.since, seen, scopes)
    asked = asked.join_from(program, guest, guest.c.id == program.c.guest)
    asked = asked.outerjoin(session, session.c.guest == guest.c.id)
    asked = asked.where(program.c.owner == owner).group_by(guest.c.id)
    rows = connection.execute(asked.order_by(guest.c.since, guest.c.id))
    return [ApiClient(*row[:-1], tuple((row[-1] or "").split())) for row in rows]


def owner_of(connection: sql.Connection, guest_id: str) -> Guest | None:
    """Who answers for a program; None: it is none, or a program no more."""
    asked = sql.select(guest.c.id, guest.c.name).join_from(
        program, guest, guest.c.id == program.c.owner
    )
    row = connection.execute(asked.where(program.c.guest == guest_id)).one_or_none()
    return Guest(*row) if row else None


def family_of(connection: sql.Connection, guest_id: str) -> set[str]:
    """Somebody, the owner who answers for them, and all programs of that owner."""
    owner = owner_of(connection, guest_id)
    root = owner.id if owner else guest_id
    asked = sql.select(program.c.guest).where(program.c.owner == root)
    return {guest_id, root, *connection.execute(asked).scalars()}


def end(connection: sql.Connection, guest_id: str) -> None:
    """A program plays here no more; its games are the opponents' too."""
    connection.execute(sql.delete(program).where(program.c.guest == guest_id))
    accounts.forget(connection, guest_id)


def end_all(connection: sql.Connection, owner: str) -> None:
    """All of an owner's."""
    for one in of_owner(connection, owner):
        end(connection, one.id)
