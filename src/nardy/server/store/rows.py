"""Rows of a query as records (dataclasses or msgspec structs with the names of the columns) or as JSON objects."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sql

Record = TypeVar("Record")


def as_record(row: sql.RowMapping | Mapping[str, object], kind: type[Record]) -> Record:
    """A row as a record; columns that a record lacks are left out."""
    # SQLAlchemy's names are a subclass of str, which msgspec refuses.
    return msgspec.convert({str(name): value for name, value in row.items()}, kind)


def records(connection: sql.Connection, query: sql.Executable, kind: type[Record]) -> list[Record]:
    """All rows as records."""
    return [as_record(row, kind) for row in connection.execute(query).mappings()]


def record(connection: sql.Connection, query: sql.Executable, kind: type[Record]) -> Record | None:
    """The only row as a record; None if there is none."""
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else as_record(row, kind)


def objects(connection: sql.Connection, query: sql.Executable) -> list[dict[str, object]]:
    """All rows by the names of their columns, for the export of a person's data."""
    return [dict(row) for row in connection.execute(query).mappings()]


def first_of_each(
    table: sql.Table, by: Sequence[sql.Column[Any]], order: Sequence[sql.Column[Any]]
) -> sql.Subquery:
    """The first row in this order of each group of rows that agree in *by*."""
    place = sql.func.row_number().over(partition_by=by, order_by=order).label("place")
    placed = sql.select(table, place).subquery()
    return sql.select(placed).where(placed.c.place == 1).subquery()


def move(connection: sql.Connection, column: sql.Column[Any], old: str, new: str) -> None:
    """Give the rows of one value of a column of the primary key to another; where both have one, that of *new* stays."""
    table = column.table
    theirs = table.alias()
    rest = [one.name for one in table.primary_key if one.name != column.name]
    has_both = sql.exists().where(
        theirs.c[column.name] == new, *(theirs.c[name] == table.c[name] for name in rest)
    )
    connection.execute(sql.delete(table).where(column == old, has_both))
    connection.execute(sql.update(table).where(column == old).values({column.name: new}))
