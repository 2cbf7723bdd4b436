"""Connections to the queue of jobs, whose commits do not wait for the disk.

A job that a failure of power takes away is asked for again, or is no longer wanted. So these connections write to
the log of the database without a flush, and each holds the write lock for a tenth of a millisecond. Whatever the
club commits later is flushed with it.
"""

from pathlib import Path

import sqlalchemy as sql
from sqlalchemy import event

from nardy.server.store.database.writer import engine_of

BUSY_SECONDS = 5.0
"""How long to wait for another process that writes."""


def job_engine(file: Path) -> sql.Engine:
    """An engine for short transactions on the queue."""
    engine = engine_of(file, BUSY_SECONDS)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _unflushed)
    return engine


def _unflushed(connection: object, record: object) -> None:
    connection.execute("PRAGMA synchronous=NORMAL")  # type: ignore[attr-defined]


def looking_engine(file: Path) -> sql.Engine:
    """An engine for single queries, which take no lock."""
    return sql.create_engine(
        sql.URL.create("sqlite", database=str(file)),
        poolclass=sql.pool.StaticPool,
        connect_args={"check_same_thread": False},
    )
