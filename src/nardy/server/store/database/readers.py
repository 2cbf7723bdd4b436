"""Read-only connections, which never wait for the writer."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import TypeVar

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.store.database.errors import UNREADABLE, as_damage, failure

Result = TypeVar("Result")
THREADS = 3
"""More would contend for the interpreter lock; with one, a long query would delay all others."""
AT_ONCE = 1.0
"""Seconds within which a connection that was lost before is found out."""


class Readers:
    """A few threads, each with a read-only connection.

    In WAL mode and on PostgreSQL, readers and the writer do not wait for each other, and a reader sees every commit that was
    acknowledged before it began. A job sees one snapshot of the database.
    """

    def __init__(self, engine: sql.Engine) -> None:
        """Prepare the threads; no connection is opened before the first read."""
        self._engine = engine
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store-reader")

    async def run(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Run a read-only job.

        Raises:
            StoreError: the database cannot be read, or was closed.
        """
        try:
            reading = asyncio.get_running_loop().run_in_executor(self._threads, self._do, job)
        except RuntimeError as error:
            raise StoreError(
                "expected a club that goes on, got one that has closed its database; try again"
            ) from error
        return await reading

    def close(self) -> None:
        """Finish running reads, and disconnect."""
        self._threads.shutdown()
        self._engine.dispose()

    def _do(self, job: Callable[[sql.Connection], Result]) -> Result:
        began = monotonic()
        try:
            return self._read(job)
        except DBAPIError as error:
            # A connection that was lost while nobody read; the next one is new.
            if error.connection_invalidated and monotonic() - began < AT_ONCE:
                return self._again(job)
            raise failure(error) from error
        except UNREADABLE as error:
            raise as_damage(error) from error

    def _again(self, job: Callable[[sql.Connection], Result]) -> Result:
        try:
            return self._read(job)
        except DBAPIError as error:
            raise failure(error) from error

    def _read(self, job: Callable[[sql.Connection], Result]) -> Result:
        with self._engine.connect() as connection, connection.begin():
            return job(connection)


def reading_engine_of(file: Path) -> sql.Engine:
    """Read-only connections to a file of SQLite."""
    engine = sql.create_engine(
        sql.URL.create("sqlite", database=str(file)),
        poolclass=sql.pool.QueuePool,
        pool_size=THREADS,
        max_overflow=0,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: sql.Connection) -> None:
    # The driver begins no transaction for a SELECT, and each would see a snapshot of its own.
    connection.exec_driver_sql("BEGIN")


def _prepare(connection: sqlite3.Connection, record: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only=ON")
