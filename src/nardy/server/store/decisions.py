"""Moderation: sanctions, and the audit log of who imposed them."""

from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.schema import audit, sanction


@dataclass(frozen=True, slots=True)
class AuditLine:
    at: int
    who: str
    """`machine`, or the id of an admin; lines of older versions have a name."""
    what: str
    about: str
    """The id of a person, room or tournament, or a name; lines of older versions have what was typed."""


def note(connection: sql.Connection, made: AuditLine) -> None:
    """Append to the audit log, which is never pruned."""
    connection.execute(sql.insert(audit), asdict(made))


def decisions(connection: sql.Connection, *, limit: int = 100) -> list[AuditLine]:
    """The latest audit lines, newest first."""
    query = sql.select(audit).order_by(audit.c.number.desc()).limit(limit)
    return rows.records(connection, query, AuditLine)


def impose(connection: sql.Connection, guest_id: str, kind: str, until: int | None) -> None:
    """Mute or ban somebody until a time, or for good (None); replaces an earlier sanction of the same kind."""
    lift(connection, guest_id, kind)
    connection.execute(sql.insert(sanction), {"guest": guest_id, "kind": kind, "until": until})


def lift(connection: sql.Connection, guest_id: str, kind: str) -> None:
    """End a sanction."""
    is_it = (sanction.c.guest == guest_id, sanction.c.kind == kind)
    connection.execute(sql.delete(sanction).where(*is_it))


def is_under(connection: sql.Connection, guest_id: str, kind: str, at: int) -> bool:
    """Whether a sanction of this kind is in force at a time."""
    is_it = (sanction.c.guest == guest_id, sanction.c.kind == kind)
    query = sql.select(sanction.c.kind).where(*is_it, _lasts(at))
    return connection.execute(query).first() is not None


def all_under(connection: sql.Connection, kind: str, at: int) -> set[str]:
    """The ids of all guests under a sanction of this kind at a time."""
    query = sql.select(sanction.c.guest).where(sanction.c.kind == kind, _lasts(at))
    return set(connection.scalars(query))


def _lasts(at: int) -> sql.ColumnElement[bool]:
    return sql.or_(sanction.c.until.is_(None), sanction.c.until > at)
