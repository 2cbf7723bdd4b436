"""Connections to the queue of jobs: on SQLite a file of its own beside the database, made by the first worker.

Writers of one SQLite file wait for each other, and several small transactions a job would delay acts. So the queue has
its own lock. Its commits do not wait for the disk either: a job that a failure of power takes away is asked for
again, or is no longer wanted. On PostgreSQL the tables are in the club's database.
"""

from pathlib import Path

import sqlalchemy as sql
from sqlalchemy import event

from nardy.server.store.all_tables import metadata
from nardy.server.store.database.writer import engine_of
from nardy.server.store.job_tables import job, job_process

SUFFIX = ".jobs"
BUSY_SECONDS = 5.0
"""How long to wait for another process that writes."""


def queue_file(file: Path) -> Path:
    """The queue of a database, the same through whatever link the path leads.

    >>> queue_file(Path("/srv/club.db")).name
    'club.db.jobs'
    """
    real = file.resolve()
    return real.with_name(real.name + SUFFIX)


def job_engine(file: Path) -> sql.Engine:
    """An engine for short transactions on the queue of a database, which is made if there is none.

    Raises:
        DBAPIError: it cannot be written, or is damaged.
    """
    engine = engine_of(queue_file(file), BUSY_SECONDS)
    event.listen(engine, "connect", _unflushed)
    try:
        with engine.connect() as connection, connection.begin():
            metadata.create_all(connection, tables=[job, job_process])
    except BaseException:
        engine.dispose()
        raise
    return engine


def _unflushed(connection: object, record: object) -> None:
    connection.execute("PRAGMA synchronous=NORMAL")  # type: ignore[attr-defined]


def looking_engine(file: Path) -> sql.Engine:
    """An engine for single queries of a file, which take no lock."""
    return sql.create_engine(
        sql.URL.create("sqlite", database=str(file)),
        poolclass=sql.pool.StaticPool,
        connect_args={"check_same_thread": False},
    )
