"""Who stands where: questions to the standings, each answered by an index."""

from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.ratings.ladder import ESTABLISHED, OPPONENTS, Standing
from nardy.server.store.ratings.ladders import standing_from
from nardy.server.store.schema import account, standing

_BOTS = "bot:"
_PERSON = "guest:"
_IS_PERSON = sql.not_(standing.c.who.startswith(_BOTS))
# A guest, and who has deleted the account, keeps the results and stands in no list.
_HAS_ACCOUNT = sql.exists().where(
    account.c.guest == sql.func.substr(standing.c.who, len(_PERSON) + 1)
)
_IS_LISTED = sql.or_(standing.c.who.startswith(_BOTS), _HAS_ACCOUNT)
_IS_ESTABLISHED = sql.and_(standing.c.matches >= ESTABLISHED, standing.c.opponents >= OPPONENTS)


@dataclass(frozen=True, slots=True)
class LadderSize:
    """A ladder in which somebody has played."""

    game: str
    pace: str
    ranked: int
    """People who are no longer provisional."""
    players: int
    matches: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands in a ladder."""

    who: str
    standing: Standing
    game: str
    pace: str


def ladders(connection: sql.Connection) -> list[LadderSize]:
    """Every ladder in which somebody has played, the most played first."""
    matches = sql.func.sum(standing.c.matches)
    is_ranked = sql.case((sql.and_(_IS_ESTABLISHED, _IS_PERSON, _HAS_ACCOUNT), 1), else_=0)
    is_person = sql.case((_IS_PERSON, 1), else_=0)
    asked = (
        sql.select(
            standing.c.game,
            standing.c.pace,
            sql.func.sum(is_ranked).label("ranked"),
            sql.func.sum(is_person).label("players"),
            matches.label("matches"),
        )
        .group_by(standing.c.game, standing.c.pace)
        .order_by(matches.desc(), standing.c.game, standing.c.pace)
    )
    return [
        LadderSize(row.game, row.pace, row.ranked, row.players, row.matches // 2)
        for row in connection.execute(asked)
    ]


def leaders(
    connection: sql.Connection, game: str, pace: str, *, provisional: bool = False, limit: int = 50
) -> list[Place]:
    """The best of a ladder, bots too, or the best who have played too little to be ranked."""
    is_among = sql.not_(_IS_ESTABLISHED) if provisional else _IS_ESTABLISHED
    asked = (
        sql.select(standing)
        .where(standing.c.game == game, standing.c.pace == pace, is_among, _IS_LISTED)
        .order_by(standing.c.rating.desc(), standing.c.who)
        .limit(limit)
    )
    return [_place(row) for row in connection.execute(asked)]


def places_of(connection: sql.Connection, who: str) -> list[Place]:
    """Every ladder of one player, the most played first."""
    asked = (
        sql.select(standing)
        .where(standing.c.who == who)
        .order_by(standing.c.matches.desc(), standing.c.game, standing.c.pace)
    )
    return [_place(row) for row in connection.execute(asked)]


def places_among(connection: sql.Connection, people: list[str]) -> list[Place]:
    """Everything that these have reached, the best of each ladder first."""
    asked = sql.select(standing).where(standing.c.who.in_(people))
    found = asked.order_by(standing.c.rating.desc(), standing.c.who)
    return [_place(row) for row in connection.execute(found)]


def place_of(connection: sql.Connection, who: str, game: str, pace: str) -> Place | None:
    """One player in one ladder."""
    asked = sql.select(standing).where(
        standing.c.who == who, standing.c.game == game, standing.c.pace == pace
    )
    row = connection.execute(asked).one_or_none()
    return _place(row) if row else None


def rank_of(connection: sql.Connection, place: Place) -> int | None:
    """1 for the best person; None for a bot, a guest, and for who is provisional."""
    if place.standing.is_provisional or place.who.startswith(_BOTS):
        return None
    is_here = sql.exists().where(account.c.guest == place.who.removeprefix(_PERSON))
    if not connection.execute(sql.select(is_here)).scalar():
        return None
    better = sql.or_(
        standing.c.rating > place.standing.rating,
        sql.and_(standing.c.rating == place.standing.rating, standing.c.who < place.who),
    )
    asked = _ranked(place.game, place.pace).where(better)
    return 1 + connection.execute(asked).scalar_one()


def ranked(connection: sql.Connection, game: str, pace: str) -> int:
    """How many people of a ladder are no longer provisional."""
    return connection.execute(_ranked(game, pace)).scalar_one()


def _ranked(game: str, pace: str) -> sql.Select[int]:
    return (
        sql.select(sql.func.count())
        .select_from(standing)
        .where(standing.c.game == game, standing.c.pace == pace, _IS_ESTABLISHED)
        .where(_IS_PERSON, _HAS_ACCOUNT)
    )


def _place(row: sql.Row[tuple[object, ...]]) -> Place:
    return Place(row.who, standing_from(row), row.game, row.pace)
