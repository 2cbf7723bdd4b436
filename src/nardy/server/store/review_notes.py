"""Notes and tried turns of a person's reviews, one row a decision; nobody else sees them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import guests, rows
from nardy.server.store.review_note_tables import review_note

MOST_OF_ONE = 5000
"""Decisions with notes that are kept for one person; those that changed longest ago make room."""
MOST_CHARACTERS_OF_ONE = 5_000_000
"""Characters of all of them together; the same make room."""


@dataclass(frozen=True, slots=True)
class ReviewNote:
    """What a person keeps with a decision."""

    room: str
    number: int
    """The number of the decision's event in the room."""
    note: str
    tried: str
    """The turns that were tried, as JSON (analysis/review_notes.py)."""
    changed: int
    """In milliseconds since 1970."""


def save(connection: sql.Connection, guest_id: str, one: ReviewNote) -> None:
    """Store a note in place of the one before; nothing of a deleted person."""
    if not guests.is_there(connection, guest_id):
        return
    remove(connection, guest_id, one.room, one.number)
    connection.execute(sql.insert(review_note), {"guest": guest_id, **asdict(one)})
    mine = review_note.c.guest == guest_id
    newest_first = review_note.c.changed.desc()
    letters = sql.func.length(review_note.c.note) + sql.func.length(review_note.c.tried)
    kept = (
        sql.select(
            review_note.c.changed,
            sql.func.row_number().over(order_by=newest_first).label("number"),
            sql.func.sum(letters).over(order_by=newest_first).label("letters"),
        )
        .where(mine)
        .subquery()
    )
    is_over = sql.or_(kept.c.number > MOST_OF_ONE, kept.c.letters > MOST_CHARACTERS_OF_ONE)
    over = sql.select(sql.func.max(kept.c.changed)).where(is_over)
    if (last := connection.scalar(over)) is not None:
        connection.execute(sql.delete(review_note).where(mine, review_note.c.changed <= last))


def remove(connection: sql.Connection, guest_id: str, room: str, number: int) -> None:
    """Delete what is kept with a decision."""
    is_it = (review_note.c.room == room, review_note.c.number == number)
    connection.execute(sql.delete(review_note).where(review_note.c.guest == guest_id, *is_it))


def of_room(connection: sql.Connection, guest_id: str, room: str) -> list[ReviewNote]:
    """All notes of a person to a room, in the order of the game."""
    query = sql.select(review_note).where(
        review_note.c.guest == guest_id, review_note.c.room == room
    )
    return rows.records(connection, query.order_by(review_note.c.number), ReviewNote)


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's notes to an account; where both have one, the account's stays."""
    rows.move(connection, review_note.c.guest, old, new)
    forget(connection, old)


def forget(connection: sql.Connection, guest_id: str) -> None:
    connection.execute(sql.delete(review_note).where(review_note.c.guest == guest_id))


def export_of(connection: sql.Connection, guest_id: str) -> Sequence[dict[str, object]]:
    """A person's notes, for the export of their data."""
    columns = [column for column in review_note.columns if column.name != "guest"]
    query = sql.select(*columns).where(review_note.c.guest == guest_id)
    return rows.objects(connection, query.order_by(review_note.c.room, review_note.c.number))
