"""Game files of a club's own games, in every version that was played.

They are rows of the table `about`, named as rooms name the game.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store.about import put
from nardy.server.store.schema import about

_PREFIX = "game:"


@dataclass(frozen=True)
class KeptGame:
    name: str
    """The game id with its version: `courtyard~5e0c1a2b3d4f`."""
    text: str
    """Content of the file."""
    since: int
    """When the club first loaded it, in milliseconds since 1970."""


def kept(connection: sql.Connection) -> list[KeptGame]:
    """All versions, oldest first."""
    query = sql.select(about).where(about.c.name.startswith(_PREFIX, autoescape=True))
    found = [
        KeptGame(row.name.removeprefix(_PREFIX), **json.loads(row.value))
        for row in connection.execute(query)
    ]
    return sorted(found, key=lambda game: game.since)


def keep(connection: sql.Connection, games: Iterable[KeptGame]) -> None:
    """Add versions; the text of a known one is replaced.

    Its laws are the same, but names, sources and presets may be newer.
    """
    for game in games:
        value = json.dumps({"text": game.text, "since": game.since}, ensure_ascii=False)
        put(connection, _PREFIX + game.name, value)
