"""The writer of room logs: events, the result of a match, and the notice to the next player together."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from nardy.core.situation import Phase
from nardy.server.errors import MovedError, StoreError
from nardy.server.notices.service import Facts, Notices
from nardy.server.players.standings import Standings
from nardy.server.ratings.ladder import RatedResult
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.results import game_of
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_seat, is_guest
from nardy.server.store import fences, log
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.fences import Fence
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.outbox import Notice
from nardy.server.store.ratings import ladders
from nardy.server.timestamps import DAY_MS

WAIT = 60_000
"""Milliseconds before a player is told of their turn: whoever is at the board needs no notice."""
TURN_LASTS = 14 * DAY_MS


class RoomLog:
    """Appends to the logs of rooms."""

    def __init__(
        self,
        store: Writer,
        standings: Standings,
        notices: Notices,
        presence: Presence,
        loaded: Callable[[str], Room | None],
    ) -> None:
        self._store, self._standings = store, standings
        self._notices, self._presence, self._loaded = notices, presence, loaded
        self.fence: Callable[[str], Fence | None] = lambda _: None
        """The lease under which this process writes a room."""
        notices.checks["turn"] = self._is_still_due
        notices.checks["round"] = self._is_absent

    async def append(
        self,
        record: RoomRecord,
        version: int,
        entries: Sequence[LogEntry],
        ended: RatedResult | None,
    ) -> bool:
        """Append to a room's log; False if the log has other events by now, or another process the room.

        The result of a match that ended and the notice of a turn by correspondence are part of the same
        transaction.
        """
        room = self._loaded(record.id)
        awaited = turn_of(room, record, version + len(entries)) if room else None
        new = log.append_of(record.id, version, entries, self.fence(record.id))
        if not (ended or awaited or record.is_over):
            return await self._store.append(new)

        def job(connection: Connection) -> tuple[bool, ladders.Changed, int]:
            is_ours = log.append_all(connection, new, is_over=record.is_over)
            # After the append: it locks the room's row, for which a merge of its players waits.
            result = as_seated(connection, ended) if is_ours and ended else None
            changed = ladders.add_result(connection, result) if result else []
            told = self._notices.put(connection, *awaited) if is_ours and awaited else 0
            return is_ours, changed, told

        run = self._store.run_end if record.is_over else self._store.run
        is_ours, changed, told = await run(job)
        if ended:
            self._standings.keep(ended, changed)
        if told:
            self._notices.wake()
        return is_ours

    async def write(self, room: Room, job: Callable[[Connection], bool]) -> bool:
        """Run a job that writes a room of this process.

        Raises:
            MovedError: another process has it by now.
        """
        fence = self.fence(room.record.id)

        def fenced(connection: Connection) -> bool | None:
            return job(connection) if fences.holds(connection, fence) else None

        if (done := await self._store.run(fenced)) is None:
            raise MovedError
        return done

    async def tell_first_turn(self, room: Room) -> None:
        """Notify whoever must act first, after the last player sat down: no entry of a log says so.

        A database that cannot be written loses the notice: the seat is theirs all the same.
        """
        if due := _due(room, room.record, room.version):
            with contextlib.suppress(StoreError):
                await self._notices.tell(*due)

    def seated(self) -> Iterator[tuple[str, str]]:
        """Rooms here to which notices call, and their players who have a page open on them."""
        for room_id in self._presence.rooms():
            room = self._loaded(room_id)
            terms = room.record.terms if room else None
            if room and terms and (terms.is_correspondence or terms.tournament):
                people = self._presence.people(room_id)
                yield from ((room_id, who) for who in people if room.player_of(who))

    async def _is_still_due(self, notice: Notice) -> bool:
        """Whether a player has neither come to the board nor acted since."""
        _, room_id, version = notice.key.split()
        found = await self._store.read(lambda c: log.version_of(c, room_id))
        return found == int(version) and await self._is_absent(notice)

    async def _is_absent(self, notice: Notice) -> bool:
        # One process sends all notices, and each knows the pages of its own rooms.
        room_id = notice.path.rpartition("/")[2]
        return not self._presence.is_anywhere(room_id, guest_seat(notice.guest))


def as_seated(connection: Connection, ended: RatedResult) -> RatedResult | None:
    """A result of whoever has the seats in the database; None if both are one person's.

    A guest may have become an account at another process, which this one does not know yet.
    """
    white, black = log.seats_of(connection, [ended.room])[ended.room]
    if white is None or black is None or (white == black and is_guest(white)):
        return None
    return replace(ended, white=white, black=black)


def turn_of(room: Room, record: RoomRecord, version: int) -> tuple[str, str, Facts] | None:
    """Who must act after these events, and what they are told; None in games played in one sitting.

    The match of the room is already that after the events, its view still that before them.
    """
    before, to_act = room.view, room.match.game.to_act
    is_going = before.phase not in ("opening", "over")
    was_theirs = is_going and before.to_act == to_act.value
    return None if was_theirs else _due(room, record, version)


def _due(room: Room, record: RoomRecord, version: int) -> tuple[str, str, Facts] | None:
    game = room.match.game
    if record.is_over or not record.terms.is_correspondence or not room.is_full:
        return None
    who = room.who(game.to_act)
    if not is_guest(who) or game.phase is Phase.OPENING:
        return None
    key = f"turn {record.id} {version}"
    about = {"game": game_of(record.games), "path": f"/play/{record.id}"}
    return who, "turn", Facts(key=key, wait=WAIT, lasts=TURN_LASTS, **about)
