"""Players' standings on ladders, and their ratings as pages show them, cached."""

import functools
from collections.abc import Callable, Sequence

from nardy.server.lru_cache import Recent
from nardy.server.protocol.messages import Rating
from nardy.server.ratings.first_standings import first_standing
from nardy.server.ratings.ladder import RatedResult
from nardy.server.ratings.standing import Standing
from nardy.server.rooms.results import ladder_of
from nardy.server.rooms.room import Room
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import RoomRecord
from nardy.server.store.ratings import ladders

Place = tuple[str, str, str]


MOST_KEPT = 10_000
"""Most cached standings, and most cached matches: half a kilobyte each."""


class Standings:
    """Cached standings, updated after each result."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._known: Recent[Place, Standing] = Recent(MOST_KEPT)
        self._after: Recent[str, dict[str, Rating]] = Recent(MOST_KEPT)
        self.on_change: Callable[[str], None] = lambda _: None
        """Called with the player, game and pace of a standing that has changed; with '' for all."""

    async def of(self, who: str, game: str, pace: str) -> Standing:
        """A player's standing, or a newcomer's."""
        place = (who, game, pace)
        standing = self._known.get(place)
        if standing is None:
            found = await self._store.read(lambda c: ladders.standings_of(c, [who], game, pace))
            self._known[place] = standing = found.get(who) or first_standing(who, game)
        return standing

    async def rating(self, record: RoomRecord, who: str) -> Rating | None:
        """The rating shown beside a name at a board; None in a casual game.

        In a finished room it is the rating after the match, with its change.
        """
        ladder = ladder_of(record)
        if ladder is None:
            return None
        if record.is_over and (after := (await self._ratings_after(record)).get(who)):
            return after
        standing = await self.of(who, *ladder)
        return Rating(standing.rating, standing.is_provisional)

    async def nearest_first(self, rooms: Sequence[Room], who: str) -> list[Room]:
        """Waiting rooms, those of players closest in strength to *who* first; casual ones stay in order."""
        distances: dict[str, float] = {}
        for room in rooms:
            record, ladder = room.record, ladder_of(room.record)
            maker = record.white or record.black
            if ladder and maker:
                mine, theirs = await self.of(who, *ladder), await self.of(maker, *ladder)
                distances[record.id] = abs(mine.strength.rating - theirs.strength.rating)
        return sorted(rooms, key=lambda room: distances.get(room.record.id, 0.0))

    def keep(self, result: RatedResult, changed: Sequence[tuple[str, Standing]]) -> None:
        """Update the standings that a result changed."""
        for who, standing in changed:
            self._known[who, result.game, str(result.pace)] = standing
            self.on_change(f"{who} {result.game} {result.pace}")

    def evict(self, place: str = "") -> None:
        """Drop a standing from the cache, or all, after changes on the disk."""
        if place:
            who, game, pace = place.split(" ")
            self._known.evict((who, game, pace))
        else:
            self._known.clear()
            self._after.clear()
        self.on_change(place)

    async def _ratings_after(self, record: RoomRecord) -> dict[str, Rating]:
        ratings = self._after.get(record.id)
        if ratings is None:
            asked = functools.partial(ladders.changes_of, room_id=record.id)
            changes = await self._store.read(asked)
            ladder = ladder_of(record) or ("", "")
            self._after[record.id] = ratings = {
                who: Rating(value, (await self.of(who, *ladder)).is_provisional, change)
                for who, (value, change) in changes.items()
            }
        return ratings
