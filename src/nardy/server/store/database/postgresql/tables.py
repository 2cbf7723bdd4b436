"""The tables on PostgreSQL: made when there are none, migrated by `nardy migrate` alone."""

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.store.all_tables import metadata
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.errors import refusal
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.postgresql.connecting import engine_of
from nardy.server.store.schema import SCHEMA, about

KEY = 0x7461626C6573
"""The number of the advisory lock of those who change tables: the letters of tables."""
Result = TypeVar("Result")


def prepare(address: PostgresAddress) -> None:
    """Make the tables in an empty database; check in another their version, and that it can be written.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the database cannot be reached or written, or has older or newer tables.
    """
    _alone(address, lambda connection: _checked(connection, address))


def bring_up_to_date(address: PostgresAddress) -> tuple[int, int]:
    """Migrate the tables; returns their version before and now. Others wait for it, or find it done.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the database cannot be reached or written, somebody holds its tables, or they are newer.
    """
    return _alone(address, lambda connection: _migrated(connection, address))


def _alone(address: PostgresAddress, job: Callable[[sql.Connection], Result]) -> Result:
    """Run a job in a transaction that no other who changes tables meets."""
    engine = engine_of(address)
    try:
        with engine.connect() as connection, connection.begin():
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(KEY)))
            return job(connection)
    except DBAPIError as error:
        raise refusal(error) from error
    finally:
        engine.dispose()


def _checked(connection: sql.Connection, address: PostgresAddress) -> None:
    found = _version(connection)
    if found is None:
        _made(connection)
    elif found < SCHEMA:
        raise StoreError(
            f"expected tables of version {SCHEMA} in {address}, got {found}; "
            "stop the clubs on it, and bring them up to date with nardy migrate"
        )
    else:
        _require_known(found, address)
        # A write shows at once whether the database is writable.
        _note_version(connection)


def _migrated(connection: sql.Connection, address: PostgresAddress) -> tuple[int, int]:
    found = _version(connection)
    if found is None:
        _made(connection)
        return SCHEMA, SCHEMA
    _require_known(found, address)
    if found < SCHEMA:
        migrate(connection, found)
        _note_version(connection)
    return found, SCHEMA


def _require_known(found: int, address: PostgresAddress) -> None:
    if found > SCHEMA:
        raise StoreError(
            f"expected tables of version {SCHEMA} or older in {address}, got {found}; "
            "a newer nardy made them: use that one, or choose another database"
        )


def _version(connection: sql.Connection) -> int | None:
    """The version of the tables; None if there are none."""
    if not sql.inspect(connection).has_table(about.name):
        return None
    query = sql.select(about.c.value).where(about.c.name == "schema")
    return int(connection.execute(query).scalar_one())


def _made(connection: sql.Connection) -> None:
    tables_by_bytes().create_all(connection)
    connection.execute(sql.insert(about), {"name": "schema", "value": str(SCHEMA)})


def _note_version(connection: sql.Connection) -> None:
    written = sql.update(about).where(about.c.name == "schema").values(value=str(SCHEMA))
    connection.execute(written)


def tables_by_bytes() -> sql.MetaData:
    """The tables with texts in the order of their bytes, as on SQLite, whatever the database's own order is."""
    made = sql.MetaData()
    for table in metadata.sorted_tables:
        for column in table.to_metadata(made).columns:
            if isinstance(column.type, sql.Text):
                column.type = sql.Text(collation="C")
    return made
