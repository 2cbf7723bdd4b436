"""What a process has in memory of the whole club is dropped when another process changes it."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any

from nardy.server.club.club import Club
from nardy.server.club.merge_guest import reseat_as_stored, reseat_between_acts
from nardy.server.errors import StoreError
from nardy.server.shards.hints import Hints
from nardy.server.store.merge_guest import MergedIds
from nardy.server.tournaments.service import TournamentService, leave_group_here

_log = logging.getLogger(__name__)


class SharedCaches:
    """Connects the caches of a club with the hints."""

    def __init__(self, club: Club, tournaments: TournamentService, hints: Hints) -> None:
        self._club, self._tournaments, self._hints = club, tournaments, hints
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_reading = self._is_due = False
        club.groups.is_kept = False
        self._tell()
        self._hear()

    async def close(self) -> None:
        """Cancel what follows from hints; the next process reads everything anew."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _tell(self) -> None:
        club, tell = self._club, self._hints.tell
        club.describer.on_change = partial(tell, "person")
        club.standings.on_change = partial(tell, "standing")
        club.accounts.on_end = partial(tell, "sessions")
        club.words.on_change = club.logo.on_change = partial(tell, "words")
        club.chat.on_forget = partial(tell, "forgotten")
        club.on_merge = lambda both: tell("merge", f"{both.old} {both.new}")
        self._tournaments.on_made = partial(tell, "tournament")
        self._tournaments.on_leave = lambda group, who: tell("left", f"{group or ''} {who}")
        wake = club.notices.wake

        def wake_all() -> None:
            wake()
            tell("outbox")

        club.notices.wake = wake_all

    def _hear(self) -> None:
        club, on = self._club, self._hints.on
        on("person", club.describer.evict)
        on("standing", club.standings.evict)
        on("sessions", lambda _: self._begin(club.accounts.look_round()))
        on("words", lambda _: self._begin(self._read_words()))
        on("forgotten", club.chat.forget)
        on("merge", lambda both: self._begin(self._merged(MergedIds(*both.split(" ")))))
        on(
            "left",
            lambda what: self._begin(leave_group_here(club, self._tournaments, *what.split(" "))),
        )
        on("tournament", lambda of: self._begin(self._open(of)))
        on("outbox", lambda _: club.notices.wake())
        self._hints.on_anew(self._forget)

    def _forget(self) -> None:
        """Hints may have been lost: drop everything."""
        club = self._club
        club.describer.evict("")
        club.standings.evict("")
        club.chat.evict_all()
        # This may be told each second, and the database may take longer.
        self._is_due = True
        if not self._is_reading:
            self._begin(self._read_anew())

    async def _read_anew(self) -> None:
        self._is_reading = True
        try:
            while self._is_due:
                self._is_due = False
                await self._look_for_merges()
                await self._read_words()
        finally:
            self._is_reading = False

    async def _look_for_merges(self) -> None:
        # Pages of a guest leave their rooms first, under the old id.
        await self._club.accounts.look_round()
        await reseat_as_stored(self._club)
        await self._tournaments.rename_as_stored()

    async def _read_words(self) -> None:
        await self._club.words.read_again()
        await self._club.logo.read_again()

    async def _open(self, tournament: str) -> None:
        if self._club.ownership.owns(tournament):
            await self._tournaments.running(tournament)

    async def _merged(self, both: MergedIds) -> None:
        await reseat_between_acts(self._club, both)
        self._club.chat.rename(both.old, both.new)
        await self._tournaments.rename(both.old, both.new)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_try(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _try(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except StoreError as error:
        # The connection for hints is lost with the database, too: everything is read anew when it is back.
        _log.warning("a hint was not followed: %s", error)
