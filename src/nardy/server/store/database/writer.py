"""One thread writes: what waits together is committed together, and answered after the commit."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError

from nardy.server.store.database.errors import failure, is_busy
from nardy.server.store.database.readers import Readers

Result = TypeVar("Result")
Job = Callable[[sql.Connection], Any]
Waiting = tuple[Job, "asyncio.Future[Any]", asyncio.AbstractEventLoop]
MOST_TOGETHER = 256
BUSY_SECONDS = 5.0
SOON = 2.0
"""The same in a club, where people wait: whoever asks hears after twice as long at most, since what
was being written when they asked may have to wait as well."""
MOST_LOG = 64 * 1024 * 1024
"""Bytes to which the write-ahead log is cut back once it is written into the database; a backup or a
long read lets it grow meanwhile, and SQLite by itself would never give that back."""


def engine_of(file: Path, busy_seconds: float | None = None) -> sql.Engine:
    """SQLite that loses nothing: every commit is on the disk before it is answered.

    *busy_seconds* is how long another program's lock is waited for.
    """
    patience = BUSY_SECONDS if busy_seconds is None else busy_seconds
    engine = sql.create_engine(
        sql.URL.create("sqlite", database=str(file)),
        poolclass=sql.pool.StaticPool,
        connect_args={"check_same_thread": False, "timeout": patience},
        # What cannot be written may be a seed or the hash of a password: no log shall have it.
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, record: object) -> None:
    # The driver must not begin transactions of its own.
    connection.isolation_level = None
    settings = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    for setting in (*settings, f"journal_size_limit={MOST_LOG}"):
        connection.execute(f"PRAGMA {setting}")


def _begin(connection: sql.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Writer:
    """The thread that owns the connection that writes. Jobs see it; nobody else does."""

    def __init__(self, engine: sql.Engine, readers: Readers | None = None) -> None:
        """Start the thread; without *readers*, as in memory, it does what only reads too."""
        self._engine, self._readers = engine, readers
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Do a job inside a transaction; return when it is on the disk.

        Where another job of the same transaction fails, this one is done a second time: a job
        changes nothing but the database.

        Raises:
            StoreError: it could not be written.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put((job, future, loop))
        return await future

    async def read(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Do a job that only asks, on a connection of its own: no write is waited for.

        Whatever was written before (`run` has returned) is seen.

        Raises:
            StoreError: it could not be read.
        """
        return await (self._readers or self).run(job)

    def close(self) -> None:
        """Write what waits, and stop."""
        self._jobs.put(None)
        self._thread.join()
        if self._readers:
            self._readers.close()
        self._engine.dispose()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            is_last = self._gather(batch)
            _answer(batch, self._commit(batch))
            if is_last:
                return

    def _gather(self, batch: list[Waiting]) -> bool:
        """Take what else waits; whether the end was among it."""
        while len(batch) < MOST_TOGETHER:
            try:
                waiting = self._jobs.get_nowait()
            except queue.Empty:
                return False
            if waiting is None:
                return True
            batch.append(waiting)
        return False

    def _commit(self, batch: list[Waiting]) -> list[Any]:
        """The result of each job, or its error; one commit for all."""
        try:
            with self._engine.connect() as connection:
                return self._together(connection, batch) or self._apart(connection, batch)
        except DBAPIError as error:
            return [failure(error)] * len(batch)

    def _together(self, connection: sql.Connection, batch: list[Waiting]) -> list[Any] | None:
        """All jobs as one; None if any failed, and nothing was done.

        Savepoints cost as much as the jobs, and hardly any job fails.
        """
        try:
            with connection.begin():
                return [job(connection) for job, _, _ in batch]
        except DBAPIError as error:
            if is_busy(error):
                raise  # each job for itself would only wait once more
            return None
        except Exception:  # noqa: BLE001 (what it was is seen when the jobs are done apart)
            return None

    def _apart(self, connection: sql.Connection, batch: list[Waiting]) -> list[Any]:
        """Each job for itself, so that one that fails undoes only itself."""
        with connection.begin():
            return [_attempt(connection, job) for job, _, _ in batch]


def _attempt(connection: sql.Connection, job: Job) -> Any:
    """One job of a batch: what it raises undoes only itself."""
    try:
        with connection.begin_nested():
            return job(connection)
    except IntegrityError as error:
        return error
    except DBAPIError:
        # SQLite may have undone the jobs before this one too: nobody of the batch is answered well.
        raise
    except Exception as error:  # noqa: BLE001 (it belongs to whoever asked)
        return error


def _answer(batch: list[Waiting], answers: list[Any]) -> None:
    """Tell everybody who waits, each loop in one go: waking it takes as long as a job."""
    for loop in {loop for _, _, loop in batch}:
        told = [
            (future, answer)
            for (_, future, waits), answer in zip(batch, answers, strict=True)
            if waits is loop
        ]
        # A loop that is closed has nobody who waits any more.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_tell, told)


def _tell(told: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    for future, answer in told:
        if future.done():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)
