"""Where the checkers of all protected games stand, so that a question costs no walk through their logs.

Rooms in memory are looked at again when their version has changed; of the others what was known when they
left memory stays true, since nothing happens in a room that is not in memory.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.server.fair_play.rules import (
    PUBLIC_TURNS,
    Board,
    board_of,
    is_protected,
    points_made,
    turns_taken,
)
from nardy.server.games.rule_versions import FAMILY, RuleVersions
from nardy.server.rooms.room import Room
from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry, RoomRecord


@dataclass(slots=True)
class ProtectedGame:
    """A protected game that goes on."""

    record: RoomRecord
    version: int
    now: Situation | None
    """None between two games of a match."""
    turns: tuple[int, int]
    """Taken by White and Black."""
    recent: dict[frozenset[Player], list[Situation]] = field(
        default_factory=dict[frozenset[Player], list[Situation]]
    )
    """What stood since the last turns of these players, where it was asked for."""

    @property
    def is_public(self) -> bool:
        """Whether third parties may ask about its position: a side has taken few turns."""
        return min(self.turns) < PUBLIC_TURNS

    @property
    def points(self) -> set[bytes]:
        """What either side has made."""
        return {points_made(side) for side in board_of(self.now.position)} if self.now else set()


class ProtectedGames:
    """The protected games of a club."""

    def __init__(
        self, store: Writer, rooms: Mapping[str, Room], rule_versions: RuleVersions = FAMILY
    ) -> None:
        """*rooms* are those in memory."""
        self._store, self._rooms, self._rule_versions = store, rooms, rule_versions
        self._running: dict[str, ProtectedGame] = {}
        self._by_points: defaultdict[bytes, set[str]] = defaultdict(set)
        """Rooms by the points that either side has made."""
        self._learning: asyncio.Task[None] | None = None

    def keep(self, room: Room) -> None:
        """A room was made or loaded, or somebody sat down in it."""
        self._forget(room.record.id)
        if is_protected(room.record):
            self._take(room)

    def put_away(self, room: Room) -> None:
        """A room leaves memory."""
        if room.record.id in self._running:
            self._renew(room)

    def reseat(self, old: str, new: str) -> None:
        """A guest's seats are an account's now, in rooms that nobody has open too."""
        for one in self._running.values():
            record = one.record
            if old in (record.white, record.black):
                white, black = (new if w == old else w for w in (record.white, record.black))
                one.record = replace(record, white=white, black=black)

    def refresh(self) -> None:
        """Bring all that is in memory up to date."""
        for room_id in list(self._running):
            if (room := self._rooms.get(room_id)) is not None:
                self._renew(room)

    def of(self, people: Collection[str]) -> list[ProtectedGame]:
        """The games in which one of these sits."""
        return [
            one
            for one in self._running.values()
            if one.record.white in people or one.record.black in people
        ]

    def get(self, room_id: str) -> ProtectedGame | None:
        """The protected game of a room."""
        return self._running.get(room_id)

    def near(self, board: Board) -> Iterator[ProtectedGame]:
        """Games of which a side has made the same points: all within a turn of a board are among them."""
        rooms = {room for side in board for room in self._by_points.get(points_made(side), ())}
        return (self._running[room] for room in rooms)

    async def still(self, found: Sequence[ProtectedGame]) -> list[ProtectedGame]:
        """Those that were not closed by another program while nobody had them open."""
        asleep = [one.record.id for one in found if one.record.id not in self._rooms]
        if asleep:
            for room_id in await self._store.read(lambda c: log.over_of(c, asleep)):
                self._forget(room_id)
        return [one for one in found if self._running.get(one.record.id) is one]

    # After a start

    def learn(self) -> None:
        """Begin to read where the checkers of games stand that nobody has opened yet."""
        self._learning = asyncio.create_task(self._learn())

    async def learned(self) -> None:
        """Wait until that is known of all games."""
        if self._learning is None:
            return
        if self._learning.done() and self._learning.exception() is not None:
            self.learn()  # the disk was full or locked then
        await asyncio.shield(self._learning)

    async def close(self) -> None:
        """Read no further."""
        if self._learning:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)

    async def _learn(self) -> None:
        for room_id in await self._store.read(log.unfinished):
            found = await self._store.read(lambda c, of=room_id: log.load_room(c, of))
            if found and is_protected(found[0]):
                room = await asyncio.to_thread(self._rebuilt, *found)
                # Whoever has opened it meanwhile knows more.
                if room and room_id not in self._running and room_id not in self._rooms:
                    self._take(room)

    def _rebuilt(self, record: RoomRecord, entries: Sequence[LogEntry]) -> Room | None:
        try:
            return Room(record, entries, _nothing_is_written, rule_versions=self._rule_versions)
        except NardyError:
            return None  # rules that cannot be read any more: nobody can play on

    def _take(self, room: Room) -> None:
        now = None if room.situation.phase is Phase.OVER else room.situation
        turns = turns_taken([entry.event for entry in room.entries])
        self._running[room.record.id] = one = ProtectedGame(room.record, room.version, now, turns)
        for points in one.points:
            self._by_points[points].add(room.record.id)

    def _forget(self, room_id: str) -> None:
        one = self._running.pop(room_id, None)
        for points in one.points if one else ():
            rooms = self._by_points[points]
            rooms.discard(room_id)
            if not rooms:
                del self._by_points[points]

    def _renew(self, room: Room) -> None:
        one = self._running[room.record.id]
        if one.version != room.version or room.record.is_over:
            self.keep(room)
        else:
            one.record = room.record


async def _nothing_is_written(*_: object) -> bool:
    return False
