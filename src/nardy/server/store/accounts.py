"""Accounts: a unique name, a password hash and recovery codes."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from nardy.server.names import GONE, looks_of
from nardy.server.seats import guest_seat
from nardy.server.store import groups, known_devices, login_methods, talk, tournaments
from nardy.server.store.guests import hashed
from nardy.server.store.schema import (
    account,
    entry,
    guest,
    outside,
    passkey,
    recovery,
    result,
    room,
    sanction,
    session,
    standing,
)


@dataclass(frozen=True, slots=True)
class Account:
    """An account; its display name is in the guest row."""

    guest: str
    name: str
    """Normalized by `names.key_of`."""
    password: str
    """The argon2 hash; '' if the owner signs in another way."""
    role: str


def add_account(connection: sql.Connection, made: Account, at: int) -> None:
    """Create an account; the caller has checked that the name is free."""
    values = {"guest": made.guest, "name": made.name, "password": made.password}
    told = {**values, "looks": looks_of(made.name), "role": made.role, "since": at}
    connection.execute(sql.insert(account), told)


def account_named(connection: sql.Connection, name: str) -> Account | None:
    """The account with this normalized name."""
    return _found(connection, account.c.name == name)


def is_free(connection: sql.Connection, name: str, guest_id: str) -> bool:
    """Whether no other account has a name that looks like this one; one's own name is always free."""
    alike = (account.c.looks == looks_of(name), account.c.guest != guest_id)
    others = sql.select(sql.exists().where(*alike))
    mine = sql.exists().where(account.c.guest == guest_id, account.c.name == name)
    return not connection.execute(others).scalar() or bool(
        connection.execute(sql.select(mine)).scalar()
    )


def rename(connection: sql.Connection, guest_id: str, name: str) -> None:
    """Change an account's name; *name* is normalized."""
    change_account(connection, guest_id, name=name, looks=looks_of(name))


def account_of(connection: sql.Connection, guest_id: str) -> Account | None:
    return _found(connection, account.c.guest == guest_id)


def _found(connection: sql.Connection, which: sql.ColumnElement[bool]) -> Account | None:
    columns = (account.c.guest, account.c.name, account.c.password, account.c.role)
    row = connection.execute(sql.select(*columns).where(which)).one_or_none()
    return Account(*row) if row else None


def change_account(connection: sql.Connection, guest_id: str, **values: str) -> None:
    connection.execute(sql.update(account).where(account.c.guest == guest_id).values(**values))


def set_codes(connection: sql.Connection, guest_id: str, codes: Collection[str]) -> None:
    """Replace all recovery codes."""
    connection.execute(sql.delete(recovery).where(recovery.c.guest == guest_id))
    rows = [{"guest": guest_id, "code": hashed(code)} for code in codes]
    connection.execute(sql.insert(recovery), rows)


def use_code(connection: sql.Connection, guest_id: str, code: str) -> bool:
    """Delete a recovery code; False if it was not valid."""
    is_it = (recovery.c.guest == guest_id, recovery.c.code == hashed(code))
    return connection.execute(sql.delete(recovery).where(*is_it)).rowcount == 1


def seal(connection: sql.Connection, guest_id: str) -> None:
    """Remove every login method but tokens; used for API clients."""
    change_account(connection, guest_id, password="")
    for table in (recovery, outside, passkey):
        connection.execute(sql.delete(table).where(table.c.guest == guest_id))


def forget(connection: sql.Connection, guest_id: str) -> None:
    """Delete a person's data; games stay, since they are the opponents' too."""
    login_methods.forget(connection, guest_id)
    known_devices.forget(connection, guest_id)
    groups.forget(connection, guest_id)
    for table in (recovery, session, account, sanction):
        connection.execute(sql.delete(table).where(table.c.guest == guest_id))
    talk.forget(connection, guest_seat(guest_id))
    connection.execute(sql.update(guest).where(guest.c.id == guest_id).values(name=GONE, avatar=""))


def told_of(connection: sql.Connection, guest_id: str) -> dict[str, Any]:
    """Everything stored about a person, without hashes of secrets."""
    who = connection.execute(sql.select(guest).where(guest.c.id == guest_id)).mappings().one()
    return {
        "guest": dict(who),
        "account": _rows(connection, account, guest_id, "name", "role", "since"),
        "sessions": _rows(connection, session, guest_id, "since", "seen", "agent"),
        "outside": _rows(connection, outside, guest_id, "issuer", "subject", "since"),
        "passkeys": _rows(connection, passkey, guest_id, "name", "since", "seen"),
        "sanctions": _rows(connection, sanction, guest_id, "kind", "until"),
        "sightings": known_devices.told_of(connection, guest_id),
        "circles": groups.told_of(connection, guest_id),
        "rooms": _rooms(connection, guest_seat(guest_id)),
        **tournaments.told_of(connection, guest_seat(guest_id)),
        **talk.told_of(connection, guest_seat(guest_id)),
        **_ratings(connection, guest_seat(guest_id)),
    }


def _rows(
    connection: sql.Connection, table: sql.Table, guest_id: str, *columns: str
) -> list[dict[str, Any]]:
    query = sql.select(*(table.c[name] for name in columns)).where(table.c.guest == guest_id)
    return [dict(row) for row in connection.execute(query).mappings()]


def _ratings(connection: sql.Connection, who: str) -> dict[str, list[dict[str, Any]]]:
    played = sql.select(result).where(sql.or_(result.c.white == who, result.c.black == who))
    query = {
        "results": played.order_by(result.c.ended_at),
        "standings": sql.select(standing).where(standing.c.who == who),
    }
    return {
        name: [dict(row) for row in connection.execute(one).mappings()]
        for name, one in query.items()
    }


def _rooms(connection: sql.Connection, who: str) -> list[dict[str, Any]]:
    columns = (room.c.id, room.c.games, room.c.length, room.c.white, room.c.black, room.c.since)
    sat = sql.or_(room.c.white == who, room.c.black == who)
    found = connection.execute(sql.select(*columns).where(sat).order_by(room.c.since)).mappings()
    return [{**row, "events": _events(connection, row["id"])} for row in found]


def _events(connection: sql.Connection, room_id: str) -> list[dict[str, Any]]:
    query = sql.select(entry.c.number, entry.c.at, entry.c.event).where(entry.c.room == room_id)
    return [dict(row) for row in connection.execute(query.order_by(entry.c.number)).mappings()]
