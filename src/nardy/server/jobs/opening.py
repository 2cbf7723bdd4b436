"""Connections to the queue of jobs: on SQLite a file of its own beside the database, made by the first worker.

Writers of one SQLite file wait for each other, and several small transactions a job would delay acts. So the queue has
its own lock. On PostgreSQL the tables are in the club's database, and jobs are taken row by row.

Commits do not wait for the disk either: a job that a failure of power takes away is asked for again, or is no longer
wanted.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from nardy.server.store.all_tables import metadata
from nardy.server.store.database.address import Database, PostgresAddress, read_database
from nardy.server.store.database.errors import may_be_repeated
from nardy.server.store.database.writer import engine_of
from nardy.server.store.job_tables import job, job_process

Result = TypeVar("Result")
SUFFIX = ".jobs"
BUSY_SECONDS = 5.0
"""How long to wait for another process that writes."""
# Each statement of the queue locks what it changes, so it needs no more than the server's usual isolation.
_SESSION = {"synchronous_commit": "off", "default_transaction_isolation": r"read\ committed"}


def shared_address(database: Database) -> PostgresAddress | None:
    """The address of a database that processes of several machines share; None for a file."""
    named = read_database(database)
    return named if isinstance(named, PostgresAddress) else None


def queue_file(file: Path) -> Path:
    """The queue of a database, the same through whatever link the path leads.

    >>> queue_file(Path("/srv/club.db")).name
    'club.db.jobs'
    """
    real = file.resolve()
    return real.with_name(real.name + SUFFIX)


def job_engine(database: Database) -> sql.Engine:
    """An engine for short transactions on the queue of a database; a file is made if there is none.

    Raises:
        DBAPIError: a file cannot be written, or is damaged.
    """
    if address := shared_address(database):
        from nardy.server.store.database.postgresql import connecting  # noqa: PLC0415 (an extra)
        from nardy.server.store.database.postgresql.deadlines import JOB_SECONDS  # noqa: PLC0415

        # A club that ends waits for what is being written.
        return connecting.engine_of(address, session=_SESSION, answer_seconds=JOB_SECONDS)
    assert isinstance(database, Path)
    engine = engine_of(queue_file(database), BUSY_SECONDS)
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


def job_looking_engine(database: Database) -> sql.Engine:
    """An engine for single queries of the queue of a database, which take no lock."""
    if shared_address(database):
        return looking_engine(database)
    assert isinstance(database, Path)
    return looking_engine(queue_file(database))


def looking_engine(database: Database) -> sql.Engine:
    """An engine for single queries of a database, which take no lock."""
    if address := shared_address(database):
        from nardy.server.store.database.postgresql import connecting  # noqa: PLC0415 (an extra)

        return connecting.reading_engine_of(address, 1)
    return sql.create_engine(
        sql.URL.create("sqlite", database=str(database)),
        poolclass=sql.pool.StaticPool,
        connect_args={"check_same_thread": False},
    )


def again_if_lost(engine: sql.Engine, job: Callable[[sql.Connection], Result]) -> Result:
    """Run a job in a transaction; once more if its connection was lost, or it met another transaction.

    Raises:
        DBAPIError: it failed again, or in another way.
    """
    try:
        return _run(engine, job)
    except DBAPIError as error:
        if not (error.connection_invalidated or may_be_repeated(error)):
            raise
    return _run(engine, job)


def _run(engine: sql.Engine, job: Callable[[sql.Connection], Result]) -> Result:
    with engine.connect() as connection, connection.begin():
        return job(connection)
