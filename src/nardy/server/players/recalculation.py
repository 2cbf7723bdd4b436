"""Background recalculation of ladders, in short slices with pauses between them."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.errors import NardyError
from nardy.server.ratings.ladder import Ladder, Rated
from nardy.server.ratings.standing import Standing
from nardy.server.store.database.writer import Writer
from nardy.server.store.ratings import ladders, recalculation
from nardy.server.store.ratings.recalculation import Mark, Numbered, WriteOutcome

_log = logging.getLogger(__name__)
SLICE = 50
"""Results per slice: some milliseconds of reading and of writing."""
REST_RATIO = 3.0
"""Pause after a slice, as a multiple of its duration: uses a quarter of one core at most."""


@dataclass(frozen=True)
class Slice:
    """Recalculated results, in order."""

    upto: int
    """Number of the last of them."""
    rated: list[tuple[str, Rated]]
    """By room; results that change no ratings are left out."""
    final: dict[str, Standing]
    """New standings of players without a later result."""


class Recount:
    """The recalculation of one ladder from a mark."""

    def __init__(self, mark: Mark) -> None:
        self.mark, self.upto = mark, mark.upto
        self.due: dict[str, Standing] = {}
        """New standings of the results read last."""
        self._ladder = Ladder()
        self._last_of: dict[str, int] = {}
        self._is_whole = not mark.upto and not mark.who
        self._pairs: set[frozenset[str]] = set()
        """Pairs for which the database has been asked whether they met before."""

    def next(self, connection: sql.Connection) -> Slice | None:
        """Recalculate the next results, without writing; None if there are none."""
        if self.mark.who and not self._ladder.standings:
            self._take_up(connection, self.mark.who, self.upto + 1)
        found = recalculation.after(connection, self.mark, self.upto, SLICE)
        rated = [(one.result.room, self._add(connection, one)) for one in found if self._is_in(one)]
        if not found:
            return None
        upto = found[-1].number
        final = {who: one for who, one in self.due.items() if self._last(connection, who) <= upto}
        # The others come again with their later results.
        self.due = {}
        return Slice(upto, rated, final)

    def _last(self, connection: sql.Connection, who: str) -> int:
        """The number of a player's last result; of one that comes meanwhile, the standing is written again."""
        if who not in self._last_of:
            self._last_of[who] = recalculation.last_number(connection, self.mark, who)
        return self._last_of[who]

    def _is_in(self, one: Numbered) -> bool:
        """Whether a result involves a player whose results have changed."""
        both = {one.result.white, one.result.black}
        return not self.mark.who or not both.isdisjoint(self._ladder.standings)

    def _add(self, connection: sql.Connection, one: Numbered) -> Rated:
        # A ladder recalculated from its beginning knows all players and who has met.
        if not self._is_whole:
            self._recall(connection, one)
        rated = self._ladder.add(one.result)
        self.due |= {one.result.white: rated.white, one.result.black: rated.black}
        return rated

    def _recall(self, connection: sql.Connection, one: Numbered) -> None:
        """Read the standings of two, and whether they have met, from before this recalculation."""
        both = (one.result.white, one.result.black)
        for who in both:
            if who not in self._ladder.standings:
                self._take_up(connection, who, one.number)
        if frozenset(both) not in self._pairs:
            self._pairs.add(frozenset(both))
            if ladders.have_met(connection, one.result, one.number):
                self._ladder.meet(one.result)

    def _take_up(self, connection: sql.Connection, who: str, number: int) -> None:
        before = recalculation.standing_before(connection, self.mark, who, number)
        self._ladder.standings[who] = self.due[who] = before


async def recount(store: Writer, mark: Mark, rest: float = REST_RATIO) -> bool:
    """Recalculate a ladder from a mark; False if another process has marked or recalculated it meanwhile.

    New results are included. A standing is written with the last result of its player, so that an interrupted
    recalculation leaves none wrong. Until then, new results are rated by the old standing, and corrected
    afterwards.

    Raises:
        StoreError: the database cannot be read or written; the mark remains.
    """
    work = Recount(mark)
    while True:
        began = time.monotonic()
        if found := await store.read(work.next):
            state = await _write(store, work, found)
        else:
            state = await store.run(lambda c: recalculation.finish(c, mark, work.upto, work.due))
            if state == "written":
                return True
        if state == "lost":
            return False
        await asyncio.sleep((time.monotonic() - began) * rest)


async def _write(store: Writer, work: Recount, found: Slice) -> WriteOutcome:
    places = (work.upto, found.upto)
    state: WriteOutcome = await store.run(
        lambda c: recalculation.write(c, work.mark, places, found.rated, found.final)
    )
    work.upto = found.upto
    return state


class Recounter:
    """Runs the recalculation as a task while ladders are marked."""

    def __init__(self, store: Writer, tell: Callable[[], None]) -> None:
        """*tell* is called after each change of standings."""
        self._store, self._tell = store, tell
        self._task: asyncio.Task[None] | None = None
        self._is_called = False

    def wake(self) -> None:
        """Start the task if needed: at startup, after a mark, and at maintenance."""
        self._is_called = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def settle(self, seconds: float) -> None:
        """Start the task and wait at most this long for it: most recalculations are short."""
        self.wake()
        if self._task:
            await asyncio.wait([self._task], timeout=seconds)

    async def close(self) -> None:
        """Cancel the task; it resumes at the next start."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        while self._is_called:
            self._is_called = False
            try:
                marks = await self._store.read(recalculation.marks)
            except NardyError:
                _log.exception("recalculation of ladders failed; it will be tried again")
                continue
            for mark in marks:
                await self._recount(mark)

    async def _recount(self, mark: Mark) -> None:
        try:
            await recount(self._store, mark)
        except Exception:  # noqa: BLE001 (the other ladders are due as well)
            _log.exception(
                "recalculation of %s (%s) failed; it will be tried again", mark.game, mark.pace
            )
        else:
            self._tell()
