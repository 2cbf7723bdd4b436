"""The files of a club's own games, in every version by which something was played here.

They stand in the table of facts about the database, each under the name by which rooms call it.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert

from nardy.server.store.schema import about

_PREFIX = "game:"


@dataclass(frozen=True)
class KeptGame:
    """One version of a game's file."""

    name: str
    """The game with its version: `courtyard~5e0c1a2b3d4f`."""
    text: str
    """What the file said."""
    since: int
    """When the club first had it, in milliseconds since 1970."""


def kept(connection: sql.Connection) -> list[KeptGame]:
    """All versions, the oldest first."""
    asked = sql.select(about).where(about.c.name.startswith(_PREFIX, autoescape=True))
    found = [
        KeptGame(row.name.removeprefix(_PREFIX), **json.loads(row.value))
        for row in connection.execute(asked)
    ]
    return sorted(found, key=lambda game: game.since)


def keep(connection: sql.Connection, games: Iterable[KeptGame]) -> None:
    """Add versions; one that is known gets its text of now, which has the same laws."""
    for game in games:
        value = json.dumps({"text": game.text, "since": game.since}, ensure_ascii=False)
        adding = insert(about).values(name=_PREFIX + game.name, value=value)
        connection.execute(adding.on_conflict_do_update(["name"], set_={"value": value}))
