"""Which games are played most."""

import sqlalchemy as sql

from nardy.server.store.schema import result


def most_played(connection: sql.Connection, since: int, most: int) -> list[str]:
    """Ids of the games with the most results since a time in milliseconds, the most played first."""
    count = sql.func.count()
    query = (
        sql.select(result.c.game)
        .where(result.c.ended_at >= since)
        .group_by(result.c.game)
        .order_by(count.desc(), result.c.game)
        .limit(most)
    )
    return list(connection.scalars(query))
