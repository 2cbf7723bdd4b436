"""Copies of rooms that other processes own, for whoever only reads: lists, downloads, proofs, fair play."""

from collections.abc import Sequence

from nardy.server.games.rule_versions import RuleVersions
from nardy.server.lru_cache import Recent
from nardy.server.ratings.ladder import RatedResult
from nardy.server.rooms.room import Room, RoomNeeds
from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LoadedRoom, LogEntry, RoomRecord
from nardy.server.store.shared_reader import SharedReader

MOST_KEPT = 200
"""Copies in memory: a room of a long match takes some 200 kB."""


class FollowedRooms:
    """Reads rooms anew when their log or their seats have changed."""

    def __init__(
        self, store: Writer, rule_versions: RuleVersions, logs: SharedReader[LoadedRoom]
    ) -> None:
        self._store, self._rule_versions, self._logs = store, rule_versions, logs
        self._kept: Recent[str, Room] = Recent(MOST_KEPT)

    async def room(self, room_id: str) -> Room | None:
        """A copy of the room as it is stored now; nothing that it is asked to write is written."""
        found = await self._store.read(lambda c: log.state_of(c, room_id))
        if found is None:
            return None
        record, version = found
        kept = self._kept.get(room_id)
        if kept is not None and kept.record == record and kept.version == version:
            return kept
        loaded = await self._logs.read(room_id)
        if loaded is None:
            return None
        self._kept[room_id] = room = Room(*loaded, RoomNeeds(append=_refused), self._rule_versions)
        return room


async def _refused(
    _: RoomRecord, __: int, ___: Sequence[LogEntry], ____: RatedResult | None
) -> bool:
    return False
