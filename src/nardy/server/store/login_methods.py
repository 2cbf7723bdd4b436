"""Ways to sign in beside the password, and how many an account has: never none."""

from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store.schema import account, outside, passkey, program


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody as another house knows him."""

    issuer: str
    subject: str
    """What they call him: it never changes there, and is nobody else's."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key that stays in a device; what is kept here opens nothing."""

    id: str
    guest: str
    public: str
    count: int
    name: str
    since: int
    seen: int


def guest_behind(connection: sql.Connection, who: Identity) -> str | None:
    """Whose account an identity is linked to."""
    asked = sql.select(outside.c.guest).where(*_is(who))
    return connection.execute(asked).scalar_one_or_none()


def link(connection: sql.Connection, guest: str, who: Identity, at: int) -> bool:
    """Link an identity to an account; False if one of the two is linked already."""
    values = {"issuer": who.issuer, "subject": who.subject, "guest": guest, "since": at}
    made = sql.insert(outside).values(values).prefix_with("OR IGNORE")
    return connection.execute(made).rowcount == 1


def unlink(connection: sql.Connection, guest: str, issuer: str) -> bool:
    """Whether there was a link."""
    gone = sql.delete(outside).where(outside.c.guest == guest, outside.c.issuer == issuer)
    return connection.execute(gone).rowcount == 1


def links_of(connection: sql.Connection, guest: str) -> dict[str, int]:
    """Since when an account is linked, by issuer."""
    asked = sql.select(outside.c.issuer, outside.c.since).where(outside.c.guest == guest)
    return {row.issuer: row.since for row in connection.execute(asked)}


def _is(who: Identity) -> tuple[sql.ColumnElement[bool], ...]:
    return outside.c.issuer == who.issuer, outside.c.subject == who.subject


def add_passkey(connection: sql.Connection, made: Passkey) -> bool:
    """One more key of an account; False if it is known already."""
    values = {name: getattr(made, name) for name in Passkey.__slots__}
    added = sql.insert(passkey).values(values).prefix_with("OR IGNORE")
    return connection.execute(added).rowcount == 1


def passkeys_of(connection: sql.Connection, guest: str) -> list[Passkey]:
    """The keys of an account, the oldest first."""
    asked = sql.select(passkey).where(passkey.c.guest == guest).order_by(passkey.c.since)
    return [Passkey(**row) for row in connection.execute(asked).mappings()]


def passkey_of(connection: sql.Connection, key_id: str) -> Passkey | None:
    """The key of this id."""
    asked = sql.select(passkey).where(passkey.c.id == key_id)
    row = connection.execute(asked).mappings().one_or_none()
    return Passkey(**row) if row else None


def use_passkey(connection: sql.Connection, used: Passkey, count: int, at: int) -> bool:
    """It has signed once more; False if it has meanwhile, or is gone."""
    moved = sql.update(passkey).where(passkey.c.id == used.id, passkey.c.count == used.count)
    return connection.execute(moved.values(count=count, seen=at)).rowcount == 1


def rename_passkey(connection: sql.Connection, guest: str, key_id: str, name: str) -> bool:
    """Whether the account has this key."""
    moved = sql.update(passkey).where(passkey.c.guest == guest, passkey.c.id == key_id)
    return connection.execute(moved.values(name=name)).rowcount == 1


def remove_passkey(connection: sql.Connection, guest: str, key_id: str) -> bool:
    """Whether the account had this key."""
    gone = sql.delete(passkey).where(passkey.c.guest == guest, passkey.c.id == key_id)
    return connection.execute(gone).rowcount == 1


def ways_in(connection: sql.Connection, guest: str, issuers: frozenset[str]) -> int:
    """How many ways to sign in an account has: password, keys, and links to these *issuers*."""
    asked = sql.select(account.c.password != "").where(account.c.guest == guest)
    has_password = bool(connection.execute(asked).scalar_one_or_none())
    linked = issuers & links_of(connection, guest).keys()
    return has_password + len(passkeys_of(connection, guest)) + len(linked)


def forget(connection: sql.Connection, guest: str) -> None:
    """Take out every way of somebody."""
    for table in (outside, passkey, program):
        connection.execute(sql.delete(table).where(table.c.guest == guest))
