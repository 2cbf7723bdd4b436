"""Games that an account brought along from a browser that played without the club."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.errors import RefusedError
from nardy.server.store import rows
from nardy.server.store.schema import offline_game

MOST_OF_ONE = 1000
"""Games that one account may keep."""


@dataclass(frozen=True, slots=True)
class StoredOfflineGame:
    """A finished game against a bot, without its record."""

    id: str
    """The browser's id; unique for each account."""
    game: str
    seat: str
    level: str
    begun: int
    """By the browser's clock, in milliseconds since 1970."""
    since: int
    """When it was stored, in milliseconds since 1970."""
    result: str
    """The result as JSON."""


def add(
    connection: sql.Connection, guest_id: str, games: Sequence[tuple[StoredOfflineGame, str]]
) -> None:
    """Store games with their records, all or none; a game that is stored already stays as it is.

    Raises:
        RefusedError: the account would have too many.
    """
    known = ids_of(connection, guest_id)
    new = {game.id: (game, record) for game, record in reversed(games) if game.id not in known}
    if (count := len(known) + len(new)) > MOST_OF_ONE:
        reason = f"expected at most {MOST_OF_ONE:,} games in an account, got {count:,}"
        raise RefusedError("offline-many", f"{reason}; delete some of them first")
    if new:
        values = [{"guest": guest_id, **asdict(game), "record": r} for game, r in new.values()]
        connection.execute(sql.insert(offline_game), values)


def ids_of(connection: sql.Connection, guest_id: str) -> Collection[str]:
    query = sql.select(offline_game.c.id).where(offline_game.c.guest == guest_id)
    return set(connection.scalars(query))


def games_of(connection: sql.Connection, guest_id: str) -> list[StoredOfflineGame]:
    """The games of an account, the newest first."""
    columns = [column for column in offline_game.columns if column.name != "record"]
    query = sql.select(*columns).where(offline_game.c.guest == guest_id)
    query = query.order_by(offline_game.c.begun.desc(), offline_game.c.id)
    return rows.records(connection, query, StoredOfflineGame)


def record_of(connection: sql.Connection, guest_id: str, game_id: str) -> str | None:
    """The record of a game; None if the account has no such game."""
    return connection.scalar(sql.select(offline_game.c.record).where(*_is(guest_id, game_id)))


def remove(connection: sql.Connection, guest_id: str, game_id: str) -> None:
    connection.execute(sql.delete(offline_game).where(*_is(guest_id, game_id)))


def forget(connection: sql.Connection, guest_id: str) -> None:
    """Delete all games of an account."""
    connection.execute(sql.delete(offline_game).where(offline_game.c.guest == guest_id))


def export_of(connection: sql.Connection, guest_id: str) -> list[dict[str, object]]:
    """An account's games with their records, for the export of its data."""
    columns = [column for column in offline_game.columns if column.name != "guest"]
    query = sql.select(*columns).where(offline_game.c.guest == guest_id)
    return rows.objects(connection, query.order_by(offline_game.c.begun, offline_game.c.id))


def _is(guest_id: str, game_id: str) -> tuple[sql.ColumnElement[bool], ...]:
    return (offline_game.c.guest == guest_id, offline_game.c.id == game_id)
