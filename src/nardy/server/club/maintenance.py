"""Maintenance of the club: it evicts idle rooms, settles abandoned games, removes old data and packs old games.

The log holds everything, so an evicted room can be loaded again unchanged. Flags of evicted correspondence
games still fall: their times are kept in memory, and the room is loaded at that time. Rooms with other
running clocks stay in memory, because the log only has the time left after the last act.
"""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from time import monotonic
from typing import Any

from nardy.server.club.club import Club
from nardy.server.club.game_packing import MANY, GamePacking
from nardy.server.errors import DamagedLogError
from nardy.server.notices.outbox_runner import keep_house
from nardy.server.rooms.claims import settle_left
from nardy.server.rooms.clock import charged_until, stood_in
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.store import cleanup, log
from nardy.server.store.log import Terms
from nardy.server.timestamps import DAY_MS, now

IDLE_SECONDS = 600.0
"""Seconds without a request before a room is idle; by then all requests that hold it are finished."""
KEPT_GUESTS = 30 * DAY_MS
"""Milliseconds without a visit after which a guest without games or messages is removed."""
KEPT_SESSIONS = 400 * DAY_MS
"""Milliseconds without use after which a session is removed; browsers drop its cookie after a year."""
KEPT_UNCONFIRMED = 3 * DAY_MS
"""Milliseconds after which an e-mail address that nobody confirmed is removed."""
AT_ONCE = 100
"""Rows removed in one transaction; few, since games wait for the writer."""
MOST = 5_000
"""The most rows of each kind in one round; later rounds remove the rest."""
_log = logging.getLogger(__name__)
PAUSE_SECONDS = 20.0
"""Seconds between two rounds."""
ABANDONED = 30 * DAY_MS
"""Milliseconds without an act after which the player to act loses a game without a clock."""
ROUNDS_BETWEEN = 180
"""Every so many rounds old data is removed: abandoned games, sightings, idle guests.

The first time is an hour after the start. A machine may boot with a wrong clock, and then all data would seem
old.
"""
MOST_LISTS = 20
"""The most lists of abandoned games settled in one round; each list has fifty."""


def rest(club: Club) -> None:
    """Evict all idle rooms."""
    for room in club.all_loaded():
        if not room.record.is_over and is_idle(club, room):
            if (left := room.until_flag) is not None:
                club.flags[room.record.id] = monotonic() + left / 1000
            club.bot_runner.stop_bots(room)
            club.timeouts.unwatch(room)
            club.evict(room)


async def expect_flags(club: Club) -> None:
    """Read the flag times of correspondence games after a start, without loading rooms."""
    for room_id, terms, at, note in await club.store.read(log.last_notes):
        if not club.ownership.owns(room_id) or club.loaded(room_id):
            continue
        if (left := _milliseconds_to_flag(terms, note)) is not None:
            falls = charged_until(at, note) + left
            club.flags.setdefault(room_id, monotonic() + (falls - now()) / 1000)


def _milliseconds_to_flag(terms: Terms, note: Mapping[str, Any]) -> int | None:
    """Milliseconds from the last charged moment to the flag; None if it cannot fall during downtime."""
    if not terms.is_correspondence or (stand := stood_in([note])) is None:
        return None
    white, black, free, *_ = stand
    return min(white, black) + free


async def wake(club: Club) -> None:
    """Load rooms whose flags fall now; `Timeouts` ends their games."""
    for room_id in [room for room, at in club.flags.items() if at <= monotonic()]:
        try:
            await club.room(room_id)
        except DamagedLogError:
            pass  # no later try can read it; the store has logged it
        except Exception:  # noqa: BLE001 (the next round may load it)
            _log.exception(
                "a flag falls in room %s, which was not loaded", room_id, extra={"room": room_id}
            )
            continue
        # Its shard may have been given away meanwhile.
        club.flags.pop(room_id, None)


def is_idle(club: Club, room: Room) -> bool:
    """Whether a room has no pages, no thinking bot and no flag about to fall."""
    if (
        room.lock.locked()
        or monotonic() - room.asked_at < IDLE_SECONDS
        or is_bot(room.who(room.match.game.to_act))
    ):
        return False
    left = room.until_flag
    if left is not None and (left / 1000 < IDLE_SECONDS or not room.record.terms.is_correspondence):
        return False
    of = room.record.id
    return club.bus.count(of) == club.bot_runner.count(of) + club.timeouts.count(of)


async def clean(club: Club, at: int) -> None:
    """Remove stale sessions and guests in slices; guests with references are kept."""
    store = club.store
    before = at - KEPT_SESSIONS
    tokens = await store.read(lambda c: cleanup.stale_sessions(c, before, MOST))
    for some in _slices(tokens):
        await store.run(lambda c, some=some: cleanup.end_stale_sessions(c, some, before))
    since = at - KEPT_GUESTS
    people = await store.read(lambda c: cleanup.idle_guests(c, since, MOST))
    for some in _slices(people):
        await store.run(lambda c, some=some: cleanup.remove_guests(c, some, since))
    if people:
        # All at once: an eviction for each would look through the cache thousands of times.
        club.describer.evict("")


def _slices(rows: list[str]) -> list[list[str]]:
    return [rows[first : first + AT_ONCE] for first in range(0, len(rows), AT_ONCE)]


class Maintenance:
    """The maintenance tasks of a club."""

    def __init__(self, club: Club, *more: Callable[[], Awaitable[None]]) -> None:
        """Start the tasks; each round also does *more*, what services above the club ask for."""
        self._club, self._more = club, more
        self._packing = GamePacking(club.store)
        self._tasks = [asyncio.create_task(work()) for work in (self._work, self._pack)]

    async def close(self) -> None:
        """Stop the tasks."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _work(self) -> None:
        has_flags = False
        for number in itertools.count():
            has_flags = has_flags or await _try(partial(expect_flags, self._club))
            for work in (partial(go_round, self._club), *self._more):
                await _try(work)
            if is_for_old(number):
                await self._remove_old()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _pack(self) -> None:
        while True:
            count = 0
            try:
                if self._club.ownership.leads:
                    count = await self._packing.go_on(now())
            except Exception:  # noqa: BLE001 (the next round may succeed)
                _log.exception("a round of packing failed")
            if count < MANY:
                await asyncio.sleep(PAUSE_SECONDS)

    async def _remove_old(self) -> None:
        club, at = self._club, now()
        parts = [partial(settle_abandoned, club, at - ABANDONED)]
        if club.ownership.leads:
            parts += [
                partial(club.known_devices.forget_old),
                partial(clean, club, at),
                partial(keep_house, club.store, at, at - KEPT_UNCONFIRMED),
            ]
        for part in parts:
            try:
                await part()
            except Exception:  # noqa: BLE001 (the other parts are due as well)
                _log.exception("some old data was not removed")


async def _try(work: Callable[[], Awaitable[None]]) -> bool:
    """Whether a part of a round succeeded; the others are due as well, and the next round tries again."""
    try:
        await work()
    except Exception:  # noqa: BLE001 (logged)
        _log.exception("a maintenance round failed")
        return False
    return True


def is_for_old(number: int) -> bool:
    """Whether a round, counted from 0, removes old data.

    >>> [number for number in range(600) if is_for_old(number)]
    [180, 360, 540]
    """
    return number > 0 and number % ROUNDS_BETWEEN == 0


async def go_round(club: Club) -> None:
    """One round: take over changes by other processes, evict rooms, count dice."""
    await club.accounts.look_round()
    going = [room.record.id for room in club.all_loaded() if not room.record.is_over]
    for room_id in await club.store.read(lambda c: log.over_of(c, going)):
        room = club.loaded(room_id)
        if room is not None and not room.record.is_over:
            await club.close_room(room)
    for room in club.all_loaded():
        is_unwatched = not club.bus.count(room.record.id) and not room.lock.locked()
        is_asked = club.rematches.is_standing(room.record.id)
        if room.record.is_over and is_unwatched and not is_asked:
            club.evict(room)
    rest(club)
    await wake(club)
    if club.ownership.leads:
        club.recounter.wake()
        await club.dice.catch_up()


async def settle_abandoned(club: Club, before: int) -> None:
    """Settle games without an act since *before*, which reveals their seeds.

    The player to act loses the game, passes the double or accepts the resignation. A bot's evaluation decides
    the size of a loss, at least a single game, and both players see it. Games that never started and
    unfinished matches are closed. A correspondence clock that runs may take longer than that.
    """

    def is_due(room_id: str) -> bool:
        # A room whose flag is awaited would be loaded in each round for nothing.
        return club.ownership.owns(room_id) and room_id not in club.flags

    # Rooms that cannot be settled would be listed again and again.
    after = ""
    for _ in range(MOST_LISTS):
        found = await club.store.read(
            lambda c, after=after: log.abandoned(c, before, is_due, after=after)
        )
        for room_id in found:
            try:
                await _settle(club, room_id, before)
            except Exception:  # noqa: BLE001 (the others are abandoned as well)
                _log.exception("room %s was not settled", room_id, extra={"room": room_id})
        if not found:
            return
        after = found[-1]


async def _settle(club: Club, room_id: str, before: int) -> None:
    room = await club.room(room_id)
    if room is None or room.entries[-1].at >= before:
        return
    if room.record.terms.is_correspondence and room.until_flag is not None:
        return  # only the clock decides, and its flag ends the game
    await settle_left(room, club.advisor.evaluate)
    if not room.record.is_over:
        await club.close_room(room)
    club.bus.publish(room_id)
