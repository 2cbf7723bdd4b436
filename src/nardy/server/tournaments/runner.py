"""Runs one tournament: opens its rooms, records its results, and pairs the next round."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.bots.runner import are_bots
from nardy.server.club.club import Club
from nardy.server.errors import MovedError, StaleError
from nardy.server.pairing import arena
from nardy.server.pairing.course import first_round, next_event
from nardy.server.pairing.events import Closed, Left, MeetingEnded, Paired, TournamentEvent
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import FEWEST, Meeting, MeetingResult, Pairing
from nardy.server.protocol.messages import Act
from nardy.server.rooms.clock import served_time
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.shards.numbers import ID_BYTES, room_id_of
from nardy.server.store import fences, log
from nardy.server.store.database.writer import Connection
from nardy.server.store.fences import Fence
from nardy.server.store.log import Terms
from nardy.server.timestamps import now
from nardy.server.tournaments import no_shows
from nardy.server.tournaments.no_shows import NoShowTimes
from nardy.server.tournaments.running import RunningTournament

_log = logging.getLogger(__name__)
# Nothing may be due for days, for example before a tournament begins.
LONGEST_SLEEP = 3600.0
ARENA_SLEEP = 1.0
"""Seconds between two steps in an arena, where somebody may be due for pairing at any time."""
AFTER_TROUBLE = 2.0
"""Seconds before the next try after an error."""
MANY = 30
"""More entrants than this are paired in another thread, since it takes long."""


class TournamentRunner:
    """The task that runs a tournament until it is over."""

    def __init__(self, club: Club, running: RunningTournament, patience: NoShowTimes) -> None:
        """Continue the tournament from its log."""
        self._club, self.running, self._patience = club, running, patience
        self._since = served_time()
        """When the task began, by `served_time`, as all waiting times: the wall clock may jump. They start again after
        a restart, since nobody could come before."""
        self._rooms: dict[str, Room] = {}
        self._ended = self._since
        """When a meeting last ended."""
        self._opened: dict[str, int] = {}
        """When the task opened each room."""
        self._came: dict[str, set[Player]] = {}
        """Players who have ever been at the board, by room: a reload makes them absent for a moment."""
        self._due: set[str] = set()
        """Rooms that may have changed."""
        self._looked_at = -1
        """The tournament's version at the last attempt to pair; -1 forces another one."""
        self._looked_everywhere = self._since
        """When all rooms were last due to be checked."""
        self.task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop the task; everything is on disk."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        for room_id in list(self._rooms):
            self._release(room_id)

    async def _run(self) -> None:
        while self._now.closed is None:
            self.running.changed.clear()
            try:
                await self._step()
                seconds = self._sleep()
            except Exception:  # noqa: BLE001 (without its task a tournament would stand still)
                _log.exception("a step of the tournament failed: %s", self.running.record.id)
                await asyncio.sleep(AFTER_TROUBLE)
                self._look_everywhere()
                continue
            if not self._due:
                await self._wait(seconds)
        await self._clear_tables()

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self.running.changed.wait()
        except TimeoutError:
            self._look_everywhere()  # a waiting time may be over

    def _look_everywhere(self) -> None:
        self._due |= self._rooms.keys()
        self._looked_everywhere = served_time()
        self._looked_at = -1

    @property
    def _now(self) -> Tournament:
        return self.running.now

    async def _step(self) -> None:
        """Open new rooms, check rooms that have changed, and pair the next round if it is due."""
        version = self._now.version
        if self._looked_at != version:
            for meeting in self._now.open:
                if meeting.room not in self._rooms:
                    await self._open(meeting)
        due, self._due = self._due, set()
        tables = {meeting.room: meeting for meeting in self._now.open}
        for room_id in self._rooms.keys() - tables.keys():
            # The answer was lost when its end was written, or the game could not be closed.
            await self._leave(self._rooms[room_id])
        for room_id in due & tables.keys() & self._rooms.keys():
            await self._check(tables[room_id], self._rooms[room_id])
        if self._looked_at != self._now.version:
            # The version from before: an event added below is handled by the next step, rooms first.
            self._looked_at = version
            async with self.running.lock:
                if event := await self._next():
                    await self.running.add(event)

    # Tables

    async def _open(self, meeting: Meeting) -> None:
        """Load the room of a meeting, or make it, if the club was stopped before it did."""
        room = await self._club.room(meeting.room)
        if room is None:
            # Players who may not play each other for a rating play without one.
            new = await self._club.rated.settled(self._new_room(meeting))
            room = await self._club.make(new)
        self._rooms[meeting.room] = room
        self._opened[meeting.room] = served_time()
        self._came[meeting.room] = no_shows.here(room, self._club.presence)
        self._due.add(meeting.room)
        self._club.bus.subscribe(meeting.room, self._note_change)

    def _new_room(self, meeting: Meeting) -> NewRoom:
        record = self.running.record
        white, black = (self._now.entrant(n).who for n in (meeting.white, meeting.black or 0))
        terms = Terms(
            clock=record.conditions.clock,
            rated=record.conditions.is_rated and not (is_bot(white) or is_bot(black)),
            group=record.conditions.group or None,
            tournament=record.id,
        )
        return NewRoom(
            games=record.games,
            length=record.length,
            white=white,
            black=black,
            terms=terms,
            room=meeting.room,
        )

    def _note_change(self, room_id: str) -> None:
        # At once, since a player who is here now may have left before the next step.
        self._came[room_id] |= no_shows.here(self._rooms[room_id], self._club.presence)
        self._due.add(room_id)
        self.running.changed.set()

    def _release(self, room_id: str) -> None:
        self._club.bus.unsubscribe(room_id, self._note_change)
        self._rooms.pop(room_id, None)
        self._opened.pop(room_id, None)
        self._came.pop(room_id, None)

    async def _check(self, meeting: Meeting, room: Room) -> None:
        """End a meeting that is over, late or at a standstill; start the next game of bots or by correspondence."""
        result, is_correspondence = no_shows.result_in(room), room.record.terms.is_correspondence
        standstill = self._patience.standstill
        if result is not None:
            absent = no_shows.absent_losers(room, self._came[meeting.room], result)
            is_absence = bool(absent) and not is_correspondence
            if is_absence:
                result = no_shows.without(absent)
            await self._end(meeting, room, result, absent if is_absence else ())
        elif not is_correspondence and self._is_late(meeting, room):
            absent = no_shows.missing(room, self._came[meeting.room])
            await self._end(meeting, room, no_shows.without(absent), absent)
        elif no_shows.stands_still(room, self._since, served_time(), standstill):
            if is_correspondence:
                # Players may be away for days, and only a clock that runs can decide.
                await self._go_on(room)
            else:
                await self._end(meeting, room, no_shows.by_the_score(room))
        elif room.match.game.phase is Phase.OVER and are_bots(room):
            await self._go_on(room)

    def _is_late(self, meeting: Meeting, room: Room) -> bool:
        """Whether a player is missing after the grace; a restart begins it again."""
        is_time = self._opened[meeting.room] + self._patience.grace <= served_time()
        return is_time and bool(no_shows.missing(room, self._came[meeting.room]))

    async def _end(
        self, meeting: Meeting, room: Room, result: MeetingResult, absent: Sequence[Player] = ()
    ) -> None:
        """Write a result; a game that goes on is closed in the same transaction.

        A closed game has no result of its own: whoever took the tournament over between two could not tell it.
        """
        at, self._ended = now(), served_time()
        numbers = {Player.WHITE: meeting.white, Player.BLACK: meeting.black or 0}
        left = [Left(at, numbers[player]) for player in absent]
        async with self.running.lock:
            if self._now.closed is not None:
                return
            fence = self._club.ownership.fence(self.running.record.id)
            also = partial(_close, room_id=meeting.room, fence=fence)
            await self.running.add(MeetingEnded(at, meeting.table, result), *left, also=also)
        await self._leave(room)

    async def _leave(self, room: Room) -> None:
        """Leave the table of a meeting that has ended, whose room is over on the disk."""
        if not room.record.is_over:
            await self._club.close_room(room)
        self._release(room.record.id)

    async def _go_on(self, room: Room) -> None:
        """Start the next game of a match, as an act of White."""
        # If a page had used the same id before, nothing would happen.
        key = f"next-{secrets.token_urlsafe(ID_BYTES)}"
        act = Act(room.record.id, key, room.version, "next")
        try:
            await self._club.act(act, room.who(Player.WHITE))
        except StaleError:
            # The end of the game was still being written: check the room again.
            self._due.add(room.record.id)

    async def _clear_tables(self) -> None:
        """Close unfinished games of two bots after the end of the tournament.

        People play on for their ratings: ending the tournament does not save anybody from losing a game.
        """
        for room_id, room in list(self._rooms.items()):
            self._release(room_id)
            if are_bots(room) and not room.record.is_over:
                await self._club.close_room(room)

    # Rounds

    async def _next(self) -> TournamentEvent | None:
        """The event that pairs the next round or ends the tournament, if it is due."""
        tournament, at = self._now, now()
        if tournament.closed is not None or at < self._due_at(tournament):
            return None
        if tournament.begun is None:
            return self.begin(self.running, at) if len(tournament.inside) >= FEWEST else Closed(at)
        if len(tournament.inside) > MANY:
            event = await asyncio.to_thread(next_event, tournament, at)
        else:
            event = next_event(tournament, at)
        return event and with_rooms(self.running.record.id, tournament, event)

    @staticmethod
    def begin(running: RunningTournament, at: int) -> TournamentEvent:
        """The event that pairs the first round."""
        return with_rooms(running.record.id, running.now, first_round(running.now, at))

    def _due_at(self, tournament: Tournament) -> int:
        """When to pair the next round, in milliseconds since 1970."""
        record = self.running.record
        if tournament.begun is None:
            return record.conditions.starts or record.since + self._patience.unbegun
        if tournament.terms.format == "arena" or all(is_bot(one.who) for one in tournament.inside):
            return 0
        # No pause after meetings without a room, such as a bye.
        ended = (meeting.ended for meeting in tournament.meetings if meeting.room)
        # A wall clock that was set back makes no pause longer.
        rests = self._ended + self._patience.pause - served_time()
        return min(max(ended, default=0) + self._patience.pause, now() + rests)

    def _sleep(self) -> float:
        """Seconds until something may be due without a notification."""
        tournament, at = self._now, now()
        waits = [LONGEST_SLEEP * 1000]
        if tournament.open:
            graces = [opened + self._patience.grace for opened in self._opened.values()]
            # One that has ended since the last look everywhere has not been seen yet: other steps look at few rooms.
            waits += [
                max(1, end - served_time()) for end in graces if end > self._looked_everywhere
            ]
            waits.append(self._patience.standstill)
        else:
            waits.append(self._due_at(tournament) - at)
        seconds = min(wait for wait in waits if wait > 0)
        if tournament.begun is not None and tournament.terms.format == "arena":
            ends = arena.ends_at(tournament) or 0
            return ARENA_SLEEP if at < ends else min(seconds / 1000, LONGEST_SLEEP)
        # A hundredth of a second more, so that the time has come when the task looks.
        return seconds / 1000 + 0.01


def _close(connection: Connection, room_id: str, fence: Fence | None) -> None:
    """Close a game, if it goes on, as the owner of its tournament."""
    if not fences.holds(connection, fence):
        raise MovedError
    log.close(connection, room_id)


def with_rooms(of: str, tournament: Tournament, event: TournamentEvent) -> TournamentEvent:
    """A round with ids of rooms, which are in the log before the rooms are made; other events as they are.

    The ids begin with *of*, the tournament's own: one process owns the tournament and all its rooms.
    """
    if not isinstance(event, Paired):
        return event

    def seated(pairing: Pairing) -> Pairing:
        if tournament.result_at_once(pairing) is not None:
            return pairing
        return replace(pairing, room=room_id_of(of))

    return Paired(event.at, event.round, tuple(map(seated, event.pairings)))
