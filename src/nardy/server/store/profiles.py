"""Results of one player: history, rating over time, head-to-head scores."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.dialects import json_text
from nardy.server.store.schema import guest, result, room


@dataclass(frozen=True, slots=True)
class PastRoom:
    """A finished room from the point of view of one player."""

    room: str
    game: str
    pace: str | None
    length: int
    is_rated: bool
    seat: str
    opponent: str
    score: float | None
    mine: float
    """Points of this player."""
    theirs: float
    size: str
    on_time: bool
    ended_at: int
    rating: float | None
    change: float | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Head-to-head score from the point of view of one player."""

    opponent: str
    won: int
    drawn: int
    lost: int
    change: float


@dataclass(frozen=True, slots=True)
class GameScore:
    """Results of one player in one game with one color of checkers."""

    game: str
    seat: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class ResultFilter:
    who: str
    casual: bool
    """Include unrated results."""
    game: str | None = None
    before: int | None = None
    """Only results before this time, in milliseconds since 1970."""
    most: int | None = None
    """Most results per seat, the latest ones; bots have very many."""


def since_of(connection: sql.Connection, guest_id: str) -> int | None:
    """When a guest was created, in milliseconds since 1970; None if unknown."""
    query = sql.select(guest.c.since).where(guest.c.id == guest_id)
    return connection.scalar(query)


def history(connection: sql.Connection, query: ResultFilter, limit: int = 20) -> list[PastRoom]:
    """A player's results, latest first."""
    both = _latest([_seen_by(query, seat) for seat in ("white", "black")], limit)
    found = sql.select(both).order_by(both.c.ended_at.desc(), both.c.room).limit(limit)
    return rows.records(connection, found, PastRoom)


def rated_over_time(
    connection: sql.Connection, who: str, game: str, pace: str, limit: int = 300
) -> Sequence[tuple[int, float]]:
    """End time and rating after each of the last rated matches in a ladder, oldest first.

    A player sits in either seat, and each index knows one seat (`rated_of_white`). So each seat has
    a query of its own with the limit, and both are merged.
    """
    halves = [
        sql.select(result.c.ended_at, result.c.room, result.c[f"{seat}_rating"].label("rating"))
        .where(result.c[seat] == who, result.c.game == game, result.c.pace == pace)
        .where(result.c[f"{seat}_rating"].is_not(None), result.c.is_rated.is_(True))
        .order_by(result.c.ended_at.desc(), result.c.room.desc())
        for seat in ("white", "black")
    ]
    both = _latest(halves, limit)
    found = sql.select(both).order_by(both.c.ended_at.desc(), both.c.room.desc()).limit(limit)
    return [(row.ended_at, row.rating) for row in connection.execute(found)][::-1]


def rivals(connection: sql.Connection, query: ResultFilter, limit: int = 8) -> list[HeadToHead]:
    """Head-to-head scores, most frequent opponent first."""
    both = _latest([_seen_by(query, seat) for seat in ("white", "black")], query.most)

    def count(score: float) -> sql.ColumnElement[int]:
        return sql.func.sum(sql.case((both.c.score == score, 1), else_=0))

    found = (
        sql.select(
            both.c.opponent,
            count(1).label("won"),
            count(0.5).label("drawn"),
            count(0).label("lost"),
            sql.func.coalesce(sql.func.sum(both.c.change), 0.0).label("change"),
        )
        .where(both.c.score.is_not(None))
        .group_by(both.c.opponent)
        .order_by(sql.func.count().desc(), both.c.opponent)
        .limit(limit)
    )
    return rows.records(connection, found, HeadToHead)


def scores(connection: sql.Connection, query: ResultFilter) -> list[GameScore]:
    """The results of a player by game and color, the most played game first, then white before black."""
    both = _latest([_seen_by(query, seat) for seat in ("white", "black")], query.most)

    def count(score: float) -> sql.ColumnElement[int]:
        return sql.func.sum(sql.case((both.c.score == score, 1), else_=0))

    counts = (count(1).label("won"), count(0.5).label("drawn"), count(0).label("lost"))
    found = sql.select(both.c.game, both.c.seat, *counts).where(both.c.score.is_not(None))
    read = rows.records(connection, found.group_by(both.c.game, both.c.seat), GameScore)
    played = Counter[str]()
    for one in read:
        played[one.game] += one.won + one.drawn + one.lost
    return sorted(read, key=lambda one: (-played[one.game], one.game, one.seat == "black"))


def _latest(halves: Sequence[sql.GenerativeSelect], limit: int | None) -> sql.Subquery:
    """The first results of each half, as one table; a half is a query about one seat."""
    return sql.union_all(*(sql.select(half.limit(limit).subquery()) for half in halves)).subquery()


def _is_open() -> sql.ColumnElement[bool]:
    """Not played in a private group: those results are shown to the player alone."""
    group = json_text(room.c.terms, "circle")
    return ~sql.exists().where(room.c.id == result.c.room, group.is_not(None))


def _seen_by(query: ResultFilter, seat: str) -> sql.Select[tuple[object, ...]]:
    """The results of a player in one seat, from their point of view, latest first."""
    other = "black" if seat == "white" else "white"
    score = result.c.score if seat == "white" else 1 - result.c.score
    found = sql.select(
        *(result.c[name] for name in ("room", "game", "pace", "length", "is_rated")),
        sql.literal(seat).label("seat"),
        result.c[other].label("opponent"),
        score.label("score"),
        result.c[f"{seat}_points"].label("mine"),
        result.c[f"{other}_points"].label("theirs"),
        *(result.c[name] for name in ("size", "on_time", "ended_at")),
        result.c[f"{seat}_rating"].label("rating"),
        result.c[f"{seat}_change"].label("change"),
    ).where(result.c[seat] == query.who)
    if not query.casual:
        found = found.where(result.c.is_rated.is_(True), _is_open())
    if query.game is not None:
        found = found.where(result.c.game == query.game)
    if query.before is not None:
        found = found.where(result.c.ended_at < query.before)
    return found.order_by(result.c.ended_at.desc())
