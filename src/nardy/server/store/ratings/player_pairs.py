"""Rated games between two accounts: their number, and pairs that look arranged."""

from dataclasses import dataclass, field

import sqlalchemy as sql

from nardy.server.seats import GUEST, guest_seat
from nardy.server.store import known_devices, rows
from nardy.server.store.dialects import greatest, json_text, least
from nardy.server.store.guests import names_of
from nardy.server.store.schema import result, room

MANY = 8
"""From this many games on, a one-sided score is suspicious."""
# Of 8 games between equals, 8 are won by the same player once in 128.
ONE_SIDED = 0.9
MOST = 100
"""Most pairs listed."""


@dataclass(slots=True)
class Pair:
    """Rated games of two accounts, from the point of view of the one that gained."""

    one: str
    other: str
    games: int = 0
    won: float = 0
    """Wins of *one*; a draw is half a win."""
    gain: float = 0
    """Total change of *one*'s ratings."""
    last: int = 0
    places: set[str] = field(default_factory=set[str])
    """Kinds of places that both have used: 'address', 'browser'."""
    names: tuple[str, str] = ("", "")


def rated_games(connection: sql.Connection, one: str, other: str, since: int) -> int:
    """Rated games of these two that are unfinished or ended after *since*."""
    both = {guest_seat(one), guest_seat(other)}
    # Terms are stored without default values: a casual room lacks the key.
    is_rated = json_text(room.c.terms, "rated").is_not(None)
    going = sql.select(sql.func.count()).select_from(room)
    going = going.where(room.c.is_over.is_(False), is_rated)
    going = going.where(room.c.white.in_(both), room.c.black.in_(both))
    ended = sql.select(sql.func.count()).select_from(result)
    ended = ended.where(result.c.is_rated.is_(True), result.c.ended_at >= since)
    ended = ended.where(result.c.white.in_(both), result.c.black.in_(both))
    return connection.execute(going).scalar_one() + connection.execute(ended).scalar_one()


def suspicious(connection: sql.Connection, since: int) -> list[Pair]:
    """Pairs with rated games since then that share a place, or with a one-sided score.

    Those with the most games come first.
    """
    pairs = [_turned(pair) for pair in _played(connection, since)]
    places = known_devices.places_of_all(connection)
    for pair in pairs:
        both = places.get(pair.one, frozenset()) & places.get(pair.other, frozenset())
        pair.places = {kind for kind, _ in both}
    pairs = [
        pair
        for pair in pairs
        if pair.places or (pair.games >= MANY and pair.won >= ONE_SIDED * pair.games)
    ]
    pairs = sorted(pairs, key=lambda pair: (-pair.games, -pair.last))[:MOST]
    names = names_of(connection, [one for pair in pairs for one in (pair.one, pair.other)])
    for pair in pairs:
        pair.names = names.get(pair.one, "?"), names.get(pair.other, "?")
    return pairs


def _played(connection: sql.Connection, since: int) -> list[Pair]:
    """All pairs of people with rated games since then, aggregated in one query."""
    is_white = result.c.white < result.c.black
    ids = [sql.func.substr(seat, len(GUEST) + 1) for seat in (result.c.white, result.c.black)]
    one, other = least(*ids).label("one"), greatest(*ids).label("other")
    score = sql.case((is_white, result.c.score), else_=1 - result.c.score)
    change = sql.case((is_white, result.c.white_change), else_=result.c.black_change)
    query = sql.select(
        one,
        other,
        sql.func.count().label("games"),
        sql.func.sum(score).label("won"),
        sql.func.coalesce(sql.func.sum(change), 0.0).label("gain"),
        sql.func.max(result.c.ended_at).label("last"),
    )
    query = query.where(result.c.is_rated.is_(True), result.c.ended_at >= since)
    query = query.where(result.c.score.is_not(None)).group_by(one, other)
    query = query.where(result.c.white.startswith(GUEST), result.c.black.startswith(GUEST))
    return rows.records(connection, query, Pair)


def _turned(pair: Pair) -> Pair:
    """The pair from the point of view of the winner."""
    if pair.won * 2 >= pair.games:
        return pair
    won, gain = pair.games - pair.won, -pair.gain
    return Pair(pair.other, pair.one, pair.games, won, gain, pair.last)
