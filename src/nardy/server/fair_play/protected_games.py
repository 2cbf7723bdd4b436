"""An index of the current positions of all protected games, so that no check replays their logs.

Games in memory are indexed again when their version has changed. The others cannot change until they are
loaded, so their entries stay valid.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.server.errors import DamagedLogError
from nardy.server.fair_play.rules import (
    PUBLIC_TURNS,
    BoardCounts,
    board_of,
    is_protected,
    points_made,
    turns_taken,
)
from nardy.server.games.rule_versions import FAMILY, RuleVersions
from nardy.server.rooms.room import Room, RoomNeeds
from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry, RoomRecord

CATCH_UP_SECONDS = 0.5


@dataclass(slots=True)
class ProtectedGame:
    """A protected game in progress."""

    record: RoomRecord
    version: int
    now: Situation | None
    """Its current situation; None between two games of a match."""
    turns: tuple[int, int]
    """Turns taken by White and by Black."""
    recent: dict[frozenset[Player], list[Situation]] = field(
        default_factory=dict[frozenset[Player], list[Situation]]
    )
    """Cached situations since the last turns of these players."""

    @property
    def is_public(self) -> bool:
        """Whether third parties may ask about its position, since a side has taken few turns."""
        return min(self.turns) < PUBLIC_TURNS

    @property
    def points(self) -> set[bytes]:
        """The made points of both sides, whichever is whose: a position is protected from both sides."""
        return {points_made(side) for side in board_of(self.now.position)} if self.now else set()


class ProtectedGames:
    """The protected games of a club."""

    def __init__(
        self,
        store: Writer,
        rooms: Mapping[str, Room],
        rule_versions: RuleVersions = FAMILY,
        *,
        is_alone: bool = True,
    ) -> None:
        """*rooms* are the rooms in memory by id; unless it *is_alone*, other processes have more."""
        self._store, self._rooms, self._rule_versions = store, rooms, rule_versions
        self._is_alone = is_alone
        self._elsewhere: dict[str, log.RoomState] = {}
        """How the rooms that are not in memory here were when they were last read."""
        self._read_at = 0.0
        self._reading = asyncio.Lock()
        self._running: dict[str, ProtectedGame] = {}
        self._by_points: defaultdict[bytes, set[str]] = defaultdict(set)
        """Ids of rooms by the made points of either side."""
        self._learning: asyncio.Task[None] | None = None
        self._is_asked = asyncio.Event()
        """Set when somebody waits for the index."""

    def keep(self, room: Room) -> None:
        """Index a room that was created or loaded, or in which somebody took a seat."""
        self._forget(room.record.id)
        if is_protected(room.record):
            self._add(room)

    def evict(self, room: Room) -> None:
        """Update the index of a room that leaves memory."""
        if room.record.id in self._running:
            self._update(room)

    def reseat(self, old: str, new: str) -> None:
        """Give a guest's seats to an account, also in games that are not in memory."""
        for game in self._running.values():
            record = game.record
            if old in (record.white, record.black):
                white, black = (new if w == old else w for w in (record.white, record.black))
                game.record = replace(record, white=white, black=black)

    def refresh(self) -> None:
        """Update the index of all games in memory, whose positions may have changed since."""
        for room_id in list(self._running):
            if (room := self._rooms.get(room_id)) is not None:
                self._update(room)

    async def catch_up(self) -> None:
        """Read the games of other processes that have gone on since.

        At most twice a second: what is on a board then is within a turn of what is known here, which is refused, too.
        """
        async with self._reading:
            if self._is_alone or monotonic() < self._read_at + CATCH_UP_SECONDS:
                return
            began, states = monotonic(), await self._store.read(log.states_of_unfinished)
            here = self._rooms.keys()
            for room_id in [one for one in self._elsewhere if one not in states]:
                del self._elsewhere[room_id]
                if room_id not in here:
                    self._forget(room_id)
            changed = [
                room_id
                for room_id, state in states.items()
                if room_id not in here and self._elsewhere.get(room_id) != state
            ]
            for room_id in changed:
                await self._read(room_id)
                self._elsewhere[room_id] = states[room_id]
            self._read_at = began

    async def _read(self, room_id: str) -> None:
        """Index a room that is not in memory as it is stored now."""
        try:
            found = await self._store.read(lambda c: log.load_room(c, room_id))
        except DamagedLogError:
            return  # nobody can go on with it
        is_wanted = found is not None and is_protected(found[0]) and not found[0].is_over
        room = await asyncio.to_thread(self._rebuilt, *found) if found and is_wanted else None
        # If it was loaded meanwhile, its entry is newer.
        if room_id not in self._rooms:
            self._forget(room_id)
            if room:
                self._add(room)

    def of(self, people: Collection[str]) -> list[ProtectedGame]:
        """The games in which any of these people has a seat."""
        return [
            game
            for game in self._running.values()
            if game.record.white in people or game.record.black in people
        ]

    def get(self, room_id: str) -> ProtectedGame | None:
        return self._running.get(room_id)

    def near(self, board: BoardCounts) -> Iterator[ProtectedGame]:
        """The games that share a side's made points with a board, which include all within a turn of it."""
        if not self._by_points:
            return iter(())
        rooms = {room for side in board for room in self._by_points.get(points_made(side), ())}
        return (self._running[room] for room in rooms)

    async def still(self, found: Sequence[ProtectedGame]) -> list[ProtectedGame]:
        """The games that still go on: another process, such as `nardy admin`, may have closed some."""
        unloaded = [game.record.id for game in found if game.record.id not in self._rooms]
        if unloaded:
            for room_id in await self._store.read(lambda c: log.over_of(c, unloaded)):
                self._forget(room_id)
        return [game for game in found if self._running.get(game.record.id) is game]

    def learn(self, seconds: float = 0.0) -> None:
        """Start indexing the unfinished games of the database in a task, as soon as somebody waits or in so many seconds."""
        self._learning = asyncio.create_task(self._learn(seconds))

    async def learned(self) -> None:
        """Wait until all games are indexed."""
        if self._learning is None:
            return
        if self._learning.done() and self._learning.exception() is not None:
            self.learn()  # try again: the database may have been locked
        self._is_asked.set()
        # A request that stops waiting must not stop the indexing.
        await asyncio.shield(self._learning)

    async def close(self) -> None:
        if self._learning:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)

    async def _learn(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_asked.wait()
        states = await self._store.read(log.states_of_unfinished)
        for room_id, state in states.items():
            if room_id not in self._running:
                await self._read(room_id)
                self._elsewhere[room_id] = state

    def _rebuilt(self, record: RoomRecord, entries: Sequence[LogEntry]) -> Room | None:
        try:
            return Room(record, entries, RoomNeeds(append=_write_nothing), self._rule_versions)
        except NardyError:
            return None  # its rules cannot be read any more, so nobody can go on with it

    def _add(self, room: Room) -> None:
        now = None if room.situation.phase is Phase.OVER else room.situation
        turns = turns_taken([entry.event for entry in room.entries])
        self._running[room.record.id] = game = ProtectedGame(room.record, room.version, now, turns)
        for points in game.points:
            self._by_points[points].add(room.record.id)

    def _forget(self, room_id: str) -> None:
        game = self._running.pop(room_id, None)
        for points in game.points if game else ():
            rooms = self._by_points[points]
            rooms.discard(room_id)
            if not rooms:
                del self._by_points[points]

    def _update(self, room: Room) -> None:
        game = self._running[room.record.id]
        if game.version != room.version or room.record.is_over:
            self.keep(room)
        else:
            game.record = room.record


async def _write_nothing(*_: object) -> bool:
    return False
