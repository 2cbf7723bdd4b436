"""The outbox: each notice is claimed, sent and marked, in this order.

A claim is on the disk before anything is sent. A notice whose mark is missing may have arrived, so it is told
as failed and never sent again: at most once.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import decisions, guests, rows
from nardy.server.store.dialects import inserting
from nardy.server.store.notice_channels import choice_of, subscriptions_of
from nardy.server.store.notice_tables import mail_address, notice

INTERRUPTED = "interrupted"
"""The reason of a notice that was being sent when the club stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNotice:
    """What to tell; the words follow from its kind and game when it is sent."""

    kind: str
    key: str
    """Names the event: the same key is told once."""
    game: str
    """Named as in position text; '' without a game."""
    path: str
    """What the notice opens, such as /play/ROOM."""
    due: int
    """When to send it, in milliseconds since 1970."""
    until: int
    """Until when it is worth telling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(NewNotice):
    """A notice to one place."""

    id: int
    guest: str
    channel: str
    target: str
    state: str
    reason: str
    tries: int
    at: int


def put(connection: sql.Connection, guest_id: str, new: NewNotice, at: int) -> int:
    """Put a notice into the outbox for each place where a person wants it; returns their number.

    It is stored once, however often it is put. Who is banned gets none: they cannot do what it asks for.
    """
    if not guests.is_there(connection, guest_id) or decisions.is_under(
        connection, guest_id, "ban", at
    ):
        return 0
    places = _places(connection, guest_id, new.kind)
    return sum(put_for(connection, guest_id, place, new, at) for place in places)


def put_for(
    connection: sql.Connection, guest_id: str, place: tuple[str, str], new: NewNotice, at: int
) -> bool:
    """Put a notice into the outbox for one channel and target; False if it was there already."""
    channel, target = place
    values = {"guest": guest_id, "channel": channel, "target": target, "state": "waiting", "at": at}
    adding = inserting(connection, notice).values(**asdict(new), **values)
    added = adding.on_conflict_do_nothing().returning(notice.c.id)
    return connection.execute(added).first() is not None


def _places(connection: sql.Connection, guest_id: str, kind: str) -> list[tuple[str, str]]:
    choice = choice_of(connection, guest_id)
    found: list[tuple[str, str]] = []
    if choice.wants(kind, "push"):
        found += [("push", one.id) for one in subscriptions_of(connection, guest_id)]
    is_there = (mail_address.c.guest == guest_id, mail_address.c.confirmed.is_not(None))
    if choice.wants(kind, "mail") and connection.scalar(sql.select(sql.exists().where(*is_there))):
        found.append(("mail", ""))
    return found


def claim(connection: sql.Connection, at: int, limit: int) -> list[Notice]:
    """Take due notices to be sent, the oldest first; nobody else gets them again."""
    is_due = (notice.c.state == "waiting", notice.c.due <= at)
    query = sql.select(notice.c.id).where(*is_due).order_by(notice.c.due, notice.c.id).limit(limit)
    if not (ids := list(connection.scalars(query))):
        return []
    taken = sql.update(notice).where(notice.c.id.in_(ids))
    connection.execute(taken.values(state="sending", tries=notice.c.tries + 1, at=at))
    found = sql.select(notice).where(notice.c.id.in_(ids)).order_by(notice.c.due, notice.c.id)
    return rows.records(connection, found, Notice)


def mark(connection: sql.Connection, notice_id: int, state: str, reason: str, at: int) -> None:
    """Note how the sending of a claimed notice ended."""
    is_it = (notice.c.id == notice_id, notice.c.state == "sending")
    connection.execute(sql.update(notice).where(*is_it).values(state=state, reason=reason, at=at))


def put_off(connection: sql.Connection, notice_id: int, reason: str, due: int, at: int) -> None:
    """Send a claimed notice, which surely was not taken, again later."""
    is_it = (notice.c.id == notice_id, notice.c.state == "sending")
    values = {"state": "waiting", "reason": reason, "due": due, "at": at}
    connection.execute(sql.update(notice).where(*is_it).values(values))


def next_due(connection: sql.Connection) -> int | None:
    """When the next waiting notice is due."""
    return connection.scalar(
        sql.select(sql.func.min(notice.c.due)).where(notice.c.state == "waiting")
    )


def fail_interrupted(connection: sql.Connection, at: int, sending: Collection[int] = ()) -> int:
    """Mark claimed notices as failed, except those being *sending*; returns their number."""
    is_lost = (notice.c.state == "sending", notice.c.id.not_in(sending))
    values = {"state": "failed", "reason": INTERRUPTED, "at": at}
    return connection.execute(sql.update(notice).where(*is_lost).values(values)).rowcount


def remove_old(connection: sql.Connection, before: int) -> None:
    """Remove notices that ended before a time."""
    is_old = (notice.c.state.not_in(("waiting", "sending")), notice.c.at < before)
    connection.execute(sql.delete(notice).where(*is_old))


def latest_of(connection: sql.Connection, guest_id: str, limit: int) -> list[Notice]:
    """The latest notices to a person, the newest first."""
    query = sql.select(notice).where(notice.c.guest == guest_id)
    return rows.records(connection, query.order_by(notice.c.id.desc()).limit(limit), Notice)
