"""Two clubs on one database in one test, as two processes of a club have them."""

import contextlib
from collections.abc import AsyncGenerator
from pathlib import Path

from nardy.server.club.club import Club
from nardy.server.shards.numbers import new_id, shard_of
from nardy.server.shards.ownership import Ownership
from nardy.server.store.database.opening import open_store
from nardy.server.store.shard_tables import ALL, LEAD


class Half(Ownership):
    """Owns the shards that a test says."""

    def __init__(self, shards: set[int]) -> None:
        self.shards = shards
        self.beats: dict[int, int] = {}

    @property
    def is_alone(self) -> bool:
        return False

    @property
    def leads(self) -> bool:
        return self.has(LEAD)

    def has(self, shard: int) -> bool:
        return shard in self.shards

    def owns(self, name: str) -> bool:
        return self.has(shard_of(name))

    def new_id(self) -> str:
        return new_id(self.shards or ALL)

    def last_beat(self, name: str) -> int | None:
        return self.beats.get(shard_of(name))


@contextlib.asynccontextmanager
async def two_clubs(folder: Path) -> AsyncGenerator[tuple[Club, Club, Half, Half]]:
    """The first owns all shards, the second none."""
    halves = Half({*ALL}), Half(set())
    clubs = [
        Club(open_store(folder / "club.db", 5.0), patience=0, ownership=half) for half in halves
    ]
    try:
        yield clubs[0], clubs[1], *halves
    finally:
        for club in clubs:
            await club.close()
