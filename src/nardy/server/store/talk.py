"""Chat lines, mutes and reports."""

from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.schema import line, mute, report


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    who: str
    text: str
    at: int
    """Milliseconds since 1970."""
    is_aside: bool
    """Said among spectators: hidden from the players until the match is over."""
    key: str


def add_line(connection: sql.Connection, room_id: str, new: ChatLine) -> None:
    connection.execute(sql.insert(line), {"room": room_id, **asdict(new)})


def lines_of(connection: sql.Connection, room_id: str) -> list[ChatLine]:
    """The lines of a room, in order."""
    query = sql.select(line).where(line.c.room == room_id).order_by(line.c.number)
    return rows.records(connection, query, ChatLine)


def set_mute(connection: sql.Connection, who: str, muted: str, *, on: bool) -> None:
    """Mute or unmute another person for *who*."""
    both = sql.and_(mute.c.who == who, mute.c.muted == muted)
    connection.execute(sql.delete(mute).where(both))
    if on:
        connection.execute(sql.insert(mute), {"who": who, "muted": muted})


def mutes_of(connection: sql.Connection, who: str) -> set[str]:
    return set(connection.scalars(sql.select(mute.c.muted).where(mute.c.who == who)))


def apart(connection: sql.Connection, who: str) -> set[str]:
    """Everybody whom somebody has muted, or who has muted them: these do not meet by chance."""
    mine = sql.select(mute.c.muted).where(mute.c.who == who)
    theirs = sql.select(mute.c.who).where(mute.c.muted == who)
    return set(connection.scalars(mine.union(theirs)))


def add_report(connection: sql.Connection, room_id: str, number: int, who: str, at: int) -> None:
    """Report a line; a second report by the same person replaces the first."""
    same = sql.and_(report.c.room == room_id, report.c.number == number, report.c.who == who)
    connection.execute(sql.delete(report).where(same))
    values = {"room": room_id, "number": number, "who": who, "at": at}
    connection.execute(sql.insert(report), values)


def reports(connection: sql.Connection, limit: int) -> list[tuple[str, ChatLine, str]]:
    """The latest reported lines, newest first: each once, with its room and the first reporter."""
    first = rows.first_of_each(
        report, (report.c.room, report.c.number), (report.c.at, report.c.who)
    )
    same = sql.and_(line.c.room == first.c.room, line.c.number == first.c.number)
    query = sql.select(line, first.c.who.label("reporter")).join(first, same)
    found = connection.execute(query.order_by(first.c.at.desc()).limit(limit)).mappings()
    return [(row["room"], rows.as_record(row, ChatLine), row["reporter"]) for row in found]


def remove_reports(connection: sql.Connection, room_id: str, number: int) -> bool:
    """Remove all reports of a line; False if it has none."""
    of_line = sql.and_(report.c.room == room_id, report.c.number == number)
    return connection.execute(sql.delete(report).where(of_line)).rowcount > 0


def export_of(connection: sql.Connection, who: str) -> dict[str, list[dict[str, object]]]:
    """A person's lines, mutes and reports, for the export of their data."""
    said = sql.select(line.c.room, line.c.number, line.c.at, line.c.text, line.c.is_aside)
    mutes = sql.select(mute.c.muted).where(mute.c.who == who).order_by(mute.c.muted)
    reported = sql.select(report.c.room, report.c.number, report.c.at).where(report.c.who == who)
    return {
        "lines": rows.objects(connection, said.where(line.c.who == who).order_by(line.c.at)),
        "mutes": rows.objects(connection, mutes),
        "reports": rows.objects(connection, reported.order_by(report.c.at)),
    }


def forget(connection: sql.Connection, who: str) -> None:
    """Delete a person's mutes and reports and empty their lines; the rows stay, since lines are numbered."""
    connection.execute(sql.update(line).where(line.c.who == who).values(text=""))
    connection.execute(sql.delete(mute).where(sql.or_(mute.c.who == who, mute.c.muted == who)))
    said = sql.select(line.c.room, line.c.number).where(line.c.who == who)
    about = sql.tuple_(report.c.room, report.c.number).in_(said)
    connection.execute(sql.delete(report).where(sql.or_(report.c.who == who, about)))
