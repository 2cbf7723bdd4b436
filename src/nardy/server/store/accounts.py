"""Accounts: a unique name, a password hash and recovery codes."""

from collections.abc import Collection
from dataclasses import asdict, dataclass

import msgspec
import sqlalchemy as sql

from nardy.server.names import GONE, looks_of
from nardy.server.seats import guest_seat
from nardy.server.store import (
    challenges,
    follows,
    groups,
    known_devices,
    log,
    login_methods,
    notice_channels,
    offline_games,
    own_mistakes,
    puzzles,
    review_notes,
    reviewed_games,
    rows,
    schedules,
    talk,
    tournament_talk,
    tournaments,
    uploaded_matches,
)
from nardy.server.store.guests import hashed
from nardy.server.store.room_entries import UNREADABLE, entries_of, tell_once
from nardy.server.store.schema import (
    account,
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
    values = {**asdict(made), "looks": looks_of(made.name), "since": at}
    connection.execute(sql.insert(account), values)


def account_named(connection: sql.Connection, name: str) -> Account | None:
    """The account with this normalized name."""
    return rows.record(connection, sql.select(account).where(account.c.name == name), Account)


def is_free(connection: sql.Connection, name: str, guest_id: str) -> bool:
    """Whether no other account has a name that looks like this one; one's own name is always free."""
    others = sql.exists().where(account.c.looks == looks_of(name), account.c.guest != guest_id)
    mine = sql.exists().where(account.c.guest == guest_id, account.c.name == name)
    return bool(connection.scalar(sql.select(sql.or_(~others, mine))))


def rename(connection: sql.Connection, guest_id: str, name: str) -> None:
    """Change an account's name; *name* is normalized."""
    change_account(connection, guest_id, name=name, looks=looks_of(name))


def account_of(connection: sql.Connection, guest_id: str) -> Account | None:
    return rows.record(connection, sql.select(account).where(account.c.guest == guest_id), Account)


def change_account(connection: sql.Connection, guest_id: str, **values: str) -> None:
    connection.execute(sql.update(account).where(account.c.guest == guest_id).values(**values))


def set_codes(connection: sql.Connection, guest_id: str, codes: Collection[str]) -> None:
    """Replace all recovery codes."""
    connection.execute(sql.delete(recovery).where(recovery.c.guest == guest_id))
    values = [{"guest": guest_id, "code": hashed(code)} for code in codes]
    connection.execute(sql.insert(recovery), values)


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
    """Delete a person's data; games with others stay, since they are the opponents' too.

    Rooms in which they wait for an opponent are closed; a running club sees that at its next maintenance.
    """
    login_methods.forget(connection, guest_id)
    known_devices.forget(connection, guest_id)
    groups.forget(connection, guest_id)
    notice_channels.forget(connection, guest_id)
    offline_games.forget(connection, guest_id)
    reviewed_games.forget(connection, guest_id)
    puzzles.forget(connection, guest_id)
    own_mistakes.forget(connection, guest_id)
    uploaded_matches.forget(connection, guest_id)
    follows.forget(connection, guest_id)
    challenges.forget(connection, guest_id)
    log.close_waiting(connection, guest_seat(guest_id))
    review_notes.forget(connection, guest_id)
    for table in (recovery, session, account, sanction):
        connection.execute(sql.delete(table).where(table.c.guest == guest_id))
    talk.forget(connection, guest_seat(guest_id))
    tournament_talk.forget(connection, guest_seat(guest_id))
    schedules.forget(connection, guest_seat(guest_id))
    connection.execute(sql.update(guest).where(guest.c.id == guest_id).values(name=GONE, avatar=""))


def export_of(connection: sql.Connection, guest_id: str) -> dict[str, object]:
    """Everything stored about a person, without hashes of secrets."""
    seat = guest_seat(guest_id)
    (who,) = rows.objects(connection, sql.select(guest).where(guest.c.id == guest_id))

    def rows_of(table: sql.Table, *columns: str) -> list[dict[str, object]]:
        query = sql.select(*(table.c[name] for name in columns)).where(table.c.guest == guest_id)
        return rows.objects(connection, query)

    played = sql.select(result).where(sql.or_(result.c.white == seat, result.c.black == seat))
    return {
        "guest": who,
        "account": rows_of(account, "name", "role", "since"),
        "sessions": rows_of(session, "since", "seen", "agent"),
        "outside": rows_of(outside, "issuer", "subject", "since"),
        "passkeys": rows_of(passkey, "name", "since", "seen"),
        "sanctions": rows_of(sanction, "kind", "until"),
        "sightings": known_devices.export_of(connection, guest_id),
        "circles": groups.export_of(connection, guest_id),
        "rooms": _rooms(connection, seat),
        "offline_games": offline_games.export_of(connection, guest_id),
        **reviewed_games.export_of(connection, guest_id),
        **puzzles.export_of(connection, guest_id),
        "own_mistakes": own_mistakes.export_of(connection, guest_id),
        "uploaded_matches": uploaded_matches.export_of(connection, guest_id),
        **notice_channels.export_of(connection, guest_id),
        **follows.export_of(connection, guest_id),
        "challenges": challenges.export_of(connection, guest_id),
        "review_notes": review_notes.export_of(connection, guest_id),
        **tournaments.export_of(connection, seat),
        "schedules": schedules.export_of(connection, seat),
        **talk.export_of(connection, seat),
        **tournament_talk.export_of(connection, seat),
        "results": rows.objects(connection, played.order_by(result.c.ended_at)),
        "standings": rows.objects(connection, sql.select(standing).where(standing.c.who == seat)),
    }


def _rooms(connection: sql.Connection, who: str) -> list[dict[str, object]]:
    columns = (room.c.id, room.c.games, room.c.length, room.c.white, room.c.black, room.c.since)
    sat = sql.or_(room.c.white == who, room.c.black == who)
    return [
        {**one, **_events(connection, str(one["id"]))}
        for one in rows.objects(connection, sql.select(*columns).where(sat).order_by(room.c.since))
    ]


def _events(connection: sql.Connection, room_id: str) -> dict[str, object]:
    try:
        entries = entries_of(connection, room_id)
    except UNREADABLE:
        tell_once(room_id, "it is not exported")
        return {"events": [], "note": "the log of this game cannot be read"}
    return {
        "events": [
            {"number": one.number, "at": one.at, "event": msgspec.json.encode(one.event).decode()}
            for one in entries
        ]
    }
