"""What SQLite and PostgreSQL say in different words; all other SQL of the store is the same for both."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from nardy.server.timestamps import now

POSTGRESQL = "postgresql"
_CLOCK = sql.text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)")
MOMENT = sql.BigInteger().with_variant(sql.Integer(), "sqlite")
"""Milliseconds: integers of SQLite have up to 64 bits, those of PostgreSQL 32."""


def is_postgresql(connection: sql.Connection) -> bool:
    return connection.dialect.name == POSTGRESQL


def clock_of(connection: sql.Connection) -> int:
    """The wall clock in milliseconds since 1970: on PostgreSQL that of the server, one for all machines."""
    return int(connection.scalar(_CLOCK) or 0) if is_postgresql(connection) else now()


def only_where(in_sqlite: str, in_postgresql: str) -> dict[str, Any]:
    """The condition of a partial index; each database must find its own words in a query to use it."""
    return {"sqlite_where": sql.text(in_sqlite), "postgresql_where": sql.text(in_postgresql)}


def inserting(connection: sql.Connection, table: sql.Table) -> "sqlite.Insert | postgresql.Insert":
    """An insert that can have an ON CONFLICT clause.

    Whether a row was inserted is told by `RETURNING`: drivers count the rows of an insert differently.
    """
    return postgresql.insert(table) if is_postgresql(connection) else sqlite.insert(table)


class CompiledStatement:
    """A statement compiled once for each dialect, for the statements that every action runs.

    Building and binding it each time takes five times as long as SQLite takes to run it.
    """

    def __init__(self, statement: sql.ClauseElement) -> None:
        self._statement = statement
        self._known = dict[str, tuple[str, tuple[str, ...] | None]]()

    def run(self, connection: sql.Connection, of: Sequence[Mapping[str, object]]) -> int:
        """Run it once per row; returns the number of rows it changed in the table."""
        text, order = self._of(connection)
        # SQLite takes values by position, psycopg by name.
        values: list[Any] = [tuple(row[name] for name in order) if order else row for row in of]
        given = values[0] if len(values) == 1 else values
        return connection.exec_driver_sql(text, given).rowcount

    def _of(self, connection: sql.Connection) -> tuple[str, tuple[str, ...] | None]:
        if (found := self._known.get(connection.dialect.name)) is None:
            compiled = self._statement.compile(dialect=connection.dialect)
            order = getattr(compiled, "positiontup", None)
            found = str(compiled), tuple(order) if order else None
            self._known[connection.dialect.name] = found
        return found


class json_text(GenericFunction[str]):  # noqa: N801 (a function of SQL)
    """`json_text(column, "key")`: the value of a key in a column of JSON texts; null where it is missing."""

    inherit_cache = True
    type = sql.Text()


class least(GenericFunction[Any]):  # noqa: N801
    """The least of some values; SQLite says min."""

    inherit_cache = True


class greatest(GenericFunction[Any]):  # noqa: N801
    """The greatest of some values; SQLite says max."""

    inherit_cache = True


def _arguments(compiler: SQLCompiler, function: GenericFunction[Any], **how: Any) -> list[str]:
    return [compiler.process(one, **how) for one in function.clauses]


@compiles(json_text, "sqlite")
def _json_of_sqlite(element: json_text, compiler: SQLCompiler, **how: Any) -> str:
    column, key = _arguments(compiler, element, **how)
    return f"json_extract({column}, '$.' || {key})"


@compiles(json_text, POSTGRESQL)
def _json_of_postgresql(element: json_text, compiler: SQLCompiler, **how: Any) -> str:
    column, key = _arguments(compiler, element, **how)
    return f"(CAST({column} AS JSON) ->> {key})"


@compiles(least, "sqlite")
def _least_of_sqlite(element: least, compiler: SQLCompiler, **how: Any) -> str:
    return f"min({', '.join(_arguments(compiler, element, **how))})"


@compiles(greatest, "sqlite")
def _greatest_of_sqlite(element: greatest, compiler: SQLCompiler, **how: Any) -> str:
    return f"max({', '.join(_arguments(compiler, element, **how))})"
