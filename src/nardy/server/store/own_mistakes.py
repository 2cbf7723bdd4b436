"""Mistakes of somebody's own games that come again until they are known."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import guests, rows
from nardy.server.store.learning_tables import own_mistake

MOST_OF_ONE = 2000
"""Mistakes that are kept for one person; the ones that would come last make room."""


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A decision of a finished game that lost points."""

    id: str
    game: str
    position: str
    turns: str
    """The turns that the review compared with what they lose, the best first: [[turn, loss], ...] as JSON."""
    played: str
    room: str
    number: int
    """The event's number in the room."""
    card: str
    """When it comes again (coach/repetition.py), as JSON."""
    due: int
    """In milliseconds since 1970."""


def add(connection: sql.Connection, guest_id: str, found: Sequence[OwnMistake]) -> int:
    """Store mistakes; one that is known already stays as it is. Returns how many are new.

    None of a deleted person is stored.
    """
    if not guests.is_there(connection, guest_id):
        return 0
    known = ids_of(connection, guest_id)
    new = list({one.id: one for one in found if one.id not in known}.values())
    if new:
        values = [{"guest": guest_id, **asdict(one)} for one in new]
        connection.execute(sql.insert(own_mistake), values)
        mine = own_mistake.c.guest == guest_id
        query = sql.select(own_mistake.c.id).where(mine)
        query = query.order_by(own_mistake.c.due, own_mistake.c.id).offset(MOST_OF_ONE)
        connection.execute(sql.delete(own_mistake).where(mine, own_mistake.c.id.in_(query)))
    return len(new)


def ids_of(connection: sql.Connection, guest_id: str) -> set[str]:
    query = sql.select(own_mistake.c.id).where(own_mistake.c.guest == guest_id)
    return set(connection.scalars(query))


def first_due(
    connection: sql.Connection, guest_id: str, until: int, after: str = ""
) -> OwnMistake | None:
    """The mistake that has been due longest at a time; None if none is.

    With the id of a mistake, the next one *after* it; behind the last comes the first.
    """
    query = sql.select(own_mistake).where(
        own_mistake.c.guest == guest_id, own_mistake.c.due <= until
    )
    query = query.order_by(own_mistake.c.due, own_mistake.c.id).limit(1)
    if last := get(connection, guest_id, after) if after else None:
        place = sql.tuple_(own_mistake.c.due, own_mistake.c.id)
        later = query.where(place > sql.tuple_(sql.literal(last.due), sql.literal(last.id)))
        if found := rows.record(connection, later, OwnMistake):
            return found
    return rows.record(connection, query, OwnMistake)


def get(connection: sql.Connection, guest_id: str, mistake: str) -> OwnMistake | None:
    return rows.record(
        connection, sql.select(own_mistake).where(*_is(guest_id, mistake)), OwnMistake
    )


def count_of(connection: sql.Connection, guest_id: str, until: int) -> tuple[int, int]:
    """How many mistakes a person has, and how many are due at a time."""
    due = sql.func.sum(sql.case((own_mistake.c.due <= until, 1), else_=0))
    query = sql.select(sql.func.count().label("every"), due.label("due"))
    row = connection.execute(query.where(own_mistake.c.guest == guest_id)).one()
    return row.every, row.due or 0


def put_off(connection: sql.Connection, guest_id: str, moved: OwnMistake, before: int) -> int:
    """Store when a mistake comes again, if it is still due as *before*. Returns when it comes now."""
    changed = sql.update(own_mistake).where(*_is(guest_id, moved.id), own_mistake.c.due == before)
    if connection.execute(changed.values(card=moved.card, due=moved.due)).rowcount:
        return moved.due
    # Another answer was stored first.
    now = get(connection, guest_id, moved.id)
    return now.due if now else before


def remove(connection: sql.Connection, guest_id: str, mistake: str) -> None:
    """Forget one mistake."""
    connection.execute(sql.delete(own_mistake).where(*_is(guest_id, mistake)))


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's mistakes to an account."""
    rows.move(connection, own_mistake.c.guest, old, new)
    forget(connection, old)


def forget(connection: sql.Connection, guest_id: str) -> None:
    connection.execute(sql.delete(own_mistake).where(own_mistake.c.guest == guest_id))


def export_of(connection: sql.Connection, guest_id: str) -> list[dict[str, object]]:
    """A person's mistakes, for the export of their data."""
    columns = [column for column in own_mistake.columns if column.name != "guest"]
    query = sql.select(*columns).where(own_mistake.c.guest == guest_id)
    return rows.objects(connection, query.order_by(own_mistake.c.room, own_mistake.c.number))


def _is(guest_id: str, mistake: str) -> tuple[sql.ColumnElement[bool], ...]:
    return (own_mistake.c.guest == guest_id, own_mistake.c.id == mistake)
