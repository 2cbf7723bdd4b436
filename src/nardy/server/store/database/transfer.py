"""A club from a file of SQLite to PostgreSQL: all tables in one transaction, each compared before it ends."""

import contextlib
import hashlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.store.all_tables import metadata
from nardy.server.store.database import backup
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.backup import TellProgress
from nardy.server.store.database.errors import refusal
from nardy.server.store.database.lock import DatabaseLock
from nardy.server.store.database.postgresql.connecting import engine_of
from nardy.server.store.database.postgresql.dumps import OF_THE_MOMENT, table_names
from nardy.server.store.database.postgresql.tables import tables_by_bytes
from nardy.server.store.database.readers import reading_engine_of
from nardy.server.store.packed_tables import packed_room
from nardy.server.store.schema import SCHEMA

AT_ONCE = 1_000
"""Rows in memory."""
Row = tuple[Any, ...]


@dataclass(frozen=True)
class TableDigest:
    """What a table has, in whatever order."""

    rows: int
    digest: str
    """The sum of the SHA-256 of each row, modulo 2 to the power of 256, in hexadecimal."""


def transfer(
    file: Path, address: PostgresAddress, tell: TellProgress = lambda done, of: None
) -> dict[str, TableDigest]:
    """Copy a club into an empty database; returns what each of its tables has. The file stays as it is.

    Jobs of workers stay behind: nobody waits for them.

    Raises:
        HeldError: a club has one of the two open.
        MissingExtraError: psycopg is not installed.
        StoreError: the file is damaged or of another version, or the database is not empty or cannot be written.
    """
    _require_sound(file)
    with DatabaseLock(file), DatabaseLock(address), _read(file) as source:
        engine = engine_of(address)
        try:
            with engine.connect() as target, target.begin():
                return _all_tables(file, source, target, tell)
        except DBAPIError as error:
            raise refusal(error) from error
        finally:
            engine.dispose()


def _require_sound(file: Path) -> None:
    found = backup.version_of(file)
    if found != SCHEMA:
        raise StoreError(
            f"expected a database of version {SCHEMA}, got {found} in {file}; "
            "bring it up to date first with nardy migrate --database, or use the nardy that wrote it"
        )
    with contextlib.closing(backup.connect(file)) as connection:
        backup.require_sound(connection, file)


@contextlib.contextmanager
def _read(file: Path) -> Generator[sql.Connection]:
    engine = reading_engine_of(file)
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    finally:
        engine.dispose()


def _all_tables(
    file: Path, source: sql.Connection, target: sql.Connection, tell: TellProgress
) -> dict[str, TableDigest]:
    if found := table_names(target):
        raise StoreError(
            f"expected an empty database, got one with the table {found[0]}; make a new one with createdb, or name "
            "another with --database"
        )
    tables_by_bytes().create_all(target)
    tables = [table for table in metadata.sorted_tables if table.name not in OF_THE_MOMENT]
    copied = dict[str, TableDigest]()
    for number, table in enumerate(tables):
        tell(number, len(tables))
        rows = map(_conversion(table, file), _rows(source, table))
        copied[table.name] = _copied(target, table, rows)
        _require_same(table, copied[table.name], digest_of(_rows(target, table)))
        _number_on(target, table)
    tell(len(tables), len(tables))
    return copied


def _rows(connection: sql.Connection, table: sql.Table) -> Iterator[Row]:
    # Where rows lie side by side on PostgreSQL is decided by the order in which they come.
    query = sql.select(table).order_by(*table.primary_key.columns)
    with connection.execute(query, execution_options={"yield_per": AT_ONCE}) as found:
        for row in found:
            yield tuple(row)


def _conversion(table: sql.Table, file: Path) -> Callable[[Row], Row]:
    """What a row of a table becomes: an archive beside the file is named by its whole path."""
    if table is not packed_room:
        return lambda row: row
    place, folder = list(table.columns).index(table.c.archive), file.resolve().parent

    def convert(row: Row) -> Row:
        name = row[place]
        return row if name is None else (*row[:place], str(folder / name), *row[place + 1 :])

    return convert


class _Digest:
    """The digest of a table, row by row."""

    def __init__(self) -> None:
        self._rows, self._sum = 0, 0

    def add(self, row: Row) -> None:
        self._rows += 1
        self._sum += int.from_bytes(hashlib.sha256(repr(row).encode()).digest(), "big")

    @property
    def now(self) -> TableDigest:
        return TableDigest(self._rows, f"{self._sum % 2**256:064x}")


def digest_of(rows: Iterator[Row]) -> TableDigest:
    """The digest of some rows.

    >>> digest_of(iter([(1, "a"), (2, None)])) == digest_of(iter([(2, None), (1, "a")]))
    True
    """
    digest = _Digest()
    for row in rows:
        digest.add(row)
    return digest.now


def _copied(target: sql.Connection, table: sql.Table, rows: Iterator[Row]) -> TableDigest:
    """Copy rows into a table; returns the digest of what was sent."""
    import psycopg  # noqa: PLC0415 (an extra)
    from psycopg.sql import SQL, Identifier  # noqa: PLC0415

    digest = _Digest()
    driver: psycopg.Connection[Row] = cast("Any", target.connection.driver_connection)
    names = SQL(", ").join(Identifier(column.name) for column in table.columns)
    order = SQL("COPY {} ({}) FROM STDIN").format(Identifier(table.name), names)
    try:
        with driver.cursor() as cursor, cursor.copy(order) as copy:
            for row in rows:
                copy.write_row(row)
                digest.add(row)
    except psycopg.DataError as error:
        reason = str(error).partition("\n")[0]
        raise StoreError(
            f"expected rows of {table.name} that PostgreSQL can store, got one that it cannot ({reason}); "
            "nothing was changed: tell the makers of nardy"
        ) from error
    return digest.now


def _require_same(table: sql.Table, sent: TableDigest, there: TableDigest) -> None:
    if sent != there:
        raise StoreError(
            f"expected the {sent.rows} rows of {table.name} as they were, got {there.rows} or others in the new "
            "database; nothing was changed: tell the makers of nardy"
        )


def _number_on(target: sql.Connection, table: sql.Table) -> None:
    """Let the numbers that the database gives go on after the largest one."""
    for column in table.primary_key.columns:
        if not isinstance(column.type, sql.Integer) or column.foreign_keys:
            continue
        sequence = target.scalar(
            sql.select(sql.func.pg_get_serial_sequence(f'"{table.name}"', column.name))
        )
        largest = target.scalar(sql.select(sql.func.max(column)))
        if sequence is not None and largest is not None:
            target.execute(sql.select(sql.func.setval(sequence, largest)))
