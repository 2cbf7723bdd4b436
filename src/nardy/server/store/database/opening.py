"""Opening the database: create it or migrate it, or say why it cannot be used."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.store.all_tables import metadata
from nardy.server.store.database import backup
from nardy.server.store.database.address import Database, PostgresAddress, read_database
from nardy.server.store.database.errors import refusal
from nardy.server.store.database.lock import IN_MEMORY, DatabaseLock, HeldError
from nardy.server.store.database.readers import Readers, reading_engine_of
from nardy.server.store.database.writer import Writer, engine_of
from nardy.server.store.schema import MIGRATED, SCHEMA, about


def open_store(
    database: str | Database, busy_seconds: float | None = None, *, is_locked: bool = False
) -> Writer:
    """Open a database, creating its tables; those of a file are migrated, too.

    *busy_seconds* is how long to wait, now and later, for another program's lock on a file. If it is given, people
    wait: then a server of PostgreSQL has so long for an answer as postgresql/deadlines.py says. A club has its
    database *locked*; anybody else migrates none that a club, of an older nardy, has open.

    Raises:
        HeldError: a club has an older database open.
        MissingExtraError: it is of PostgreSQL, and the driver is not installed.
        StoreError: it cannot be created, read or written, or the nardy that wrote it is newer than
            this one or older than 0.1.0.
    """
    named = read_database(database)
    if isinstance(named, PostgresAddress):
        from nardy.server.store.database.postgresql.deadlines import JOB_SECONDS  # noqa: PLC0415 (an extra)
        from nardy.server.store.database.postgresql.tables import prepare  # noqa: PLC0415
        from nardy.server.store.database.postgresql.writer import PostgresWriter  # noqa: PLC0415

        prepare(named)
        return PostgresWriter(named, None if busy_seconds is None else JOB_SECONDS)
    return _open_file(named, busy_seconds, is_locked=is_locked)


def bring_up_to_date(database: Database) -> tuple[int, int]:
    """Migrate the tables of a database; returns their version before and now.

    Raises:
        MissingExtraError: it is of PostgreSQL, and the driver is not installed.
        StoreError: as `open_store`; or somebody holds the tables.
    """
    if isinstance(database, PostgresAddress):
        from nardy.server.store.database.postgresql import tables  # noqa: PLC0415 (an extra)

        return tables.bring_up_to_date(database)
    before = backup.version_of(database)
    _open_file(database, None, is_locked=False).close()
    return before, SCHEMA


def _open_file(file: Path, busy_seconds: float | None, *, is_locked: bool) -> Writer:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"expected a folder for the database, got {file.parent} ({error.strerror}); "
            "choose another with --database"
        ) from error
    engine = engine_of(file, busy_seconds)
    try:
        # Released after the commit.
        with ExitStack() as held, engine.connect() as connection, connection.begin():
            _prepare(connection, file, lambda: is_locked or held.enter_context(DatabaseLock(file)))
    except DBAPIError as error:
        engine.dispose()
        raise refusal(error) from error
    except StoreError:
        engine.dispose()
        raise
    # A database in memory exists on its own connection only.
    return Writer(engine, None if str(file) == IN_MEMORY else Readers(reading_engine_of(file)))


def _prepare(connection: sql.Connection, file: Path, lock: Callable[[], object]) -> None:
    is_new = not sql.inspect(connection).has_table("about")
    if is_new:
        metadata.create_all(connection)
        connection.execute(sql.insert(about), {"name": "schema", "value": str(SCHEMA)})
    query = sql.select(about.c.value).where(about.c.name == "schema")
    found = int(connection.execute(query).scalar_one())
    if found > SCHEMA:
        raise StoreError(
            f"expected a database of version {SCHEMA} or older, got {found} in {file}; "
            "a newer nardy wrote it: use that one, or choose another with --database"
        )
    if found < SCHEMA and found not in MIGRATED:
        raise StoreError(
            f"expected a database of nardy 0.1.0 or newer, got one of version {found} in {file}; "
            "open it with nardy 0.1.1 first, or choose another with --database"
        )
    if found < SCHEMA:
        try:
            lock()
        except HeldError as error:
            raise HeldError(
                f"expected a database of version {SCHEMA}, got {found} in {file}, which a club of an older nardy "
                "has open; stop that one first"
            ) from error
        from nardy.server.store.database.migrating import migrate  # noqa: PLC0415 (imports Alembic: slow)

        migrate(connection, found)
    # A write shows at once whether the file is writable.
    written = sql.update(about).where(about.c.name == "schema").values(value=str(SCHEMA))
    connection.execute(written)
