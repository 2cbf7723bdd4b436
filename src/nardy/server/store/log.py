"""Rooms and their append-only logs of events."""

import functools
import itertools
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sql
from msgspec import structs

from nardy.core.clock import Control
from nardy.core.events import Event, event_from_json, event_to_json
from nardy.server.errors import DamagedLogError, StoreError
from nardy.server.seats import BOT
from nardy.server.store import finished_rooms, rows
from nardy.server.store.appends import NewEntries, append_one
from nardy.server.store.dialects import json_text
from nardy.server.store.fences import Fence
from nardy.server.store.room_entries import (
    UNREADABLE,
    packed_entries_of,
    rows_by_room,
    tell_once,
)
from nardy.server.store.schema import entry, room

MOST_AT_ONCE = 1_000
"""Ids per query; SQLite allows at most 32,766 parameters."""
MOST_WITH_PEOPLE = 100
"""Most unfinished games against people that are listed for one person."""
MOST_EVENTS = 10_000
"""Events that are kept after they were read: 0.3 kB each, and most of a log are among them."""
_write = msgspec.json.Encoder().encode
_read_json: Callable[[str], Any] = msgspec.json.Decoder().decode
_log = logging.getLogger(__name__)


class Terms(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    # The released name of the field, in stored rooms and in messages.
    rename={"group": "circle"},
):
    """The terms of a room apart from its rules; stored as JSON without default values.

    A key that this version does not know is ignored: a room of another version still opens.
    """

    clock: str | None = None
    """The time control, as `Control.parse` reads it; None is without a clock."""
    open: bool = False
    """Whether anybody may take the free seat; the lobby lists it then."""
    rated: bool = False
    rating_rules: int = 1
    """The version of the rating rules; rooms made before there were several follow the first."""
    group: str | None = None
    """The group whose room it is: nobody else sees it."""
    tournament: str | None = None
    """The tournament that made it."""
    from_position: bool = False
    """Whether its game began at a position that somebody chose: it is no result, and counts for nothing."""
    after: str | None = None
    """The room before, where this one is a rematch."""
    session: tuple[int, float, float] | None = None
    """In a money session: the games before this one, and the points of White and of Black in them."""

    def again(self, room_id: str) -> "Terms":
        """The terms of a rematch of this room."""
        return structs.replace(self, tournament=None, after=room_id, from_position=False)

    @property
    def is_correspondence(self) -> bool:
        """Whether it is played by correspondence (core/clock.py)."""
        return self.clock is not None and Control.parse(self.clock).is_correspondence


_read_terms = msgspec.json.Decoder(Terms).decode
CASUAL = Terms()
"""A casual game without a clock."""


@dataclass(frozen=True, kw_only=True)
class RoomRecord:
    """A room without its log."""

    id: str
    games: tuple[str, ...]
    """The games in rotation, named as in position text; most rooms have one."""
    length: int = 0
    """Points of the match; 0 is a single game."""
    white: str | None = None
    """`guest:ID` or `bot:SPEC`; None is a free seat."""
    black: str | None = None
    terms: Terms = CASUAL
    seed: str = field(default="", repr=False)
    """The seed of the dice in hexadecimal; secret until the room is over."""
    tips: dict[str, str] = field(default_factory=dict[str, str])
    """By seat, the commitments of the players' hash chains; '' for a player without one."""
    is_over: bool = False
    since: int = 0
    """Creation time in milliseconds since 1970."""

    def tip(self, seat: str) -> bytes:
        """The commitment of a seat's hash chain; empty if it has none."""
        return bytes.fromhex(self.tips.get(seat, ""))


RoomState = tuple[int, str | None, str | None]
"""The number of a room's last event, and who sits there."""


class LogEntry(msgspec.Struct, frozen=True):
    """One event of a room's log. A match has thousands, and a dataclass takes five times as long to make."""

    event: Event
    at: int
    """Milliseconds since 1970, by the server's clock."""
    key: str | None = None
    note: Mapping[str, Any] | None = None
    """Server data about the event, such as clock times."""


LoadedRoom = tuple[RoomRecord, tuple[LogEntry, ...]]
"""A room and its whole log."""


def make_room(connection: sql.Connection, record: RoomRecord, entries: Sequence[LogEntry]) -> None:
    """Create a room with the first entries of its log."""
    texts = {
        "games": json.dumps(record.games),
        "terms": _write(record.terms).decode(),
        "tips": json.dumps(record.tips),
    }
    connection.execute(sql.insert(room), {**vars(record), **texts, "version": 0})
    append(connection, record.id, 0, entries)


def append(
    connection: sql.Connection,
    room_id: str,
    version: int,
    entries: Sequence[LogEntry],
    *,
    is_over: bool = False,
) -> bool:
    """Append entries after number *version*; False if the log has other entries by now, or the room is over."""
    return append_all(connection, append_of(room_id, version, entries), is_over=is_over)


def append_all(connection: sql.Connection, new: NewEntries, *, is_over: bool = False) -> bool:
    """As `Writer.append`, in a transaction with more; *is_over* ends the room."""
    if not append_one(connection, new, is_over=is_over):
        return False
    if is_over:
        finished_rooms.add(connection, new.room)
    return True


def append_of(
    room_id: str, version: int, entries: Sequence[LogEntry], fence: Fence | None = None
) -> NewEntries:
    """What `Writer.append` appends after number *version*."""
    rows = [_row(room_id, version + n, one) for n, one in enumerate(entries, 1)]
    return NewEntries(room_id, version, rows, fence)


def _row(room_id: str, number: int, item: LogEntry) -> dict[str, object]:
    return {
        "room": room_id,
        "number": number,
        "event": _write(event_to_json(item.event)).decode(),
        "key": item.key,
        "at": item.at,
        "note": _write(item.note).decode() if item.note else None,
    }


def load_room(connection: sql.Connection, room_id: str) -> LoadedRoom | None:
    """A room and its whole log; None if it does not exist.

    Raises:
        DamagedLogError: entries are missing, or cannot be read, or lie in an archive that is not there.
    """
    found = load_rooms(connection, [room_id]).get(room_id)
    if isinstance(found, Exception):
        raise found
    return found


def load_rooms(
    connection: sql.Connection, rooms: Sequence[str]
) -> dict[str, LoadedRoom | Exception]:
    """These rooms with their whole logs, or why one cannot be read; those that do not exist are left out."""
    found = dict[str, LoadedRoom | Exception]()
    if stored := connection.execute(sql.select(room).where(room.c.id.in_(rooms))).mappings().all():
        rows = rows_by_room(connection, [one["id"] for one in stored])
        for one in stored:
            room_id = one["id"]
            try:
                found[room_id] = _loaded(connection, one, rows.get(room_id, ()))
            except StoreError as error:
                found[room_id] = error
    return found


def _loaded(connection: sql.Connection, stored: sql.RowMapping, rows: Sequence[Any]) -> LoadedRoom:
    room_id, expected = stored["id"], stored["version"]
    try:
        record, entries = _record(stored), tuple(_entries(connection, room_id, rows))
    except StoreError as error:
        raise _logged(DamagedLogError.of_packed(room_id, error), room_id) from error
    except UNREADABLE as error:
        raise _damaged(room_id, f"what is none ({type(error).__name__})") from error
    # A database that lost pages may not notice it: PostgreSQL takes a page of zeros for an empty one.
    if len(entries) != expected:
        raise _damaged(room_id, f"{len(entries)} of its {expected} entries")
    return record, entries


def _entries(connection: sql.Connection, room_id: str, rows: Sequence[Any]) -> list[LogEntry]:
    found = [
        LogEntry(_read_event(event), at, key, _read_json(note) if note else None)
        for _, event, at, key, note in rows
    ]
    return found or [
        LogEntry(event_from_json(one.event), one.at, one.key, one.note)
        for one in packed_entries_of(connection, room_id)
    ]


@functools.lru_cache(MOST_EVENTS)
def _read_event(text: str) -> Event:
    """An event that is stored; the same throws and openings come again and again."""
    return event_from_json(_read_json(text))


def _damaged(room_id: str, found: str) -> DamagedLogError:
    return _logged(DamagedLogError(room_id, found), room_id)


def _logged(error: DamagedLogError, room_id: str) -> DamagedLogError:
    # Whoever asked sees it; the host must, too.
    _log.error("the database failed: %s", error, extra={"room": room_id})
    return error


def state_of(connection: sql.Connection, room_id: str) -> tuple[RoomRecord, int] | None:
    """A room and the number of its last event; None if it does not exist."""
    query = sql.select(room).where(room.c.id == room_id)
    found = _records(connection, query)
    version = connection.scalar(query.with_only_columns(room.c.version))
    return (found[0], version or 0) if found else None


def sit(connection: sql.Connection, room_id: str, seat: str, who: str) -> bool:
    """Take a free seat ('white' or 'black'); False if it has been taken, or the room closed."""
    is_free = (room.c[seat].is_(None), room.c.is_over.is_(False))
    taken = sql.update(room).where(room.c.id == room_id, *is_free)
    return connection.execute(taken.values({seat: who})).rowcount == 1


def commit(connection: sql.Connection, room_id: str, tips: Mapping[str, str]) -> None:
    """Store the commitments of the hash chains, before the first throw."""
    connection.execute(sql.update(room).where(room.c.id == room_id).values(tips=json.dumps(tips)))


def version_of(connection: sql.Connection, room_id: str) -> int | None:
    """The number of a room's last event; None if it is over or unknown."""
    is_it = (room.c.id == room_id, room.c.is_over.is_(False))
    return connection.scalar(sql.select(room.c.version).where(*is_it))


def rooms_of(connection: sql.Connection, who: str, *, limit: int = 20) -> list[RoomRecord]:
    """Unfinished rooms in which somebody sits, including those against bots, newest first."""
    return _records(connection, _going_on(who).limit(limit))


def rooms_with_people(
    connection: sql.Connection, who: str, *, limit: int = MOST_WITH_PEOPLE
) -> list[RoomRecord]:
    """Unfinished rooms against people, newest first; listed apart, since unfinished games against bots may be many."""
    return _records(connection, _going_on(who).where(~_has_bot()).limit(limit))


def rated_with_bots(connection: sql.Connection, who: str) -> list[RoomRecord]:
    """All unfinished rated rooms of somebody against bots."""
    # Terms are stored without default values: a casual room lacks the key.
    is_rated = json_text(room.c.terms, "rated").is_not(None)
    return _records(connection, _going_on(who).where(_has_bot(), is_rated))


def _has_free_seat() -> sql.ColumnElement[bool]:
    return sql.or_(room.c.white.is_(None), room.c.black.is_(None))


def open_in_group(connection: sql.Connection, group: str) -> list[RoomRecord]:
    """The unfinished rooms of a private group in which a seat is free."""
    query = sql.select(room).where(room.c.is_over.is_(False), _has_free_seat())
    return _records(connection, query.where(json_text(room.c.terms, "circle") == group))


def close_waiting(connection: sql.Connection, who: str) -> None:
    """Close the unfinished rooms where somebody waits for an opponent."""
    query = _going_on(who).where(_has_free_seat()).with_only_columns(room.c.id)
    for room_id in connection.scalars(query).all():
        close(connection, room_id)


def _going_on(who: str) -> sql.Select[tuple[object, ...]]:
    query = sql.select(room).where(sql.or_(room.c.white == who, room.c.black == who))
    return query.where(room.c.is_over.is_(False)).order_by(room.c.since.desc())


def _has_bot() -> sql.ColumnElement[bool]:
    return sql.or_(
        *(sql.func.coalesce(seat, "").startswith(BOT) for seat in (room.c.white, room.c.black))
    )


def _records(connection: sql.Connection, query: sql.Executable) -> list[RoomRecord]:
    return [_record(row) for row in connection.execute(query).mappings()]


def _record(row: sql.RowMapping) -> RoomRecord:
    decoded = {name: json.loads(row[name]) for name in ("games", "terms", "tips")}
    return rows.as_record({**row, **decoded}, RoomRecord)


def count_unfinished(connection: sql.Connection) -> int:
    """How many rooms are unfinished."""
    query = sql.select(sql.func.count()).select_from(room).where(room.c.is_over.is_(False))
    return connection.execute(query).scalar_one()


def states_of_unfinished(connection: sql.Connection) -> dict[str, RoomState]:
    """The numbers of the last events and the seats of all unfinished rooms, by room."""
    query = sql.select(room.c.id, room.c.version, room.c.white, room.c.black)
    found = connection.execute(query.where(room.c.is_over.is_(False)))
    return {row.id: (row.version, row.white, row.black) for row in found}


def following(connection: sql.Connection, record: RoomRecord) -> str | None:
    """The unfinished room of a rematch of this one, if there is one."""
    is_theirs = (room.c.white == record.black, room.c.black == record.white)
    query = sql.select(room.c.id, room.c.terms).where(room.c.is_over.is_(False), *is_theirs)
    found = connection.execute(query)
    return next((row.id for row in found if _read_terms(row.terms).after == record.id), None)


def last_notes(
    connection: sql.Connection,
) -> list[tuple[str, Terms, int, Mapping[str, Any]]]:
    """Id, terms, and time and note of the last entry, for all unfinished rooms whose last entry has a note.

    Rooms where one cannot be read are left out.
    """
    query = sql.select(room.c.id, room.c.terms, entry.c.at, entry.c.note).join(
        entry, sql.and_(entry.c.room == room.c.id, entry.c.number == room.c.version)
    )
    found = connection.execute(query.where(room.c.is_over.is_(False), entry.c.note.is_not(None)))
    notes = list[tuple[str, Terms, int, Mapping[str, Any]]]()
    for row in found:
        try:
            notes.append((row.id, _read_terms(row.terms), row.at, json.loads(row.note)))
        except UNREADABLE:
            tell_once(row.id, "its flag is not expected")
    return notes


def close(connection: sql.Connection, room_id: str) -> bool:
    """Mark a room as over; False if it was already, or does not exist."""
    is_it = (room.c.id == room_id, room.c.is_over.is_(False))
    is_done = connection.execute(sql.update(room).where(*is_it).values(is_over=True)).rowcount == 1
    if is_done:
        finished_rooms.add(connection, room_id)
    return is_done


def seats_of(
    connection: sql.Connection, rooms: Sequence[str]
) -> dict[str, tuple[str | None, str | None]]:
    """The people in the seats of these rooms, White first, by room."""
    found = dict[str, tuple[str | None, str | None]]()
    for first in range(0, len(rooms), MOST_AT_ONCE):
        some = rooms[first : first + MOST_AT_ONCE]
        query = sql.select(room.c.id, room.c.white, room.c.black).where(room.c.id.in_(some))
        found.update((row.id, (row.white, row.black)) for row in connection.execute(query))
    return found


def over_of(connection: sql.Connection, rooms: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for first in range(0, len(rooms), MOST_AT_ONCE):
        some = rooms[first : first + MOST_AT_ONCE]
        query = sql.select(room.c.id).where(room.c.id.in_(some), room.c.is_over.is_(True))
        found.update(connection.scalars(query))
    return found


def abandoned(
    connection: sql.Connection,
    before: int,
    is_due: Callable[[str], bool] = lambda _: True,
    *,
    after: str = "",
    limit: int = 50,
) -> list[str]:
    """The ids of unfinished rooms without an entry since *before*, in milliseconds since 1970, in order.

    They begin behind the id *after*.
    """
    last = sql.select(sql.func.max(entry.c.at)).where(entry.c.room == room.c.id).scalar_subquery()
    query = sql.select(room.c.id).where(room.c.is_over.is_(False), room.c.since < before)
    query = query.where(room.c.id > after, last < before).order_by(room.c.id)
    found = filter(is_due, connection.scalars(query))
    return list(itertools.islice(found, limit))
