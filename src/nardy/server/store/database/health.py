"""Health check: write a row to see whether the disk takes it."""

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert

from nardy.server.store.schema import about

NAME = "health"


def beat(connection: sql.Connection, at: int) -> None:
    """Write the time, in milliseconds since 1970: only a commit shows that the disk has room."""
    adding = insert(about).values(name=NAME, value=str(at))
    connection.execute(adding.on_conflict_do_update(["name"], set_={"value": str(at)}))
