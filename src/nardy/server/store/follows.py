"""Who follows whom, and what people choose to show to others."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Literal, cast

import sqlalchemy as sql

from nardy.server.names import GONE, key_of
from nardy.server.seats import guest_seat
from nardy.server.store import guests, rows, talk
from nardy.server.store.guests import PROGRAM
from nardy.server.store.matchmaking_tables import follow, meeting_choice
from nardy.server.store.schema import account, guest

MOST_FOLLOWED = 500
"""People whom one person may follow."""
ContactAudience = Literal["nobody", "followed", "all"]
"""Nobody, people whom one follows oneself, or everybody."""


@dataclass(frozen=True, slots=True)
class ContactChoice:
    """What somebody shows to whom."""

    seen_by: ContactAudience = "followed"
    """Who sees that they are online."""
    challenged_by: ContactAudience = "all"
    """Who may challenge them."""


def set_follow(connection: sql.Connection, who: str, other: str, at: int, *, on: bool) -> bool:
    """Follow somebody or end it; False if they are not there, or one follows too many already."""
    if not on:
        same = (follow.c.guest == who, follow.c.followed == other)
        connection.execute(sql.delete(follow).where(*same))
        return True
    known = followed_by(connection, who)
    if other in known:
        return True
    is_possible = who != other and len(known) < MOST_FOLLOWED
    if not is_possible or not all(guests.is_there(connection, one) for one in (who, other)):
        return False
    connection.execute(sql.insert(follow), {"guest": who, "followed": other, "since": at})
    return True


def followed_by(connection: sql.Connection, who: str) -> list[str]:
    """Whom somebody follows, in the order in which they began to."""
    query = sql.select(follow.c.followed).where(follow.c.guest == who)
    return list(connection.scalars(query.order_by(follow.c.since, follow.c.followed)))


def followers_of(connection: sql.Connection, who: str) -> set[str]:
    return set(connection.scalars(sql.select(follow.c.guest).where(follow.c.followed == who)))


def choices_of(connection: sql.Connection, ids: Collection[str]) -> dict[str, ContactChoice]:
    """The choices of people; who has chosen nothing has the defaults."""
    query = sql.select(meeting_choice).where(meeting_choice.c.guest.in_(ids))
    found = {
        row.guest: ContactChoice(
            cast("ContactAudience", row.seen_by), cast("ContactAudience", row.challenged_by)
        )
        for row in connection.execute(query)
    }
    return {one: found.get(one, ContactChoice()) for one in ids}


def shown_online(
    connection: sql.Connection, people: Collection[str], reader: str | None
) -> set[str]:
    """Those of these people who let a reader see that they are online; None stands for everybody.

    Of two of whom one has muted the other, neither sees this of the other.
    """
    kinds = {who: choice.seen_by for who, choice in choices_of(connection, people).items()}
    shown = {who for who, kind in kinds.items() if kind == "all"}
    if reader is None:
        return shown
    closed = [who for who, kind in kinds.items() if kind == "followed"]
    query = sql.select(follow.c.guest).where(
        follow.c.followed == reader, follow.c.guest.in_(closed)
    )
    apart = talk.apart(connection, guest_seat(reader))
    return {who for who in shown.union(connection.scalars(query)) if guest_seat(who) not in apart}


def choose(connection: sql.Connection, who: str, choice: ContactChoice) -> None:
    """Store somebody's choice; none of a deleted person is stored."""
    connection.execute(sql.delete(meeting_choice).where(meeting_choice.c.guest == who))
    if guests.is_there(connection, who):
        connection.execute(sql.insert(meeting_choice), {"guest": who, **asdict(choice)})


def named(connection: sql.Connection, part: str, *, limit: int = 20) -> list[str]:
    """The ids of people with an account whose name contains *part*, shorter names first."""
    key = key_of(part)
    query = sql.select(account.c.guest).join(guest, guest.c.id == account.c.guest)
    query = query.where(account.c.name.contains(key, autoescape=True), account.c.role != PROGRAM)
    query = query.where(guest.c.name != GONE)
    return list(
        connection.scalars(
            query.order_by(sql.func.length(account.c.name), account.c.name).limit(limit)
        )
    )


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move what a guest follows, and who follows them, to an account; the account's own choice stays."""
    for column in (follow.c.guest, follow.c.followed, meeting_choice.c.guest):
        rows.move(connection, column, old, new)
    forget(connection, old)
    connection.execute(sql.delete(follow).where(follow.c.guest == follow.c.followed))


def forget(connection: sql.Connection, who: str) -> None:
    both = sql.or_(follow.c.guest == who, follow.c.followed == who)
    connection.execute(sql.delete(follow).where(both))
    connection.execute(sql.delete(meeting_choice).where(meeting_choice.c.guest == who))


def export_of(connection: sql.Connection, who: str) -> dict[str, list[dict[str, object]]]:
    """Whom a person follows, and their choices, for the export of their data."""
    followed = sql.select(follow.c.followed, follow.c.since).where(follow.c.guest == who)
    choice = sql.select(meeting_choice.c.seen_by, meeting_choice.c.challenged_by)
    return {
        "follows": rows.objects(connection, followed.order_by(follow.c.since)),
        "meeting_choice": rows.objects(connection, choice.where(meeting_choice.c.guest == who)),
    }
