"""Results, standings and leaderboards."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import sqlalchemy as sql

from nardy.server.ratings.first_standings import first_standing
from nardy.server.ratings.glicko import Strength
from nardy.server.ratings.ladder import Ladder, Rated, RatedResult
from nardy.server.ratings.standing import ESTABLISHED, OPPONENTS, Standing
from nardy.server.seats import BOT, GUEST, guest_id_of, is_bot
from nardy.server.store import rows
from nardy.server.store.schema import account, finished_room, result, room, standing

_IS_PERSON = sql.not_(standing.c.who.startswith(BOT))
# Guests and deleted accounts keep their results, but are on no leaderboard.
_HAS_ACCOUNT = sql.exists().where(
    account.c.guest == sql.func.substr(standing.c.who, len(GUEST) + 1)
)
_IS_LISTED = sql.or_(standing.c.who.startswith(BOT), _HAS_ACCOUNT)
_IS_ESTABLISHED = sql.and_(standing.c.matches >= ESTABLISHED, standing.c.opponents >= OPPONENTS)
Changed = list[tuple[str, Standing]]
COUNTS = sql.and_(
    result.c.is_rated.is_(True), result.c.pace.is_not(None), result.c.score.is_not(None)
)
"""Condition: the result changes ratings."""
# Not stored with a result: the trend comes from earlier results, the last one is the row itself.
_PLAIN = [one.name for one in fields(Standing) if one.name not in ("strength", "trend", "last")]
_PLACE = sql.func.coalesce(
    sql.select(finished_room.c.number)
    .where(finished_room.c.room == sql.bindparam("place_of"))
    .scalar_subquery(),
    0,
)


@dataclass(frozen=True, slots=True)
class LadderSize:
    """A ladder with its numbers of players and matches."""

    game: str
    pace: str
    ranked: int
    """People who are not provisional."""
    players: int
    matches: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A player's standing in one ladder."""

    who: str
    standing: Standing
    game: str
    pace: str


def ladders(connection: sql.Connection) -> list[LadderSize]:
    """All ladders, most played first."""
    matches = sql.func.sum(standing.c.matches)
    is_ranked = sql.case((sql.and_(_IS_ESTABLISHED, _IS_PERSON, _HAS_ACCOUNT), 1), else_=0)
    is_person = sql.case((_IS_PERSON, 1), else_=0)
    query = sql.select(
        standing.c.game,
        standing.c.pace,
        sql.func.sum(is_ranked).label("ranked"),
        sql.func.sum(is_person).label("players"),
        # Each match is in the rows of both players.
        (matches // 2).label("matches"),
    ).group_by(standing.c.game, standing.c.pace)
    query = query.order_by(matches.desc(), standing.c.game, standing.c.pace)
    return rows.records(connection, query, LadderSize)


def leaders(
    connection: sql.Connection, game: str, pace: str, *, provisional: bool = False, limit: int = 50
) -> list[Rank]:
    """The best players of a ladder, including bots: established or provisional ones."""
    is_among = sql.not_(_IS_ESTABLISHED) if provisional else _IS_ESTABLISHED
    query = sql.select(standing).where(standing.c.game == game, standing.c.pace == pace)
    query = query.where(is_among, _IS_LISTED).limit(limit)
    return _places(connection, query.order_by(standing.c.rating.desc(), standing.c.who))


def places_of(connection: sql.Connection, who: str) -> list[Rank]:
    """A player's standings in all ladders, most played first."""
    query = sql.select(standing).where(standing.c.who == who)
    order = (standing.c.matches.desc(), standing.c.game, standing.c.pace)
    return _places(connection, query.order_by(*order))


def places_among(connection: sql.Connection, people: list[str]) -> list[Rank]:
    """The standings of these players in all ladders, highest rating first."""
    query = sql.select(standing).where(standing.c.who.in_(people))
    return _places(connection, query.order_by(standing.c.rating.desc(), standing.c.who))


def place_of(connection: sql.Connection, who: str, game: str, pace: str) -> Rank | None:
    query = sql.select(standing).where(
        standing.c.who == who, standing.c.game == game, standing.c.pace == pace
    )
    return next(iter(_places(connection, query)), None)


def rank_of(connection: sql.Connection, place: Rank) -> int | None:
    """The rank, from 1; None for bots, guests and provisional players."""
    if place.standing.is_provisional or is_bot(place.who):
        return None
    is_here = sql.exists().where(account.c.guest == guest_id_of(place.who))
    if not connection.execute(sql.select(is_here)).scalar():
        return None
    better = sql.or_(
        standing.c.rating > place.standing.rating,
        sql.and_(standing.c.rating == place.standing.rating, standing.c.who < place.who),
    )
    query = _ranked(place.game, place.pace).where(better)
    return 1 + connection.execute(query).scalar_one()


def ranked(connection: sql.Connection, game: str, pace: str) -> int:
    """The number of people in a ladder who are not provisional."""
    return connection.execute(_ranked(game, pace)).scalar_one()


def _ranked(game: str, pace: str) -> sql.Select[int]:
    return (
        sql.select(sql.func.count())
        .select_from(standing)
        .where(standing.c.game == game, standing.c.pace == pace, _IS_ESTABLISHED)
        .where(_IS_PERSON, _HAS_ACCOUNT)
    )


def _places(connection: sql.Connection, query: sql.Executable) -> list[Rank]:
    found = connection.execute(query).mappings()
    return [Rank(row["who"], standing_from(row), row["game"], row["pace"]) for row in found]


def add_result(connection: sql.Connection, new: RatedResult) -> Changed:
    """Store a result; returns the standings it changed.

    Results count in the order of being stored, so a clock that is set back changes nothing.
    """
    met = [frozenset((new.white, new.black))] if new.counts and have_met(connection, new) else []
    if not new.counts:
        put_results(connection, [new])
        return []
    both = [(who, standing_of(connection, who, new)) for who in (new.white, new.black)]
    ladder = Ladder(both, met)
    rated = ladder.add(new)
    put_results(connection, [new], noted(rated))
    changed = [(new.white, rated.white), (new.black, rated.black)]
    put_standings(connection, new.game, str(new.pace), dict(changed))
    return changed


def have_met(connection: sql.Connection, of: RatedResult, before: int | None = None) -> bool:
    """Whether these two have another result in this ladder, or one with a lower number than *before*."""
    sides = ((of.white, of.black), (of.black, of.white))
    seats = (sql.and_(result.c.white == one, result.c.black == other) for one, other in sides)
    query = sql.select(result.c.room).where(sql.or_(*seats), COUNTS).limit(1)
    query = query.where(result.c.game == of.game, result.c.pace == str(of.pace))
    if before is not None:
        query = query.where(result.c.number < before)
    return connection.execute(query).first() is not None


def put_results(
    connection: sql.Connection,
    new: Sequence[RatedResult],
    notes: Mapping[str, object] | None = None,
) -> None:
    """Store results, in the order of the ends of their rooms."""
    values = [{**vars(one), **(notes or {}), "place_of": one.room} for one in new]
    connection.execute(sql.insert(result).values(number=_PLACE), values)


def replace_results(connection: sql.Connection, new: Sequence[RatedResult]) -> None:
    """Write results in the place of what stood there; what they did is counted later."""
    remove_results(connection, [one.room for one in new])
    put_results(connection, new)


def remove_results(connection: sql.Connection, rooms: Sequence[str]) -> None:
    """Forget how rooms ended."""
    if rooms:
        gone = sql.delete(result).where(result.c.room == sql.bindparam("of"))
        connection.execute(gone, [{"of": room} for room in rooms])


def every(connection: sql.Connection) -> dict[str, RatedResult]:
    """All results by their rooms."""
    return {one.room: one for one in rows.records(connection, sql.select(result), RatedResult)}


def count_standings(connection: sql.Connection) -> int:
    """The number of standings in all ladders."""
    return connection.execute(sql.select(sql.func.count()).select_from(standing)).scalar_one()


def remove_unplayed_standings(connection: sql.Connection) -> None:
    """Remove the standings of players without a result that counts in the same game and pace."""
    played = [
        sql.select(seat, result.c.game, result.c.pace).where(COUNTS)
        for seat in (result.c.white, result.c.black)
    ]
    places = {tuple(row) for query in played for row in connection.execute(query)}
    query = sql.select(standing.c.who, standing.c.game, standing.c.pace)
    _remove_standings(connection, {tuple(row) for row in connection.execute(query)} - places)


def _remove_standings(connection: sql.Connection, gone: Collection[tuple[str, ...]]) -> None:
    keys = (column == sql.bindparam(f"old_{column.name}") for column in standing.primary_key)
    if gone:
        values = [{"old_who": who, "old_game": game, "old_pace": pace} for who, game, pace in gone]
        connection.execute(sql.delete(standing).where(*keys), values)


def finished(connection: sql.Connection) -> list[str]:
    """The ids of all rooms that are over."""
    query = sql.select(room.c.id).where(room.c.is_over.is_(True)).order_by(room.c.id)
    return list(connection.scalars(query))


def standing_of(connection: sql.Connection, who: str, at: RatedResult) -> Standing:
    """A player's standing in the ladder of a result; a newcomer's if there is none."""
    found = standings_of(connection, [who], at.game, str(at.pace))
    return found.get(who) or first_standing(who, at.game)


def standings_of(
    connection: sql.Connection, people: Iterable[str], game: str, pace: str
) -> dict[str, Standing]:
    """The standings of these players; newcomers are left out."""
    query = sql.select(standing).where(
        standing.c.game == game, standing.c.pace == pace, standing.c.who.in_(list(people))
    )
    return {row["who"]: standing_from(row) for row in connection.execute(query).mappings()}


def standing_from(row: sql.RowMapping) -> Standing:
    return Standing(
        **{name: row[name] for name in _PLAIN},
        strength=Strength(row["strength"], row["deviation"], row["volatility"]),
        trend=tuple(json.loads(row["trend"])),
        last=(row["last_at"], row["last_room"]),
    )


def changes_of(connection: sql.Connection, room_id: str) -> dict[str, tuple[float, float]]:
    """Each player's rating after a room, and its change; empty if it was not rated."""
    row = connection.execute(sql.select(result).where(result.c.room == room_id)).one_or_none()
    if row is None or row.white_rating is None:
        return {}
    return {
        row.white: (row.white_rating, row.white_change),
        row.black: (row.black_rating, row.black_change),
    }


def noted(rated: Rated) -> dict[str, object]:
    """The columns of a result that hold both standings after it."""
    return {
        "white_rating": rated.white.rating,
        "white_change": rated.white_change,
        "white_after": _text(rated.white),
        "black_rating": rated.black.rating,
        "black_change": rated.black_change,
        "black_after": _text(rated.black),
    }


def _text(one: Standing) -> str:
    strength = (one.strength.rating, one.strength.deviation, one.strength.volatility)
    return json.dumps([*(getattr(one, name) for name in _PLAIN), *strength])


def standing_in(text: str) -> Standing:
    """The standing stored with a result, without trend and last result."""
    *plain, rating, deviation, volatility = json.loads(text)
    values = dict(zip(_PLAIN, plain, strict=True))
    return replace(Standing(**values), strength=Strength(rating, deviation, volatility))


def put_standings(
    connection: sql.Connection, game: str, pace: str, changed: Mapping[str, Standing]
) -> None:
    """Replace standings of a ladder; players without matches are removed."""
    _remove_standings(connection, [(who, game, pace) for who in changed])
    values = [
        {
            **{name: getattr(one, name) for name in (*_PLAIN, "matches")},
            "who": who,
            "game": game,
            "pace": pace,
            "strength": one.strength.rating,
            "deviation": one.strength.deviation,
            "volatility": one.strength.volatility,
            "trend": json.dumps(one.trend),
            "last_at": one.last[0],
            "last_room": one.last[1],
        }
        for who, one in changed.items()
        if one.matches
    ]
    if values:
        connection.execute(sql.insert(standing), values)
