"""Appends to the logs of many rooms in one statement, which is one transaction."""

import contextlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from nardy.server.store.appends import NewEntries
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.errors import failure, may_be_repeated
from nardy.server.store.database.postgresql.connecting import connect
from nardy.server.store.database.postgresql.deadlines import APPEND_SECONDS

if TYPE_CHECKING:
    import psycopg

REPEATS = 3
"""How often a statement is tried again that was chosen to end a deadlock."""
_FIELDS = ("room", "number", "event", "key", "at", "note")
# Rooms are locked in the order of their ids, so that two processes never wait for each other. A room that
# has moved meanwhile, or is over, is not among the moved ones, and nothing is added to it.
#
# With several processes the lease of each room's shard must be the one under which the process writes; the
# lock keeps others from taking the shard before the commit.
_STATEMENT = """
WITH asked AS (
    SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bigint[]{types}) AS x(id, before, after{names})
), locked AS MATERIALIZED (
    SELECT room.id FROM room JOIN asked ON asked.id = room.id {leases}
    WHERE room.version = asked.before AND room.is_over IS false
    ORDER BY room.id FOR UPDATE OF room {lock}
), moved AS (
    UPDATE room SET version = asked.after FROM asked JOIN locked ON locked.id = asked.id
    WHERE room.id = asked.id AND room.version = asked.before
    RETURNING room.id
), added AS (
    INSERT INTO entry (room, number, event, key, at, note)
    SELECT x.* FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::text[], %s::bigint[], %s::text[])
        AS x(room, number, event, key, at, note)
    JOIN moved ON moved.id = x.room
)
SELECT id FROM moved
"""
_PLAIN = _STATEMENT.format(types="", names="", leases="", lock="")
_FENCED = _STATEMENT.format(
    types=", %s::int[], %s::int[]",
    names=", shard, epoch",
    leases="JOIN shard_lease AS lease ON lease.shard = asked.shard AND lease.epoch = asked.epoch",
    lock="FOR SHARE OF lease",
)


class Appender:
    """A connection for appends; one is opened anew when it was lost."""

    def __init__(self, address: PostgresAddress) -> None:
        """Open nothing yet."""
        self._address = address
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def commit(self, batch: Sequence[NewEntries]) -> list[object]:
        """Append all; for each, whether its room moved, or its error."""
        answers: dict[int, object] = {}
        for some in _rounds(batch):
            appends = [batch[number] for number in some]
            answers.update(zip(some, self._answers(appends), strict=True))
        return [answers[number] for number in range(len(batch))]

    def close(self) -> None:
        """Disconnect."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
            self._connection = None

    def _answers(self, appends: Sequence[NewEntries]) -> list[object]:
        try:
            moved = self._move(appends)
        except DBAPIError as error:
            if len(appends) == 1 or error.connection_invalidated:
                was_asked = error.connection_invalidated and self._connection is not None
                is_known = isinstance(error, IntegrityError)
                told = error if is_known else failure(error, may_be_stored=was_asked)
                return [told] * len(appends)
            # One of them cannot be stored: the others must be.
            return [answer for one in appends for answer in self._answers([one])]
        return [one.room in moved for one in appends]

    def _move(self, appends: Sequence[NewEntries]) -> set[str]:
        """The rooms that moved.

        Raises:
            DBAPIError: none did.
        """
        for repeats in range(REPEATS + 1):
            try:
                return self._execute(appends)
            except DBAPIError as error:
                if repeats == REPEATS or not may_be_repeated(error):
                    raise
        raise AssertionError  # the last round returns or raises

    def _execute(self, appends: Sequence[NewEntries]) -> set[str]:
        import psycopg  # noqa: PLC0415 (an extra)

        try:
            if self._connection is None or self._connection.closed:
                self._connection = None
                self._connection = connect(
                    self._address, autocommit=True, answer_seconds=APPEND_SECONDS
                )
            fences = [one.fence for one in appends if one.fence]
            leases = (
                ([one.shard for one in fences], [one.epoch for one in fences]) if fences else ()
            )
            values = (*_rooms(appends), *leases, *_entries(appends))
            statement = _FENCED if fences else _PLAIN
            return {row[0] for row in self._connection.execute(statement, values, prepare=True)}
        except psycopg.Error as error:
            is_lost = self._connection is None or self._connection.closed
            kind = IntegrityError if isinstance(error, psycopg.IntegrityError) else OperationalError
            raise kind("append", None, error, connection_invalidated=is_lost) from error


def _rounds(batch: Sequence[NewEntries]) -> Iterable[list[int]]:
    """Numbers of appends that go together: a room is in one statement once."""
    left = set(range(len(batch)))
    while left:
        first = {batch[number].room: number for number in sorted(left, reverse=True)}
        yield sorted(first.values())
        left -= set(first.values())


def _rooms(appends: Sequence[NewEntries]) -> tuple[list[str], list[int], list[int]]:
    return (
        [one.room for one in appends],
        [one.before for one in appends],
        [one.after for one in appends],
    )


def _entries(appends: Sequence[NewEntries]) -> list[list[object]]:
    rows = [row for one in appends for row in one.rows]
    return [[row[name] for row in rows] for name in _FIELDS]
