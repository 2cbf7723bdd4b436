"""Login methods beside the password: OIDC identities and passkeys."""

from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.dialects import inserting
from nardy.server.store.schema import account, outside, passkey, program


@dataclass(frozen=True, slots=True)
class Identity:
    """A person as an OIDC provider identifies them."""

    issuer: str
    subject: str
    """The provider's id of the person, unique and never changed."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """The public part of a passkey."""

    id: str
    guest: str
    public: str
    count: int
    name: str
    since: int
    seen: int


def guest_behind(connection: sql.Connection, who: Identity) -> str | None:
    """The account linked to an identity."""
    is_it = (outside.c.issuer == who.issuer, outside.c.subject == who.subject)
    return connection.scalar(sql.select(outside.c.guest).where(*is_it))


def link(connection: sql.Connection, guest: str, who: Identity, at: int) -> bool:
    """Link an identity to an account; False if either has such a link already."""
    made = inserting(connection, outside).values(**asdict(who), guest=guest, since=at)
    added = made.on_conflict_do_nothing().returning(outside.c.guest)
    return connection.execute(added).first() is not None


def unlink(connection: sql.Connection, guest: str, issuer: str) -> bool:
    """Remove a link; False if there was none."""
    gone = sql.delete(outside).where(outside.c.guest == guest, outside.c.issuer == issuer)
    return connection.execute(gone).rowcount == 1


def links_of(connection: sql.Connection, guest: str) -> dict[str, int]:
    """An account's links: issuer and time of linking."""
    query = sql.select(outside.c.issuer, outside.c.since).where(outside.c.guest == guest)
    return {row.issuer: row.since for row in connection.execute(query)}


def add_passkey(connection: sql.Connection, made: Passkey) -> bool:
    """Add a passkey; False if its id is known already."""
    new = inserting(connection, passkey).values(**asdict(made))
    added = new.on_conflict_do_nothing().returning(passkey.c.id)
    return connection.execute(added).first() is not None


def passkeys_of(connection: sql.Connection, guest: str) -> list[Passkey]:
    """The passkeys of an account, oldest first."""
    query = sql.select(passkey).where(passkey.c.guest == guest).order_by(passkey.c.since)
    return rows.records(connection, query, Passkey)


def passkey_of(connection: sql.Connection, key_id: str) -> Passkey | None:
    return rows.record(connection, sql.select(passkey).where(passkey.c.id == key_id), Passkey)


def use_passkey(connection: sql.Connection, used: Passkey, count: int, at: int) -> bool:
    """Store a new signature count; False if another login has changed it meanwhile, or the key is gone."""
    moved = sql.update(passkey).where(passkey.c.id == used.id, passkey.c.count == used.count)
    return connection.execute(moved.values(count=count, seen=at)).rowcount == 1


def rename_passkey(connection: sql.Connection, guest: str, key_id: str, name: str) -> bool:
    """Rename a passkey; False if the account does not have it."""
    moved = sql.update(passkey).where(passkey.c.guest == guest, passkey.c.id == key_id)
    return connection.execute(moved.values(name=name)).rowcount == 1


def remove_passkey(connection: sql.Connection, guest: str, key_id: str) -> bool:
    """Remove a passkey; False if the account does not have it."""
    gone = sql.delete(passkey).where(passkey.c.guest == guest, passkey.c.id == key_id)
    return connection.execute(gone).rowcount == 1


def ways_in(connection: sql.Connection, guest: str, issuers: frozenset[str]) -> int:
    """The number of an account's login methods: password, passkeys, and links to these *issuers*."""
    query = sql.select(account.c.password != "").where(account.c.guest == guest)
    has_password = bool(connection.scalar(query))
    linked = issuers & links_of(connection, guest).keys()
    return has_password + len(passkeys_of(connection, guest)) + len(linked)


def forget(connection: sql.Connection, guest: str) -> None:
    """Remove all of an account's login methods but the password."""
    for table in (outside, passkey, program):
        connection.execute(sql.delete(table).where(table.c.guest == guest))
