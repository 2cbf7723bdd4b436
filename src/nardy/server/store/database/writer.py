"""The writer thread: waiting jobs share one commit, and are acknowledged after it."""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError

from nardy.server.process_state import Histogram
from nardy.server.store.appends import NewEntries, append_one
from nardy.server.store.database.batches import Batches
from nardy.server.store.database.errors import as_damage, failure, undoes_all
from nardy.server.store.database.readers import Readers

Result = TypeVar("Result")
Connection = sql.Connection
WriteJob = Callable[[sql.Connection], object]
# As Python's sqlite3 waits by default.
BUSY_SECONDS = 5.0
SOON = 2.0
"""Seconds to wait for a lock in a running club. A request waits at most twice as long: for the batch
before its own, and for its own."""
MOST_LOG = 64 * 1024 * 1024
"""Size in bytes to which the write-ahead log is truncated after a checkpoint; a backup or a long read
lets it grow, and by default SQLite would never shrink it."""


def engine_of(file: Path, busy_seconds: float | None = None) -> sql.Engine:
    """A durable SQLite engine: each commit is on the disk before it returns.

    *busy_seconds* is how long to wait for another program's lock.
    """
    patience = BUSY_SECONDS if busy_seconds is None else busy_seconds
    engine = sql.create_engine(
        sql.URL.create("sqlite", database=str(file)),
        poolclass=sql.pool.StaticPool,
        connect_args={"check_same_thread": False, "timeout": patience},
        # Values may be seeds or password hashes, which must not reach a log.
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: sql.Connection) -> None:
    # The write lock is taken at once. A transaction that reads first and asks for it later may be
    # refused without waiting, if another program has written since.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _prepare(connection: sqlite3.Connection, record: object) -> None:
    # The driver must not begin transactions by itself.
    connection.isolation_level = None
    settings = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    for setting in (*settings, f"journal_size_limit={MOST_LOG}"):
        try:
            connection.execute(f"PRAGMA {setting}")
        except UnicodeDecodeError as error:
            # The message of SQLite quotes the damaged bytes.
            raise sqlite3.DatabaseError("database disk image is malformed") from error


@dataclass(frozen=True)
class RoomEnd:
    """A job that ends a room."""

    job: WriteJob

    def __call__(self, connection: sql.Connection) -> object:
        """Run it."""
        return self.job(connection)


class Writer:
    """Owns the only connection that writes, which is passed to jobs."""

    def __init__(self, engine: sql.Engine, readers: Readers | None = None) -> None:
        """Start the thread; without *readers* (a database in memory) it also runs read-only jobs."""
        self._engine, self._readers = engine, readers
        self._jobs = Batches[WriteJob]("store", self._commit)

    @property
    def batch_sizes(self) -> Histogram:
        """Jobs of a commit."""
        return Histogram.sum_of([one.sizes for one in self._threads()])

    @property
    def commit_seconds(self) -> Histogram:
        return Histogram.sum_of([one.seconds for one in self._threads()])

    def _threads(self) -> Sequence[Batches[WriteJob] | Batches[NewEntries]]:
        return (self._jobs,)

    async def run(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Run a job in a transaction, as if no other ran meanwhile; return when it is on the disk.

        A job may run several times, if another job of the same transaction fails or another program writes
        the same: it must change nothing but the database.

        Raises:
            StoreError: the database could not be written.
        """
        return await self._jobs.do(job)

    async def run_end(self, job: Callable[[sql.Connection], Result]) -> Result:
        """As `run`, for a job that ends a room. It numbers the room, so those of all processes run one after another."""
        return await self._jobs.do(RoomEnd(job))

    async def append(self, new: NewEntries) -> bool:
        """Append to the log of a room that goes on; False if the log has other entries by now, or the room is over.

        Raises:
            StoreError: the database could not be written.
        """
        return await self.run(partial(append_one, new=new))

    async def read(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Run a read-only job on a connection of its own, without waiting for writes.

        It sees everything for which `run` has returned.

        Raises:
            StoreError: the database could not be read.
        """
        return await (self._readers or self).run(job)

    def close(self) -> None:
        """Run the waiting jobs, and stop."""
        self._jobs.close()
        if self._readers:
            self._readers.close()
        self._engine.dispose()

    def _commit(self, batch: Sequence[WriteJob]) -> list[object]:
        """Commit a batch; returns each job's result or error."""
        try:
            return self._attempt_all(batch)
        except DBAPIError as error:
            return [failure(error)] * len(batch)

    def _attempt_all(self, batch: Sequence[WriteJob]) -> list[object]:
        with self._engine.connect() as connection:
            answers = _together(connection, batch)
            return _apart(connection, batch) if answers is None else answers


def _together(connection: sql.Connection, batch: Sequence[WriteJob]) -> list[object] | None:
    """Run all jobs without savepoints; None if one failed, and then nothing was changed.

    Savepoints cost as much as the jobs, and hardly any job fails.
    """
    try:
        with connection.begin():
            return [job(connection) for job in batch]
    except DBAPIError as error:
        if undoes_all(error):
            raise  # each job alone would meet the same
        return None
    except Exception:  # noqa: BLE001 (the job fails again in _apart)
        return None


def _apart(connection: sql.Connection, batch: Sequence[WriteJob]) -> list[object]:
    """Run each job in a savepoint, so that a failure undoes only itself."""
    with connection.begin():
        return [_attempt(connection, job) for job in batch]


def _attempt(connection: sql.Connection, job: WriteJob) -> object:
    """Run one job in a savepoint; returns its result or its own error."""
    try:
        with connection.begin_nested():
            return job(connection)
    except IntegrityError as error:
        return error
    except DBAPIError as error:
        # SQLite may have rolled back the jobs before this one: the whole batch fails.
        if connection.dialect.name == "sqlite" or undoes_all(error):
            raise
        return failure(error)
    except Exception as error:  # noqa: BLE001 (it belongs to whoever asked)
        return as_damage(error)
