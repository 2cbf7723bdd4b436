"""The first turns of finished games, read from the log."""

import json
from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sql

from nardy.server.store.schema import entry, result

MOST_EVENTS = 12
"""Of a log, in which the first two turns lie: a start, throws, and a cube that may have been turned."""


class PlayedOpening(NamedTuple):
    """The first turns of one game, and how the room ended."""

    turns: tuple[tuple[str, str], ...]
    """At most two, each with its roll, the higher die first: ('31', '8/5 6/5')."""
    score: float | None
    """Of the player who moved first: 1, 0.5 or 0; a match counts as a whole. None if it counts for nobody."""


def games_played(connection: sql.Connection) -> list[str]:
    """The games of all results, as they are stored."""
    return [*connection.scalars(sql.select(result.c.game).distinct())]


def latest(connection: sql.Connection, games: Collection[str], limit: int) -> list[PlayedOpening]:
    """The openings of the latest finished rooms of these games."""
    rooms = (
        sql.select(result.c.room, result.c.score)
        .where(result.c.game.in_(games))
        .order_by(result.c.ended_at.desc())
        .limit(limit)
        .subquery()
    )
    query = (
        sql.select(rooms.c.room, rooms.c.score, entry.c.event)
        .join(entry, entry.c.room == rooms.c.room)
        .where(entry.c.number <= MOST_EVENTS)
        .order_by(rooms.c.room, entry.c.number)
    )
    found = dict[str, tuple[float | None, list[dict[str, Any]]]]()
    for room, score, event in connection.execute(query):
        found.setdefault(room, (score, []))[1].append(json.loads(event))
    return [opening for score, events in found.values() if (opening := _opening(score, events))]


def _opening(white: float | None, events: list[dict[str, Any]]) -> PlayedOpening | None:
    """The opening of a room with White's *score*; None if nobody has moved."""
    roll, turns, first = "", list[tuple[str, str]](), ""
    for event in events:
        match event["kind"]:
            case "rolled-off":
                roll = _name(event["white"], event["black"])
            case "rolled":
                roll = _name(*event["dice"])
            case "played" if not event.get("accepted"):
                turns.append((roll, event["turn"]))
                first = first or event["player"]
            case "started" if turns:
                break  # the next game of a match
            case _:
                pass
    if not turns:
        return None
    score = white if white is None or first == "white" else 1 - white
    return PlayedOpening(tuple(turns[:2]), score)


def _name(*dice: int) -> str:
    return "".join(map(str, sorted(dice, reverse=True)))
