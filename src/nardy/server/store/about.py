"""The table `about`: single values by name."""

import sqlalchemy as sql

from nardy.server.store.dialects import inserting
from nardy.server.store.schema import about


def get(connection: sql.Connection, name: str) -> str | None:
    return connection.scalar(sql.select(about.c.value).where(about.c.name == name))


def put(connection: sql.Connection, name: str, value: str) -> None:
    """Set a value, which may be there already."""
    adding = inserting(connection, about).values(name=name, value=value)
    connection.execute(adding.on_conflict_do_update(index_elements=["name"], set_={"value": value}))
