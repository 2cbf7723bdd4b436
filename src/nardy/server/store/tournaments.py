"""Tournaments and their append-only logs of events."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import sqlalchemy as sql

from nardy.server.pairing.events import Entered, TournamentEvent, event_from_text, event_to_text
from nardy.server.pairing.values import TournamentTerms
from nardy.server.seats import is_bot
from nardy.server.store import rows
from nardy.server.store.dialects import json_text
from nardy.server.store.schema import entrant, tournament, tournament_event


class Conditions(msgspec.Struct, frozen=True, rename={"group": "circle"}):
    """Terms of a tournament beside the game; stored as JSON."""

    terms: TournamentTerms
    clock: str
    is_rated: bool = False
    starts: int | None = None
    """Start time in milliseconds since 1970; None: the director starts it."""
    group: str = ""
    """The id of the private group that alone sees it; '' is open to all."""
    prizes: str = ""
    """What the winners get, in the director's words."""
    schedule: str = ""
    """The id of the schedule that made it; '' for one that a person announced."""


@dataclass(frozen=True, kw_only=True)
class TournamentRecord:
    """A tournament without its log."""

    id: str
    name: str
    maker: str
    """The director: `guest:ID`."""
    games: tuple[str, ...]
    length: int
    conditions: Conditions
    seed: str
    since: int
    """Creation time in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """A tournament that a player entered, with their final rank."""

    tournament: str
    name: str
    games: tuple[str, ...]
    rank: int | None
    of: int | None
    since: int
    is_over: bool


def make(connection: sql.Connection, record: TournamentRecord) -> None:
    """Create a tournament with an empty log."""
    values = {**vars(record), "games": json.dumps(record.games), "version": 0, "is_over": False}
    values["terms"] = msgspec.json.encode(values.pop("conditions")).decode()
    connection.execute(sql.insert(tournament), values)


def append(
    connection: sql.Connection,
    of: str,
    version: int,
    events: Sequence[TournamentEvent],
    *,
    is_over: bool = False,
) -> bool:
    """Append events after number *version*; False if the log has other events by now."""
    moved = (
        sql.update(tournament)
        .where(tournament.c.id == of, tournament.c.version == version)
        .values(version=version + len(events), is_over=is_over)
    )
    if connection.execute(moved).rowcount != 1:
        return False
    values = [
        {"tournament": of, "number": number, "event": event_to_text(event)}
        for number, event in enumerate(events, version + 1)
    ]
    connection.execute(sql.insert(tournament_event), values)
    for who in (event.who for event in events if isinstance(event, Entered)):
        query = sql.select(entrant.c.who).where(entrant.c.tournament == of)
        known = connection.scalars(query).all()
        if is_bot(who) or who not in known:
            new = {"tournament": of, "number": len(known) + 1, "who": who}
            connection.execute(sql.insert(entrant), new)
    return True


def note_ranks(connection: sql.Connection, of: str, ranks: Sequence[tuple[int, int]]) -> None:
    """Store the final ranks: pairs of entrant number and rank."""
    for number, rank in ranks:
        is_it = (entrant.c.tournament == of, entrant.c.number == number)
        connection.execute(sql.update(entrant).where(*is_it).values(rank=rank, of=len(ranks)))


def load(
    connection: sql.Connection, of: str
) -> tuple[TournamentRecord, list[TournamentEvent]] | None:
    """A tournament and its whole log; None if it does not exist."""
    asked = sql.select(tournament).where(tournament.c.id == of)
    row = connection.execute(asked).mappings().one_or_none()
    if row is None:
        return None
    decoded = {"games": json.loads(row["games"]), "conditions": json.loads(row["terms"])}
    query = sql.select(tournament_event.c.event).where(tournament_event.c.tournament == of)
    texts = connection.scalars(query.order_by(tournament_event.c.number))
    record = rows.as_record({**row, **decoded}, TournamentRecord)
    return record, [event_from_text(text) for text in texts]


def names_of(connection: sql.Connection, ids: Sequence[str]) -> dict[str, str]:
    query = sql.select(tournament.c.id, tournament.c.name).where(tournament.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}


def within(group: str) -> sql.ColumnElement[bool]:
    """Condition: belongs to this private group, or to none if ''."""
    return sql.func.coalesce(json_text(tournament.c.terms, "circle"), "") == group


def unfinished(connection: sql.Connection, maker: str | None = None) -> list[str]:
    """The ids of all unfinished tournaments, or of those that one director announced, oldest first.

    What a schedule made is announced by nobody.
    """
    query = sql.select(tournament.c.id).where(tournament.c.is_over.is_(False))
    if maker is not None:
        schedule = sql.func.coalesce(json_text(tournament.c.terms, "schedule"), "")
        query = query.where(tournament.c.maker == maker, schedule == "")
    return list(connection.scalars(query.order_by(tournament.c.since)))


def finished(connection: sql.Connection, *, limit: int, group: str = "") -> list[str]:
    """The ids of finished tournaments, open ones or of one private group, newest first."""
    query = sql.select(tournament.c.id).where(tournament.c.is_over.is_(True), within(group))
    return list(connection.scalars(query.order_by(tournament.c.since.desc()).limit(limit)))


def tournaments_of(
    connection: sql.Connection, who: str, *, limit: int = 20, is_you: bool = False
) -> list[TournamentEntry]:
    """The tournaments that somebody entered, newest first; those of private groups only if *is_you*."""
    names = ("id", "name", "games", "since", "is_over")
    columns = (tournament.c[name] for name in names)
    query = sql.select(*columns, entrant.c.rank, entrant.c.of)
    query = query.join_from(entrant, tournament).where(entrant.c.who == who)
    query = query if is_you else query.where(within(""))
    found = connection.execute(query.order_by(tournament.c.since.desc()).limit(limit))
    return [
        TournamentEntry(
            tournament=row.id,
            name=row.name,
            games=tuple(json.loads(row.games)),
            rank=row.rank,
            of=row.of,
            since=row.since,
            is_over=row.is_over,
        )
        for row in found
    ]


def join(connection: sql.Connection, old: str, new: str) -> None:
    """Move entries and directed tournaments to another id, except where both ids have entered.

    Rows are updated in place, as those of rooms are: what happened is the same.
    """
    directed = sql.update(tournament).where(tournament.c.maker == old)
    connection.execute(directed.values(maker=new))
    theirs = sql.select(entrant.c.tournament).where(entrant.c.who == new).scalar_subquery()
    alone = (entrant.c.who == old, entrant.c.tournament.not_in(theirs))
    moved = connection.scalars(sql.select(entrant.c.tournament).where(*alone)).all()
    entered = sql.select(tournament_event).where(tournament_event.c.tournament.in_(moved))
    for row in connection.execute(entered).all():
        event = event_from_text(row.event)
        if isinstance(event, Entered) and event.who == old:
            text = event_to_text(Entered(event.at, new, event.rating))
            put = sql.update(tournament_event).values(event=text)
            put = put.where(tournament_event.c.tournament == row.tournament)
            connection.execute(put.where(tournament_event.c.number == row.number))
    is_moved = (entrant.c.who == old, entrant.c.tournament.in_(moved))
    connection.execute(sql.update(entrant).where(*is_moved).values(who=new))


def export_of(connection: sql.Connection, who: str) -> dict[str, list[dict[str, object]]]:
    """Tournaments that a person entered or directed, for the export of their data."""
    columns = (tournament.c.id, tournament.c.name, tournament.c.since)
    entered = sql.select(*columns, entrant.c.number, entrant.c.rank, entrant.c.of)
    entered = entered.join_from(entrant, tournament).where(entrant.c.who == who)
    directed = sql.select(*columns).where(tournament.c.maker == who)
    return {
        "tournaments": rows.objects(connection, entered.order_by(tournament.c.since)),
        "directed": rows.objects(connection, directed.order_by(tournament.c.since)),
    }
