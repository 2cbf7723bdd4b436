"""Connections that only read: beside the one that writes, and never behind it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from nardy.server.store.database.errors import failure

Result = TypeVar("Result")
THREADS = 3
"""More would only contend for the interpreter; with one a long list would keep all others waiting."""


class Readers:
    """A few threads, each with a connection that can change nothing.

    In WAL mode a reader sees every commit that was answered before it began, waits for no writer and
    lets no writer wait. A job sees one moment of the database from its first question to its last.
    """

    def __init__(self, file: Path) -> None:
        """Connect to nothing yet: most tests and commands never read here."""
        self._engine = sql.create_engine(
            sql.URL.create("sqlite", database=str(file)),
            poolclass=sql.pool.QueuePool,
            pool_size=THREADS,
            max_overflow=0,
            connect_args={"check_same_thread": False},
            hide_parameters=True,
        )
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store-reader")

    async def run(self, job: Callable[[sql.Connection], Result]) -> Result:
        """Do a job that only asks.

        Raises:
            StoreError: the database cannot be read.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, job)

    def close(self) -> None:
        """Let what is being read come to its end, and disconnect."""
        self._threads.shutdown()
        self._engine.dispose()

    def _do(self, job: Callable[[sql.Connection], Result]) -> Result:
        try:
            with self._engine.connect() as connection, connection.begin():
                return job(connection)
        except DBAPIError as error:
            raise failure(error) from error


def _prepare(connection: Any, record: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA query_only=ON")


def _begin(connection: sql.Connection) -> None:
    connection.exec_driver_sql("BEGIN")
