"""The writer thread: waiting jobs share one commit, and are acknowledged after it."""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError

from nardy.server.process_state import Histogram
from nardy.server.store.database.errors import failure, is_busy
from nardy.server.store.database.readers import Readers

Result = TypeVar("Result")
Connection = sql.Connection
WriteJob = Callable[[sql.Connection], object]
Waiting = tuple[WriteJob, "asyncio.Future[Any]", asyncio.AbstractEventLoop]
MOST_TOGETHER = 256
"""Most jobs of one commit."""
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
        connection.execute(f"PRAGMA {setting}")


class Writer:
    """Owns the only connection that writes, which is passed to jobs."""

    def __init__(self, engine: sql.Engine, readers: Readers | None = None) -> None:
        """Start the thread; without *readers* (a database in memory) it also runs read-only jobs."""
        self._engine, self._readers = engine, readers
        self.batch_sizes = Histogram((1, 2, 4, 8, 16, 32, 64, 128, MOST_TOGETHER))
        """Jobs of a commit."""
        self.commit_seconds = Histogram()
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Run a job in a transaction; return when it is on the disk.

        A job may run twice, if another job of the same transaction fails: it must change nothing but the
        database.

        Raises:
            StoreError: the database could not be written.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put((job, future, loop))
        return await future

    async def read(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Run a read-only job on a connection of its own, without waiting for writes.

        It sees everything for which `run` has returned.

        Raises:
            StoreError: the database could not be read.
        """
        return await (self._readers or self).run(job)

    def close(self) -> None:
        """Run the waiting jobs, and stop."""
        self._jobs.put(None)
        self._thread.join()
        if self._readers:
            self._readers.close()
        self._engine.dispose()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            is_last = self._gather(batch)
            began = monotonic()
            answers = self._commit(batch)
            self.batch_sizes.observe(len(batch))
            self.commit_seconds.observe(monotonic() - began)
            _answer(batch, answers)
            if is_last:
                return

    def _gather(self, batch: list[Waiting]) -> bool:
        """Add all other waiting jobs to the batch; True if `close` was called."""
        while len(batch) < MOST_TOGETHER:
            try:
                waiting = self._jobs.get_nowait()
            except queue.Empty:
                return False
            if waiting is None:
                return True
            batch.append(waiting)
        return False

    def _commit(self, batch: list[Waiting]) -> list[object]:
        """Commit a batch; returns each job's result or error."""
        try:
            with self._engine.connect() as connection:
                return self._together(connection, batch) or self._apart(connection, batch)
        except DBAPIError as error:
            return [failure(error)] * len(batch)

    def _together(self, connection: sql.Connection, batch: list[Waiting]) -> list[object] | None:
        """Run all jobs without savepoints; None if one failed, and then nothing was changed.

        Savepoints cost as much as the jobs, and hardly any job fails.
        """
        try:
            with connection.begin():
                return [job(connection) for job, _, _ in batch]
        except DBAPIError as error:
            if is_busy(error):
                raise  # retrying each job alone would only wait again
            return None
        except Exception:  # noqa: BLE001 (the job fails again in _apart)
            return None

    def _apart(self, connection: sql.Connection, batch: list[Waiting]) -> list[object]:
        """Run each job in a savepoint, so that a failure undoes only itself."""
        with connection.begin():
            return [_attempt(connection, job) for job, _, _ in batch]


def _attempt(connection: sql.Connection, job: WriteJob) -> object:
    """Run one job in a savepoint; returns its result or its own error."""
    try:
        with connection.begin_nested():
            return job(connection)
    except IntegrityError as error:
        return error
    except DBAPIError:
        # SQLite may have rolled back the jobs before this one: the whole batch fails.
        raise
    except Exception as error:  # noqa: BLE001 (it belongs to whoever asked)
        return error


def _answer(batch: list[Waiting], answers: list[object]) -> None:
    """Resolve the futures, one call per event loop: waking a loop takes as long as a job."""
    for loop in {loop for _, _, loop in batch}:
        answered = [
            (future, answer)
            for (_, future, waits), answer in zip(batch, answers, strict=True)
            if waits is loop
        ]
        # Nobody waits on a closed loop.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_tell, answered)


def _tell(answered: list[tuple["asyncio.Future[Any]", object]]) -> None:
    for future, answer in answered:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
