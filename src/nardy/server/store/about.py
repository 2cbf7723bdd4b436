"""The table `about`: single values by name."""

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert

from nardy.server.store.schema import about


def get(connection: sql.Connection, name: str) -> str | None:
    return connection.scalar(sql.select(about.c.value).where(about.c.name == name))


def put(connection: sql.Connection, name: str, value: str) -> None:
    """Set a value, which may be there already."""
    adding = insert(about).values(name=name, value=value)
    connection.execute(adding.on_conflict_do_update(["name"], set_={"value": value}))
