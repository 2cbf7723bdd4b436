"""Known devices: hashed addresses and browser cookies of accounts, deleted after a while."""

import hashlib
import hmac
import secrets
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sql

from nardy.server.store import about, rows
from nardy.server.store.dialects import inserting
from nardy.server.store.schema import sighting
from nardy.server.timestamps import DAY_MS

MarkKind = Literal["address", "browser"]
KEPT: dict[MarkKind, int] = {"address": 30 * DAY_MS, "browser": 180 * DAY_MS}
"""Retention in milliseconds after a mark was last seen."""
MOST_MARKS = 200
"""Marks of each kind that an account has, those seen last: whoever sends other cookies fills no disk."""
SALT = "sighting-salt"
# 128 bits of the hash: two places never have the same by chance.
MARK_LETTERS = 32


@dataclass(frozen=True, slots=True)
class RequestSource:
    address: str
    browser: str = ""
    """The value of the browser's cookie; '' if it sent none."""


def salt_of(connection: sql.Connection) -> str:
    """The HMAC key of this database, created at first use."""
    if (found := about.get(connection, SALT)) is None:
        found = secrets.token_hex(32)
        about.put(connection, SALT, found)
    return found


def marks_of(connection: sql.Connection, place: RequestSource) -> dict[MarkKind, str]:
    """Keyed hashes of an address and a cookie."""
    key = bytes.fromhex(salt_of(connection))
    places: dict[MarkKind, str] = {"address": place.address, "browser": place.browser}
    return {
        # Without a key, a hash of an address could be found by trying all addresses.
        kind: hmac.new(key, f"{kind}:{text}".encode(), hashlib.sha256).hexdigest()[:MARK_LETTERS]
        for kind, text in places.items()
        if text
    }


def note(connection: sql.Connection, guest: str, place: RequestSource, at: int) -> None:
    for kind, mark in marks_of(connection, place).items():
        values = {"guest": guest, "kind": kind, "mark": mark, "seen": at}
        adding = inserting(connection, sighting).values(values)
        keys = ["guest", "kind", "mark"]
        connection.execute(adding.on_conflict_do_update(index_elements=keys, set_={"seen": at}))
        _keep_last(connection, guest, kind)


def _keep_last(connection: sql.Connection, guest: str, kind: MarkKind) -> None:
    of_kind = sql.and_(sighting.c.guest == guest, sighting.c.kind == kind)
    last = sql.select(sighting.c.mark).where(of_kind)
    last = last.order_by(sighting.c.seen.desc(), sighting.c.mark).limit(MOST_MARKS)
    connection.execute(sql.delete(sighting).where(of_kind, sighting.c.mark.not_in(last)))


def is_known(connection: sql.Connection, guest: str, place: RequestSource) -> bool:
    """Whether an account has used this browser (by its cookie) before."""
    mark = marks_of(connection, place).get("browser")
    query = sql.exists().where(
        sighting.c.guest == guest, sighting.c.kind == "browser", sighting.c.mark == mark
    )
    return bool(mark) and bool(connection.scalar(sql.select(query)))


def shared(connection: sql.Connection, one: str, other: str, since: int) -> set[str]:
    """The kinds of places that both have used; an address counts if both were seen there after *since*."""
    mine, theirs = sighting.alias(), sighting.alias()
    is_recent = sql.and_(mine.c.seen >= since, theirs.c.seen >= since)
    query = sql.select(mine.c.kind).distinct()
    query = query.join_from(
        mine, theirs, sql.and_(mine.c.kind == theirs.c.kind, mine.c.mark == theirs.c.mark)
    )
    query = query.where(mine.c.guest == one, theirs.c.guest == other)
    query = query.where(sql.or_(mine.c.kind == "browser", is_recent))
    return set(connection.scalars(query))


def places_of_all(connection: sql.Connection) -> dict[str, frozenset[tuple[str, str]]]:
    """Kinds and hashed marks by account."""
    found: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    query = sql.select(sighting.c.guest, sighting.c.kind, sighting.c.mark)
    for guest, kind, mark in connection.execute(query):
        found[guest].add((kind, mark))
    return {guest: frozenset(marks) for guest, marks in found.items()}


def forget_old(connection: sql.Connection, at: int) -> None:
    """Delete marks older than their retention."""
    for kind, kept in KEPT.items():
        old = (sighting.c.kind == kind, sighting.c.seen < at - kept)
        connection.execute(sql.delete(sighting).where(*old))


def forget(connection: sql.Connection, guest: str) -> None:
    connection.execute(sql.delete(sighting).where(sighting.c.guest == guest))


def export_of(connection: sql.Connection, guest: str) -> list[dict[str, object]]:
    """An account's marks as kinds and times, for the export of its data."""
    query = sql.select(sighting.c.kind, sighting.c.seen).where(sighting.c.guest == guest)
    return rows.objects(connection, query.order_by(sighting.c.seen))
