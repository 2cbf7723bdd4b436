"""Maintenance of the club: one task evicts idle rooms, settles abandoned games and removes old data.

The log holds everything, so an evicted room comes back as it was. In a correspondence game flags still
fall: their times are kept here, and the room is loaded then. A room with any other running clock stays in
memory, because its log holds only the time left after the last act.
"""

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from nardy.server.club.club import Club
from nardy.server.rooms.claims import settle_left
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.store import cleanup, log
from nardy.server.store.log import Terms
from nardy.server.timestamps import monotonic, now

IDLE = 600.0
"""Seconds for which nobody must have asked for a room: whoever still holds it has long been answered."""
DAY = 24 * 3600 * 1000
KEPT_GUESTS = 30 * DAY
"""Milliseconds after which a guest is forgotten who has neither played nor written, nor come back."""
KEPT_SESSIONS = 400 * DAY
"""The same for a session that was not used: a browser gives up its cookie after a year."""
AT_ONCE = 100
"""Rows that are removed in one transaction: whoever plays waits for it."""
MOST = 5_000
"""Of each kind in one round; what is left has time."""
_log = logging.getLogger(__name__)
PAUSE = 20.0
"""Seconds between two rounds."""
ABANDONED = 30 * 24 * 3600 * 1000
"""Milliseconds without an act after which a game without a clock is lost by whoever is to act."""
ROUNDS_BETWEEN = 180
"""Of the rounds one in so many looks for what is old: abandoned games, sightings, idle guests. The first is
an hour after the start: a machine may boot with a wrong clock, by which everything would be old."""
MOST_LISTS = 20
"""Of abandoned games that are settled in one go, fifty on each."""


def rest(club: Club) -> None:
    """Take every room out of memory in which nothing happens for a while."""
    for room in club.all_loaded():
        if not room.record.is_over and is_idle(club, room):
            if (left := _until_flag(room)) is not None:
                club.flags[room.record.id] = monotonic() + left
            club.bot_runner.rise(room)
            club.timeouts.leave(room)
            club.forget(room)


async def expect_flags(club: Club) -> None:
    """After a start: know when the flags of games by correspondence fall, without taking any up."""
    for room_id, terms, at, note in await club.store.read(log.last_notes):
        if (left := _left_then(terms, note)) is not None:
            club.flags[room_id] = monotonic() + (at + left - now()) / 1000


def _left_then(terms: Terms, note: Mapping[str, Any]) -> int | None:
    """Milliseconds from the last act to the flag; None where none falls while nobody serves."""
    if "clock" not in note or not terms.is_slow:
        return None
    white, black, free, *_ = note["clock"]
    return min(white, black) + free


async def wake(club: Club) -> None:
    """Bring those back whose flag falls now; the referee sees to the rest."""
    for room_id in [one for one, at in club.flags.items() if at <= monotonic()]:
        del club.flags[room_id]
        await club.room(room_id)


def is_idle(club: Club, room: Room) -> bool:
    """Whether nobody looks at a room, nobody there thinks, and no flag is about to fall."""
    if room.lock.locked() or monotonic() - room.asked_at < IDLE or _is_a_bots_turn(room):
        return False
    if (left := _until_flag(room)) is not None and (left < IDLE or not _is_slow(room)):
        return False
    of = room.record.id
    return club.bus.count(of) == club.bot_runner.count(of) + club.timeouts.count(of)


def _until_flag(room: Room) -> float | None:
    """Seconds; None where no clock runs."""
    left = room.clock.until_flag() if room.clock else None
    return None if left is None else left / 1000


def _is_slow(room: Room) -> bool:
    return room.timing is not None and room.timing.is_slow


def _is_a_bots_turn(room: Room) -> bool:
    return is_bot(room.who(room.match.game.to_act))


async def clean(club: Club, at: int) -> None:
    """Remove what is old at a time, in slices; what anything else refers to stays for ever."""
    store = club.store
    before = at - KEPT_SESSIONS
    tokens = await store.read(lambda c: cleanup.stale_sessions(c, before, MOST))
    for some in _slices(tokens):
        await store.run(lambda c, some=some: cleanup.end_stale_sessions(c, some, before))
    since = at - KEPT_GUESTS
    people = await store.read(lambda c: cleanup.idle_guests(c, since, MOST))
    for some in _slices(people):
        await store.run(lambda c, some=some: cleanup.remove_guests(c, some, since))
    for one in people:
        club.describer.call_anew(one)


def _slices(rows: list[str]) -> list[list[str]]:
    return [rows[first : first + AT_ONCE] for first in range(0, len(rows), AT_ONCE)]


class Maintenance:
    """One task beside the club."""

    def __init__(self, club: Club) -> None:
        """Begin to go round."""
        self._club = club
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Go home."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _work(self) -> None:
        for number in range(1 << 62):
            try:
                if not number:
                    await expect_flags(self._club)
                await go_round(self._club)
                if is_for_old(number):
                    await self._club.known_devices.forget_old()
                    await settle_abandoned(self._club, now() - ABANDONED)
                    await clean(self._club, now())
            except Exception:  # noqa: BLE001 (whatever it was: the next round may be well, and nobody else goes)
                _log.exception("a round through the club was not finished")
            await asyncio.sleep(PAUSE)


def is_for_old(number: int) -> bool:
    """Whether a round, counted from 0, looks for what is old.

    >>> [number for number in range(600) if is_for_old(number)]
    [180, 360, 540]
    """
    return number > 0 and number % ROUNDS_BETWEEN == 0


async def go_round(club: Club) -> None:
    """See what another program has ended, forget what nobody looks at, count dice."""
    await club.accounts.look_round()
    going = [room.record.id for room in club.all_loaded() if not room.record.is_over]
    for room_id in await club.store.read(lambda c: log.over_of(c, going)):
        room = club.loaded(room_id)
        if room is not None and not room.record.is_over:
            await club.close_room(room)
    for room in club.all_loaded():
        is_unwatched = not club.bus.count(room.record.id) and not room.lock.locked()
        if room.record.is_over and is_unwatched:
            club.forget(room)
    rest(club)
    await wake(club)
    club.recounter.wake()
    await club.dice.catch_up()


async def settle_abandoned(club: Club, before: int) -> None:
    """End the games in which nothing has happened since a moment, so that their seeds are told.

    Who was to act loses what a bot thinks the position worth to the other, at least a single game
    (or passes, or agrees to what was offered), and both read that worth; a game that never began,
    and a match that nobody goes on with, are closed.
    """
    for _ in range(MOST_LISTS):
        found = await club.store.read(lambda c: log.abandoned(c, before))
        await _settle(club, found, before)
        if not found:
            return


async def _settle(club: Club, rooms: Sequence[str], before: int) -> None:
    for room_id in rooms:
        room = await club.room(room_id)
        if room is None or room.entries[-1].at >= before:
            continue
        await settle_left(room, club.advisor)
        if not room.record.is_over:
            await club.close_room(room)
        club.bus.publish(room_id)
