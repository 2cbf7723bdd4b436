"""Rooms and their logs: what is appended, and what is read back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.dialects import sqlite

from nardy.core.clock import Control
from nardy.core.events import Event, event_from_json, event_to_json
from nardy.server.seats import BOT
from nardy.server.store.schema import entry, room


class CompiledStatement:
    """A statement as the driver takes it, for what every act does.

    To build and bind it each time would take five times as long as SQLite takes to do it.
    """

    def __init__(self, statement: sql.ClauseElement) -> None:
        """Write it once."""
        compiled = statement.compile(dialect=sqlite.dialect())
        self._text = str(compiled)
        self._order: tuple[str, ...] = tuple(compiled.positiontup)  # type: ignore[attr-defined]

    def run(self, connection: sql.Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Do it with the values of each row; how many rows of the table it touched."""
        values = [tuple(row[name] for name in self._order) for row in rows]
        given = values[0] if len(values) == 1 else values
        return connection.exec_driver_sql(self._text, given).rowcount


_MOVE_ON = CompiledStatement(
    sql.update(room)
    .where(
        room.c.id == sql.bindparam("of"),
        room.c.version == sql.bindparam("before"),
        room.c.is_over.is_(False),
    )
    .values(version=sql.bindparam("after"), is_over=sql.bindparam("ends"))
)
_ADD = CompiledStatement(sql.insert(entry))
MOST_AT_ONCE = 1_000
"""Ids in one question; SQLite takes 32,766 values at most."""
MOST_WITH_PEOPLE = 100
"""Unfinished games of one person against people that are listed: more than anybody goes on with."""
_write = msgspec.json.Encoder().encode


class Terms(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"group": "circle"},
):
    """What was agreed for a room beside the rules; kept as JSON without what has its default."""

    clock: str | None = None
    """The time control, as `Control.parse` reads it; None is without a clock."""
    open: bool = False
    """Whoever comes may take the free seat, and the lobby lists it."""
    rated: bool = False
    rating_rules: int = 1
    """By which rules a rated room counts; rooms made before there were others follow the first."""
    group: str | None = None
    """The group whose room it is: nobody else sees it."""
    tournament: str | None = None
    """The tournament that made it."""
    after: str | None = None
    """The room whose players play again in this one."""

    @property
    def is_slow(self) -> bool:
        """Whether it is played by correspondence."""
        return self.clock is not None and Control.parse(self.clock).is_by_days


CASUAL = Terms()
"""A casual game without a clock."""


@dataclass(frozen=True, kw_only=True)
class RoomRecord:
    """What is known of a room beside its log."""

    id: str
    games: tuple[str, ...]
    """The rotation, as position text names games; one game in most rooms."""
    length: int = 0
    """The points of the match; 0 is a single game."""
    white: str | None = None
    """Who sits there: `guest:ID` or `bot:SPEC`; None is a free seat."""
    black: str | None = None
    terms: Terms = CASUAL
    seed: str = field(default="", repr=False)
    """Of the dice, as hexadecimal digits; secret as long as the room is not over."""
    tips: dict[str, str] = field(default_factory=dict[str, str])
    """The tips of the players' chains by seat; '' for who has said that he has none."""
    is_over: bool = False
    since: int = 0
    """When it was made, in milliseconds since 1970."""

    def tip(self, seat: str) -> bytes:
        """The tip of a seat's chain; empty where there is none."""
        return bytes.fromhex(self.tips.get(seat, ""))


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event of a room's log."""

    event: Event
    at: int
    """Milliseconds since 1970, by the server's clock."""
    key: str | None = None
    note: Mapping[str, Any] | None = None
    """What the server knows beside the event."""


def make_room(connection: sql.Connection, record: RoomRecord, entries: Sequence[LogEntry]) -> None:
    """A new room with what begins its log."""
    values = {
        "id": record.id,
        "games": json.dumps(record.games),
        "length": record.length,
        "white": record.white,
        "black": record.black,
        "terms": _write(record.terms).decode(),
        "seed": record.seed,
        "tips": json.dumps(record.tips),
        "version": 0,
        "is_over": record.is_over,
        "since": record.since,
    }
    connection.execute(sql.insert(room), values)
    append(connection, record.id, 0, entries)


def append(
    connection: sql.Connection,
    room_id: str,
    version: int,
    entries: Sequence[LogEntry],
    *,
    is_over: bool = False,
) -> bool:
    """Add entries behind number *version*; False if the log has gone on or ended without us."""
    after = version + len(entries)
    moved = {"of": room_id, "before": version, "after": after, "ends": is_over}
    if _MOVE_ON.run(connection, [moved]) != 1:
        return False
    rows = [_row(room_id, version + n, item) for n, item in enumerate(entries, 1)]
    if rows:
        _ADD.run(connection, rows)
    return True


def _row(room_id: str, number: int, item: LogEntry) -> dict[str, Any]:
    return {
        "room": room_id,
        "number": number,
        "event": _write(event_to_json(item.event)).decode(),
        "key": item.key,
        "at": item.at,
        "note": _write(item.note).decode() if item.note else None,
    }


def load_room(
    connection: sql.Connection, room_id: str
) -> tuple[RoomRecord, tuple[LogEntry, ...]] | None:
    """A room and its whole log; None where there is none."""
    row = connection.execute(sql.select(room).where(room.c.id == room_id)).one_or_none()
    if row is None:
        return None
    found = connection.execute(
        sql.select(entry).where(entry.c.room == room_id).order_by(entry.c.number)
    )
    entries = tuple(_entry(row) for row in found)
    return _record(row), entries


def _entry(row: Any) -> LogEntry:
    note = json.loads(row.note) if row.note else None
    return LogEntry(event_from_json(json.loads(row.event)), row.at, row.key, note)


def sit(connection: sql.Connection, room_id: str, seat: str, who: str) -> bool:
    """Take a free seat ('white' or 'black'); False if somebody was faster."""
    column = room.c[seat]
    taken = connection.execute(
        sql.update(room).where(room.c.id == room_id, column.is_(None)).values({seat: who})
    )
    return taken.rowcount == 1


def commit(connection: sql.Connection, room_id: str, tips: Mapping[str, str]) -> None:
    """The tips of the players' chains, before the first throw."""
    connection.execute(sql.update(room).where(room.c.id == room_id).values(tips=json.dumps(tips)))


def rooms_of(connection: sql.Connection, who: str, *, limit: int = 20) -> list[RoomRecord]:
    """Rooms with a game going on in which somebody sits, against bots too, the newest first."""
    return _records(connection, _going_on(who).limit(limit))


def rooms_with_people(
    connection: sql.Connection, who: str, *, limit: int = MOST_WITH_PEOPLE
) -> list[RoomRecord]:
    """The same without those against bots, of which somebody may have left any number."""
    return _records(connection, _going_on(who).where(~_has_bot()).limit(limit))


def rated_with_bots(connection: sql.Connection, who: str) -> list[RoomRecord]:
    """The same against bots, for a rating; all of them."""
    is_rated = sql.func.json_extract(room.c.terms, "$.rated").is_not(None)
    return _records(connection, _going_on(who).where(_has_bot(), is_rated))


def _going_on(who: str) -> sql.Select[Any]:
    asked = sql.select(room).where(sql.or_(room.c.white == who, room.c.black == who))
    return asked.where(room.c.is_over.is_(False)).order_by(room.c.since.desc())


def _has_bot() -> sql.ColumnElement[bool]:
    return sql.or_(
        *(sql.func.coalesce(seat, "").startswith(BOT) for seat in (room.c.white, room.c.black))
    )


def _records(connection: sql.Connection, asked: sql.Select[Any]) -> list[RoomRecord]:
    return [_record(row) for row in connection.execute(asked)]


def count_unfinished(connection: sql.Connection) -> int:
    """How many rooms there are in which a game goes on."""
    asked = sql.select(sql.func.count()).select_from(room).where(room.c.is_over.is_(False))
    return connection.execute(asked).scalar_one()


def unfinished(connection: sql.Connection) -> list[str]:
    """The ids of all rooms in which a game goes on."""
    return list(
        connection.execute(sql.select(room.c.id).where(room.c.is_over.is_(False))).scalars()
    )


def following(connection: sql.Connection, record: RoomRecord) -> str | None:
    """The room where the two of this one play again, if their game goes on there."""
    is_theirs = (room.c.white == record.black, room.c.black == record.white)
    asked = sql.select(room.c.id, room.c.terms).where(room.c.is_over.is_(False), *is_theirs)
    rows = connection.execute(asked)
    return next((row.id for row in rows if _read_terms(row.terms).after == record.id), None)


def last_notes(
    connection: sql.Connection,
) -> list[tuple[str, Terms, int, Mapping[str, Any]]]:
    """Of all rooms in which a game goes on: the id, the terms, when the last act was, and its note."""
    asked = sql.select(room.c.id, room.c.terms, entry.c.at, entry.c.note).join(
        entry, sql.and_(entry.c.room == room.c.id, entry.c.number == room.c.version)
    )
    found = connection.execute(asked.where(room.c.is_over.is_(False), entry.c.note.is_not(None)))
    return [(row.id, _read_terms(row.terms), row.at, json.loads(row.note)) for row in found]


def close(connection: sql.Connection, room_id: str) -> bool:
    """Let nothing more be played in a room; False if it was over, or is none."""
    is_it = (room.c.id == room_id, room.c.is_over.is_(False))
    return connection.execute(sql.update(room).where(*is_it).values(is_over=True)).rowcount == 1


def over_of(connection: sql.Connection, rooms: Sequence[str]) -> set[str]:
    """Which of these rooms are over."""
    found: set[str] = set()
    for first in range(0, len(rooms), MOST_AT_ONCE):
        some = rooms[first : first + MOST_AT_ONCE]
        asked = sql.select(room.c.id).where(room.c.id.in_(some), room.c.is_over.is_(True))
        found.update(connection.execute(asked).scalars())
    return found


def abandoned(connection: sql.Connection, before: int, *, limit: int = 50) -> list[str]:
    """The ids of rooms in which a game goes on, and nothing has happened since a moment."""
    last = sql.select(sql.func.max(entry.c.at)).where(entry.c.room == room.c.id).scalar_subquery()
    asked = sql.select(room.c.id).where(room.c.is_over.is_(False), room.c.since < before)
    return list(connection.execute(asked.where(last < before).limit(limit)).scalars())


_read_terms = msgspec.json.Decoder(Terms).decode


def _record(row: Any) -> RoomRecord:
    return RoomRecord(
        id=row.id,
        games=tuple(json.loads(row.games)),
        length=row.length,
        white=row.white,
        black=row.black,
        terms=_read_terms(row.terms),
        seed=row.seed,
        tips=json.loads(row.tips),
        is_over=row.is_over,
        since=row.since,
    )
