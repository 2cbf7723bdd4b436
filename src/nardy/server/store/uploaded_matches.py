"""Matches that people have uploaded: files of other programs, for themselves and for whom they give a link."""

from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.errors import RefusedError
from nardy.server.store import rows
from nardy.server.store.uploaded_match_tables import uploaded_match

MOST_OF_ONE = 200
"""Matches that one person may keep."""
MOST_CHARACTERS_OF_ONE = 50_000_000
"""Characters of all records of a person."""
_FACTS = tuple(column for column in uploaded_match.columns if column.name != "record")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """An uploaded match without its record."""

    id: str
    guest: str
    """The id of its owner."""
    name: str
    """The name of the file."""
    game: str
    """The text of the first game's rules."""
    length: int
    """Points; 0 is a money session or a single game."""
    white_name: str
    black_name: str
    turns: int
    illegal: int
    """Turns that break a law."""
    since: int
    """Milliseconds since 1970."""
    link: str | None = None
    """The code by which others read it; None: nobody else does."""


def add(connection: sql.Connection, match: StoredMatch, record: str) -> None:
    """Store a match with its record.

    Raises:
        RefusedError: the person would keep too much.
    """
    sizes = sql.select(sql.func.count(), sql.func.sum(sql.func.length(uploaded_match.c.record)))
    count, letters = connection.execute(sizes.where(uploaded_match.c.guest == match.guest)).one()
    if count >= MOST_OF_ONE:
        reason = f"expected at most {MOST_OF_ONE} matches of one person, got more"
        raise RefusedError("matches-many", f"{reason}; delete some of them first")
    if (letters or 0) + len(record) > MOST_CHARACTERS_OF_ONE:
        reason = (
            f"expected matches of at most {MOST_CHARACTERS_OF_ONE // 10**6} MB together, got more"
        )
        raise RefusedError("matches-large", f"{reason}; delete some of them first")
    connection.execute(sql.insert(uploaded_match), {**asdict(match), "record": record})


def matches_of(connection: sql.Connection, guest_id: str) -> list[StoredMatch]:
    """The matches of a person, the newest first."""
    query = sql.select(*_FACTS).where(uploaded_match.c.guest == guest_id)
    query = query.order_by(uploaded_match.c.since.desc(), uploaded_match.c.id)
    return rows.records(connection, query, StoredMatch)


def match_of(connection: sql.Connection, key: str, guest_id: str | None) -> StoredMatch | None:
    """The match of an id, for its owner, or of a link, for anybody; None if there is none."""
    is_own = sql.and_(uploaded_match.c.id == key, uploaded_match.c.guest == guest_id)
    query = sql.select(*_FACTS).where(sql.or_(is_own, uploaded_match.c.link == key))
    return rows.record(connection, query, StoredMatch)


def record_of(connection: sql.Connection, match_id: str) -> str | None:
    """The record of a match; None if it was deleted meanwhile."""
    query = sql.select(uploaded_match.c.record).where(uploaded_match.c.id == match_id)
    return connection.scalar(query)


def share(connection: sql.Connection, match_id: str, link: str | None) -> None:
    """Let others read a match by this code; None ends that."""
    changed = sql.update(uploaded_match).where(uploaded_match.c.id == match_id)
    connection.execute(changed.values(link=link))


def remove(connection: sql.Connection, match_id: str) -> None:
    connection.execute(sql.delete(uploaded_match).where(uploaded_match.c.id == match_id))


def forget(connection: sql.Connection, guest_id: str) -> None:
    """Delete all matches of a person."""
    connection.execute(sql.delete(uploaded_match).where(uploaded_match.c.guest == guest_id))


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's matches to an account."""
    moved = sql.update(uploaded_match).where(uploaded_match.c.guest == old)
    connection.execute(moved.values(guest=new))


def export_of(connection: sql.Connection, guest_id: str) -> list[dict[str, object]]:
    """A person's matches with their records, for the export of their data."""
    columns = [column for column in uploaded_match.columns if column.name != "guest"]
    query = sql.select(*columns).where(uploaded_match.c.guest == guest_id)
    return rows.objects(connection, query.order_by(uploaded_match.c.since, uploaded_match.c.id))
