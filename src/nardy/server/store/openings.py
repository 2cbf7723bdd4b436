"""The first turns of finished games, read from the log."""

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sql

from nardy.server.store.room_entries import first_events
from nardy.server.store.schema import result

MOST_EVENTS = 12
"""Of a log, in which the first two turns lie: a start, throws, and a cube that may have been turned."""


AT_ONCE = 1_000
"""Ids per query; SQLite allows at most 32,766 parameters."""


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
    query = sql.select(result.c.room, result.c.score).where(result.c.game.in_(games))
    latest = connection.execute(query.order_by(result.c.ended_at.desc()).limit(limit))
    scores = {row.room: row.score for row in latest}
    found = dict[str, list[dict[str, Any]]]()
    rooms = sorted(scores)
    for first in range(0, len(rooms), AT_ONCE):
        some = rooms[first : first + AT_ONCE]
        found |= first_events(connection, some, MOST_EVENTS)
    return [opening for of, events in found.items() if (opening := _opening(scores[of], events))]


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
