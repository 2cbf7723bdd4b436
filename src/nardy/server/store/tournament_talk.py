"""What people say on the pages of tournaments, and reports of it. People are `guest:ID`."""

from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.dialects import inserting
from nardy.server.store.talk import ChatLine
from nardy.server.store.tournament_talk_tables import tournament_line, tournament_report


@dataclass(frozen=True, slots=True)
class NewLine:
    who: str
    text: str
    at: int
    """Milliseconds since 1970."""
    key: str
    """Chosen by the speaker's page; the same one adds nothing."""


def add(connection: sql.Connection, tournament: str, new: NewLine) -> int:
    """Add a line, and return its number."""
    of = tournament_line.c.tournament == tournament
    last = connection.scalar(sql.select(sql.func.max(tournament_line.c.number)).where(of))
    values = {"tournament": tournament, "number": (last or 0) + 1, **asdict(new)}
    connection.execute(sql.insert(tournament_line), values)
    return (last or 0) + 1


def number_of(connection: sql.Connection, tournament: str, who: str, key: str) -> int | None:
    """The number of a line that was said before."""
    is_it = (
        tournament_line.c.tournament == tournament,
        tournament_line.c.who == who,
        tournament_line.c.key == key,
    )
    return connection.scalar(sql.select(tournament_line.c.number).where(*is_it))


def lines_of(
    connection: sql.Connection, tournament: str, before: int | None, limit: int
) -> list[ChatLine]:
    """The last lines of a tournament in order, of those said before a time; None is now."""
    query = sql.select(tournament_line).where(tournament_line.c.tournament == tournament)
    if before is not None:
        query = query.where(tournament_line.c.at < before)
    found = rows.objects(connection, query.order_by(tournament_line.c.number.desc()).limit(limit))
    return [_chat_line(row) for row in reversed(found)]


def _chat_line(row: dict[str, object]) -> ChatLine:
    return rows.as_record({**row, "is_aside": False}, ChatLine)


def author_of(connection: sql.Connection, tournament: str, number: int) -> str | None:
    is_it = (tournament_line.c.tournament == tournament, tournament_line.c.number == number)
    return connection.scalar(sql.select(tournament_line.c.who).where(*is_it))


def add_report(connection: sql.Connection, tournament: str, number: int, who: str, at: int) -> None:
    """Report a line; a second report by the same person replaces the first."""
    values = {"tournament": tournament, "number": number, "who": who, "at": at}
    adding = inserting(connection, tournament_report).values(values)
    keys = list(tournament_report.primary_key.columns)
    connection.execute(adding.on_conflict_do_update(index_elements=keys, set_={"at": at}))


def reports(connection: sql.Connection, limit: int) -> list[tuple[str, ChatLine, str]]:
    """The latest reported lines, newest first: each once, with its tournament and the first reporter."""
    of = tournament_report.c
    first = rows.first_of_each(tournament_report, (of.tournament, of.number), (of.at, of.who))
    same = sql.and_(
        tournament_line.c.tournament == first.c.tournament,
        tournament_line.c.number == first.c.number,
    )
    query = sql.select(tournament_line, first.c.who.label("reporter")).join(first, same)
    found = rows.objects(connection, query.order_by(first.c.at.desc()).limit(limit))
    return [(str(row["tournament"]), _chat_line(row), str(row["reporter"])) for row in found]


def remove_reports(connection: sql.Connection, tournament: str, number: int) -> bool:
    """Remove all reports of a line; False if it has none."""
    reported = tournament_report.c
    of_line = sql.and_(reported.tournament == tournament, reported.number == number)
    return connection.execute(sql.delete(tournament_report).where(of_line)).rowcount > 0


def export_of(connection: sql.Connection, who: str) -> dict[str, list[dict[str, object]]]:
    """A person's lines and reports, for the export of their data."""
    lines, reported = tournament_line.c, tournament_report.c
    said = sql.select(lines.tournament, lines.number, lines.at, lines.text).where(lines.who == who)
    query = sql.select(reported.tournament, reported.number, reported.at)
    return {
        "tournament_lines": rows.objects(connection, said.order_by(lines.at)),
        "tournament_reports": rows.objects(
            connection, query.where(reported.who == who).order_by(reported.at)
        ),
    }


def forget(connection: sql.Connection, who: str) -> None:
    """Delete a person's reports and those of their lines, and empty these; the rows stay numbered."""
    lines, reported = tournament_line.c, tournament_report.c
    connection.execute(sql.update(tournament_line).where(lines.who == who).values(text=""))
    said = sql.select(lines.tournament, lines.number).where(lines.who == who)
    about = sql.tuple_(reported.tournament, reported.number).in_(said)
    connection.execute(sql.delete(tournament_report).where(sql.or_(reported.who == who, about)))


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's lines and reports to an account."""
    # A page chooses the keys of its lines: both ids may have used the same key.
    key = sql.literal(f"{old} ") + tournament_line.c.key
    said = sql.update(tournament_line).where(tournament_line.c.who == old)
    connection.execute(said.values(who=new, key=key))
    # Where both have reported the same line, one report is enough.
    rows.move(connection, tournament_report.c.who, old, new)
