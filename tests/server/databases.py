"""The same tests on both databases: a file that a test opens is a database of PostgreSQL then."""

import contextlib
import itertools
import os
import re
import sqlite3
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import psycopg
import pytest
import sqlalchemy as sql
from tests.services import address_of, begun

from nardy.server.jobs import opening as job_opening
from nardy.server.store.all_tables import metadata
from nardy.server.store.database import opening
from nardy.server.store.database.address import Database, PostgresAddress, read_database, text_of
from nardy.server.store.database.lock import IN_MEMORY
from nardy.server.store.database.postgresql.connecting import writing_engine_of
from nardy.server.store.database.postgresql.tables import prepare

_numbers = itertools.count()
_known = dict[Path, PostgresAddress]()
"""The databases that stand for files now."""


class PostgresServer:
    """A server of PostgreSQL for tests; each test has a database of its own."""

    def __init__(self, address: str) -> None:
        """Make the database from which all others are copied: tables take a second, a copy none."""
        self.address = address
        self._template = self.new()
        prepare(self._template)

    def new(self, template: str = "template0") -> PostgresAddress:
        """A new database."""
        name = f"nardy_test_{os.getpid()}_{next(_numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return PostgresAddress(re.sub(r"/\w+$", f"/{name}", self.address))

    def with_tables(self) -> PostgresAddress:
        """A new database with empty tables."""
        return self.new(name_of(self._template))

    def drop(self, address: PostgresAddress) -> None:
        """Remove a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {name_of(address)} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]

    def close(self) -> None:
        self.drop(self._template)


def name_of(address: PostgresAddress) -> str:
    return address.text.rpartition("/")[2]


@contextlib.contextmanager
def served() -> Generator[PostgresServer]:
    """The server named in NARDY_TEST_POSTGRESQL, or one for these tests alone."""
    with contextlib.ExitStack() as opened:
        found = dict(os.environ)
        is_ours = "NARDY_TEST_POSTGRESQL" not in found
        if is_ours:
            found = opened.enter_context(begun())[1]
        server = PostgresServer(address_of(found, "postgresql"))
        opened.callback(server.close)
        if is_ours:
            # Nothing that must outlive a power failure is in it.
            server.execute("ALTER SYSTEM SET fsync = off")
            server.execute("SELECT pg_reload_conf()")
        yield server


def files_are_databases(
    server: PostgresServer, patch: pytest.MonkeyPatch, module: ModuleType
) -> Iterator[str]:
    """Until the end, each file that a store of a module of tests is opened on is a database of this server."""

    def read(text: str | Database) -> Database:
        database = read_database(text)
        if isinstance(database, PostgresAddress) or str(database) == IN_MEMORY:
            return database
        if (file := database.resolve()) not in _known:
            _known[file] = server.with_tables()
        return _known[file]

    def engine_of(file: Path) -> sql.Engine:
        address = read(file)
        assert isinstance(address, PostgresAddress)
        return writing_engine_of(address)

    for reading in (opening, job_opening):
        patch.setattr(reading, "read_database", read)
    if hasattr(module, "engine_of"):
        patch.setattr(module, "engine_of", engine_of)
    yield "postgresql"
    for address in _known.values():
        server.drop(address)
    _known.clear()


def text_of_file(file: Path) -> str:
    """How another process names the database that a test opens by the name of this file."""
    return text_of(opening.read_database(file))


class SqliteWords:
    """A connection to PostgreSQL that takes values as SQLite does, by question marks."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, query: str, values: Sequence[object] | None = None) -> psycopg.Cursor[Any]:
        words = query.replace("%", "%%").replace("?", "%s") if values is not None else query
        return self._connection.execute(words, values)  # type: ignore[arg-type]


@contextlib.contextmanager
def connected(file: Path) -> Generator[sqlite3.Connection]:
    """A connection of its own to the database that a test opened by the name of this file."""
    address = _known.get(file.resolve())
    if address is None:
        with contextlib.closing(sqlite3.connect(file)) as connection, connection:
            yield connection
    else:
        with psycopg.connect(address.text) as other:
            yield SqliteWords(other)  # type: ignore[misc]


def rows_of_all(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of the database that a test opened by the name of this file."""
    with connected(file) as connection:
        return {
            name: connection.execute(f'select * from "{name}"').fetchall()  # noqa: S608 (our own names)
            for name in metadata.tables
        }
