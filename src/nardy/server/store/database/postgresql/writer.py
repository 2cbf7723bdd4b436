"""The writer on PostgreSQL: jobs are serializable and repeated where they meet others; appends go by themselves."""

import math
import random
import time
from collections.abc import Sequence
from time import monotonic

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from nardy.server.store.appends import NewEntries
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.batches import Batches
from nardy.server.store.database.errors import failure, may_be_repeated
from nardy.server.store.database.postgresql.appender import Appender
from nardy.server.store.database.postgresql.connecting import reading_engine_of, writing_engine_of
from nardy.server.store.database.readers import THREADS, Readers
from nardy.server.store.database.writer import RoomEnd, WriteJob, Writer
from nardy.server.store.schema import room_ends

REPEATS = 3
"""How often jobs are tried again that met another program's."""
APPENDERS = 3
"""Connections that append, each for its own rooms. While one waits for the disk, the others go on; the server
writes commits that wait together. With one, the disk and the server wait for each other."""
PAUSE_SECONDS = 0.02
"""The longest pause before the first repeat; others write the same at this moment."""


class PostgresWriter(Writer):
    """Threads with a connection each: one runs jobs, the others append."""

    def __init__(self, address: PostgresAddress, answer_seconds: float | None = None) -> None:
        """Start the threads; connections are opened when they are needed.

        Jobs and reads wait at most *answer_seconds* for each answer of the server; None is as long as it takes.
        """
        self._answer_seconds = answer_seconds
        self._appenders = [Appender(address) for _ in range(APPENDERS)]
        engine = writing_engine_of(address, answer_seconds)
        self._is_committing = self._ends_rooms = False
        event.listen(engine, "begin", self._on_begin)
        event.listen(engine, "commit", self._on_commit)
        readers = Readers(reading_engine_of(address, THREADS, answer_seconds))
        super().__init__(engine, readers)
        self._appends = [
            Batches[NewEntries]("store-appends", one.commit) for one in self._appenders
        ]

    async def append(self, new: NewEntries) -> bool:
        """As `Writer.append`; all that wait are one statement of each appender."""
        return await self._appends[hash(new.room) % APPENDERS].do(new)

    def close(self) -> None:
        """Run the waiting jobs, and stop."""
        for batches in self._appends:
            batches.close()
        super().close()
        for appender in self._appenders:
            appender.close()

    def _threads(self) -> Sequence[Batches[WriteJob] | Batches[NewEntries]]:
        return (self._jobs, *self._appends)

    def _on_begin(self, connection: sql.Connection) -> None:
        self._is_committing = False
        if self._ends_rooms:
            # Who numbers a room reads the greatest number. Two that do so at once would meet, and one be repeated. What
            # a transaction sees is fixed by its first query, and LOCK is none (manual of PostgreSQL, LOCK). The table
            # is empty, so that no vacuum has to wait for it.
            connection.exec_driver_sql(f"LOCK TABLE {room_ends.name} IN EXCLUSIVE MODE")

    def _on_commit(self, _: sql.Connection) -> None:
        self._is_committing = True

    def _commit(self, batch: Sequence[WriteJob]) -> list[object]:
        began = monotonic()
        self._ends_rooms = any(isinstance(job, RoomEnd) for job in batch)
        for repeats in range(REPEATS + 1):
            try:
                return self._attempt_all(batch)
            except DBAPIError as error:
                is_late = monotonic() - began >= (self._answer_seconds or math.inf)
                if repeats == REPEATS or is_late or not self._may_go_again(error):
                    return [failure(error, may_be_stored=self._may_be_stored(error))] * len(batch)
            time.sleep(random.uniform(0, PAUSE_SECONDS) * 2**repeats)
        raise AssertionError  # the last round returns

    def _may_go_again(self, error: DBAPIError) -> bool:
        """Whether surely nothing was stored, and another attempt may do better."""
        is_lost = error.connection_invalidated and not self._is_committing
        return may_be_repeated(error) or is_lost

    def _may_be_stored(self, error: DBAPIError) -> bool:
        """Whether the connection was lost at a commit."""
        return error.connection_invalidated and self._is_committing
