"""Rows of a query as records (dataclasses or msgspec structs with the names of the columns) or as JSON objects."""

from typing import TypeVar

import msgspec
import sqlalchemy as sql

Record = TypeVar("Record")


def records(connection: sql.Connection, query: sql.Executable, kind: type[Record]) -> list[Record]:
    """All rows as records; columns that a record lacks are left out."""
    return [msgspec.convert(row, kind) for row in connection.execute(query).mappings()]


def record(connection: sql.Connection, query: sql.Executable, kind: type[Record]) -> Record | None:
    """The only row as a record; None if there is none."""
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else msgspec.convert(row, kind)


def objects(connection: sql.Connection, query: sql.Executable) -> list[dict[str, object]]:
    """All rows by the names of their columns, for the export of a person's data."""
    return [dict(row) for row in connection.execute(query).mappings()]
