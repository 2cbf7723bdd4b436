"""Clocks that another process goes on with, in the notes of the last log entries."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store.schema import entry


@dataclass(frozen=True, slots=True)
class DrainedClock:
    """The clock of a room when its process ended, or took the room up from one that had died."""

    version: int
    """The number of the last entry by then."""
    stand: list[int]
    """As `Timing.stand` of rooms/clock.py."""
    at: int
    """When it stood so: milliseconds since 1970, by the process's clock."""


def keep(connection: sql.Connection, clocks: Mapping[str, DrainedClock]) -> None:
    """Write the clocks of rooms, by room id; a room that has gone on meanwhile is left as it is.

    The clock after the last act stays beside it, since thinking times follow from that.
    """
    for room_id, clock in clocks.items():
        is_it = (entry.c.room == room_id, entry.c.number == clock.version)
        later = sql.exists().where(entry.c.room == room_id, entry.c.number > clock.version)
        found = connection.execute(sql.select(entry.c.note).where(*is_it, ~later)).one_or_none()
        if found is not None:
            note = {**json.loads(found.note or "{}"), "stand": clock.stand, "stood_at": clock.at}
            text = json.dumps(note, separators=(",", ":"))
            connection.execute(sql.update(entry).where(*is_it).values(note=text))
