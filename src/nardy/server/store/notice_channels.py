"""What people want to be told, and where: choices, push subscriptions, e-mail addresses."""

from dataclasses import asdict, dataclass, field

import sqlalchemy as sql

from nardy.server.store import guests, rows
from nardy.server.store.dialects import inserting
from nardy.server.store.notice_tables import (
    mail_address,
    notice,
    notice_choice,
    push_subscription,
)
from nardy.server.store.schema import session

MOST_SUBSCRIPTIONS = 10
"""Browsers of one person; a newer one takes the place of the oldest."""
KINDS = ("turn", "round", "challenge", "closing")
"""Your turn by correspondence, the start of a round, a challenge, the end of registration."""
USUAL = "turn round challenge"
"""The kinds that everybody wants who has chosen nothing."""


@dataclass(frozen=True, slots=True)
class NoticeChoice:
    """The kinds of notices that a person wants by each channel, and their language."""

    push: str = USUAL
    mail: str = USUAL
    language: str = "en"

    def wants(self, kind: str, channel: str) -> bool:
        return kind in (self.push if channel == "push" else self.mail).split()


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser's push subscription."""

    id: str
    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    session: str = field(repr=False)
    since: int


@dataclass(frozen=True, slots=True)
class MailAddress:
    """A person's e-mail address; never confirmed: `confirmed` is None."""

    guest: str
    address: str = field(repr=False)
    confirm_code: str = field(repr=False)
    leave_code: str = field(repr=False)
    since: int
    confirmed: int | None = None


def choice_of(connection: sql.Connection, guest_id: str) -> NoticeChoice:
    """What a person has chosen, or the defaults."""
    query = sql.select(notice_choice).where(notice_choice.c.guest == guest_id)
    return rows.record(connection, query, NoticeChoice) or NoticeChoice()


def choose(connection: sql.Connection, guest_id: str, choice: NoticeChoice) -> None:
    """Store what a person has chosen; nothing of a deleted person."""
    if guests.is_there(connection, guest_id):
        values = asdict(choice)
        adding = inserting(connection, notice_choice).values(guest=guest_id, **values)
        connection.execute(adding.on_conflict_do_update(index_elements=["guest"], set_=values))


def who_want(connection: sql.Connection, kind: str) -> list[str]:
    """The ids of all who have chosen to be told of a kind, by any channel."""
    rows_ = connection.execute(sql.select(notice_choice)).mappings()
    found = [(row["guest"], rows.as_record(row, NoticeChoice)) for row in rows_]
    return [
        who for who, choice in found if choice.wants(kind, "push") or choice.wants(kind, "mail")
    ]


# Push subscriptions


def subscribe(connection: sql.Connection, guest_id: str, wanted: Subscription) -> None:
    """Keep a subscription; one of the same endpoint is replaced, whoever had it."""
    if not guests.is_there(connection, guest_id):
        return
    is_same = push_subscription.c.endpoint == wanted.endpoint
    known = connection.execute(sql.select(push_subscription).where(is_same)).one_or_none()
    if known is not None and known.guest == guest_id:
        # Waiting notices name its id.
        kept = {"p256dh": wanted.p256dh, "auth": wanted.auth, "session": wanted.session}
        connection.execute(sql.update(push_subscription).where(is_same).values(kept))
        return
    connection.execute(sql.delete(push_subscription).where(is_same))
    connection.execute(sql.insert(push_subscription), {"guest": guest_id, **asdict(wanted)})
    for old in subscriptions_of(connection, guest_id)[MOST_SUBSCRIPTIONS:]:
        unsubscribe(connection, old.id)


def subscriptions_of(connection: sql.Connection, guest_id: str) -> list[Subscription]:
    """The subscriptions of a person's signed-in browsers, the newest first."""
    query = sql.select(push_subscription).where(push_subscription.c.guest == guest_id)
    is_open = push_subscription.c.session.in_(sql.select(session.c.token))
    query = query.where(is_open).order_by(push_subscription.c.since.desc(), push_subscription.c.id)
    return rows.records(connection, query, Subscription)


def subscription(connection: sql.Connection, subscription_id: str) -> Subscription | None:
    """A subscription, if its browser is still signed in."""
    is_it = push_subscription.c.id == subscription_id
    is_open = push_subscription.c.session.in_(sql.select(session.c.token))
    query = sql.select(push_subscription).where(is_it, is_open)
    return rows.record(connection, query, Subscription)


def unsubscribe(connection: sql.Connection, subscription_id: str) -> None:
    is_it = push_subscription.c.id == subscription_id
    connection.execute(sql.delete(push_subscription).where(is_it))


def unsubscribe_endpoint(connection: sql.Connection, guest_id: str, endpoint: str) -> None:
    """Remove a subscription of a person by its endpoint."""
    is_it = (push_subscription.c.guest == guest_id, push_subscription.c.endpoint == endpoint)
    connection.execute(sql.delete(push_subscription).where(*is_it))


def remove_signed_out(connection: sql.Connection) -> None:
    """Remove the subscriptions of browsers that have been signed out."""
    is_closed = push_subscription.c.session.not_in(sql.select(session.c.token))
    connection.execute(sql.delete(push_subscription).where(is_closed))


# E-mail addresses


def set_address(connection: sql.Connection, wanted: MailAddress) -> None:
    """Set a person's address in place of an earlier one."""
    remove_address(connection, wanted.guest)
    if guests.is_there(connection, wanted.guest):
        connection.execute(sql.insert(mail_address), asdict(wanted))


def address_of(connection: sql.Connection, guest_id: str) -> MailAddress | None:
    query = sql.select(mail_address).where(mail_address.c.guest == guest_id)
    return rows.record(connection, query, MailAddress)


def address_by(connection: sql.Connection, column: str, code: str) -> MailAddress | None:
    """The address whose `confirm_code` or `leave_code` this is."""
    query = sql.select(mail_address).where(mail_address.c[column] == code)
    return rows.record(connection, query, MailAddress)


def confirm_address(connection: sql.Connection, code: str, at: int, oldest: int) -> bool:
    """Confirm the address with this code; False if it is unknown, or was asked for before *oldest*."""
    is_it = (mail_address.c.confirm_code == code, mail_address.c.since >= oldest)
    first = sql.func.coalesce(mail_address.c.confirmed, at)
    updated = sql.update(mail_address).where(*is_it).values(confirmed=first)
    return connection.execute(updated).rowcount == 1


def remove_address(connection: sql.Connection, guest_id: str) -> None:
    connection.execute(sql.delete(mail_address).where(mail_address.c.guest == guest_id))


def leave(connection: sql.Connection, code: str) -> bool:
    """Remove the address with this code of leaving; False if it is unknown or was removed before."""
    removed = sql.delete(mail_address).where(mail_address.c.leave_code == code)
    return connection.execute(removed).rowcount == 1


def remove_unconfirmed(connection: sql.Connection, before: int) -> None:
    """Remove addresses that were asked for before a time and never confirmed."""
    is_old = (mail_address.c.since < before, mail_address.c.confirmed.is_(None))
    connection.execute(sql.delete(mail_address).where(*is_old))


# All of it


def forget(connection: sql.Connection, guest_id: str) -> None:
    """Delete a person's choices, subscriptions, address and notices."""
    for table in (notice, mail_address, push_subscription, notice_choice):
        connection.execute(sql.delete(table).where(table.c.guest == guest_id))


def export_of(connection: sql.Connection, guest_id: str) -> dict[str, object]:
    """The same for the export of a person's data, without keys and codes."""
    columns = {
        "notice_choice": ("push", "mail", "language"),
        "push_subscriptions": ("endpoint", "since"),
        "mail_address": ("address", "confirmed", "since"),
        "notices": ("kind", "channel", "game", "state", "reason", "tries", "due", "at"),
    }
    tables = (notice_choice, push_subscription, mail_address, notice)
    return {
        name: rows.objects(
            connection,
            sql.select(*(table.c[column] for column in columns[name])).where(
                table.c.guest == guest_id
            ),
        )
        for name, table in zip(columns, tables, strict=True)
    }


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's subscriptions to an account; its choices and its address stay.

    The session of the guest ends, so a browser subscribes anew before it is told anything.
    """
    moved = sql.update(push_subscription).where(push_subscription.c.guest == old)
    connection.execute(moved.values(guest=new))
    forget(connection, old)
