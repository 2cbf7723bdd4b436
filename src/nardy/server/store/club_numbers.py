"""Numbers of the club for its admins: people, games and notices."""

import sqlalchemy as sql

from nardy.server.names import GONE
from nardy.server.protocol.hosting import ClubNumbers
from nardy.server.store.guests import PROGRAM
from nardy.server.store.notice_tables import notice
from nardy.server.store.schema import account, guest, result, room, session


def numbers(connection: sql.Connection, since: int) -> ClubNumbers:
    """The numbers now; those of the day count from *since*, in milliseconds since 1970."""

    def count(table: sql.Table, *conditions: sql.ColumnElement[bool]) -> int:
        query = sql.select(sql.func.count()).select_from(table).where(*conditions)
        return connection.scalar(query) or 0

    seen = sql.select(sql.func.count(sql.distinct(session.c.guest))).where(session.c.seen >= since)
    number = sql.func.count().label("number")
    states = sql.select(notice.c.state, number).where(notice.c.at >= since)
    states = states.group_by(notice.c.state)
    told = {row.state: row.number for row in connection.execute(states)}
    return ClubNumbers(
        members=count(account, account.c.role != PROGRAM),
        programs=count(account, account.c.role == PROGRAM),
        new_members=count(account, account.c.role != PROGRAM, account.c.since >= since),
        new_guests=count(guest, guest.c.since >= since, guest.c.name != GONE),
        seen=connection.scalar(seen) or 0,
        games_going=count(room, room.c.is_over.is_(False), room.c.white.is_not(None)),
        games_ended=count(result, result.c.ended_at >= since),
        notices_sent=told.get("sent", 0),
        notices_failed=told.get("failed", 0),
        notices_waiting=count(notice, notice.c.state == "waiting"),
    )
