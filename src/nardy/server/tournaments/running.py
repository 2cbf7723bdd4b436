"""A running tournament: its record, its state, its log on disk, and its changes since a version."""

import asyncio
import contextlib
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TypeVar

from nardy.errors import NardyError
from nardy.server.bus import Bus
from nardy.server.errors import StaleError, StoreError
from nardy.server.lru_cache import Recent
from nardy.server.pairing.events import TournamentEvent
from nardy.server.pairing.standings import Placing, standings
from nardy.server.pairing.tournament import Tournament
from nardy.server.protocol.tournaments import (
    BracketPairFacts,
    EntrantFacts,
    StandingRow,
    TableFacts,
)
from nardy.server.store import tournaments
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.tournaments import TournamentRecord

Item = TypeVar("Item")
PutCalls = Callable[[Connection, TournamentRecord, Sequence[TournamentEvent], Tournament], None]
KEPT = 32
"""Versions in memory; a page with an older one gets everything."""
TOPIC = "tournament:"
TALK_TOPIC = "tournament-talk:"
"""The bus topic: followed by an id for one tournament, alone for the list of all."""


@dataclass(frozen=True, slots=True)
class TournamentLists:
    """The long lists of a tournament's facts; every item has a number."""

    entrants: list[EntrantFacts]
    standings: list[StandingRow]
    tables: list[TableFacts]
    duels: list[BracketPairFacts]


def final_ranks(over: Tournament) -> list[tuple[int, int]]:
    """Entrant numbers and ranks of those who started or were paired: where nobody was paired, nobody has won."""
    if not over.meetings:
        return []
    started = set(over.starters)
    return [
        (row.number, row.rank)
        for row in standings(over)
        # Whoever wins a knock-out by byes has met nobody.
        if row.number in started or over.meetings_of(row.number)
    ]


NUMBERS = {"entrants": "number", "standings": "number", "tables": "table", "duels": "knot"}
"""The attribute that is the number of an item, by list."""


def changes(seen: TournamentLists, now: TournamentLists) -> TournamentLists:
    """The items of each list that are new or changed."""
    return TournamentLists(
        **{
            name: changed(getattr(seen, name), getattr(now, name), attrgetter(number))
            for name, number in NUMBERS.items()
        }
    )


def changed(seen: Sequence[Item], now: Sequence[Item], number: Callable[[Item], int]) -> list[Item]:
    """The items that are new or changed.

    >>> changed(["1a", "2a"], ["1a", "2b", "3a"], lambda item: int(item[0]))
    ['2b', '3a']
    """
    known = {number(item): item for item in seen}
    return [item for item in now if known.get(number(item)) != item]


class RunningTournament:
    """A tournament; events are written to disk before anybody is notified."""

    def __init__(
        self, record: TournamentRecord, events: Sequence[TournamentEvent], store: Writer, bus: Bus
    ) -> None:
        """Continue a tournament from the events of its log."""
        self.record = record
        self.now = Tournament.of(record.conditions.terms, record.seed, events)
        self.lock = asyncio.Lock()
        """Held while reading the state and adding an event that depends on it."""
        self.changed = asyncio.Event()
        self.sent: Recent[int, TournamentLists] = Recent(KEPT)
        """The lists that were first sent of each version."""
        self._store, self._bus = store, bus
        self.calls: PutCalls | None = None
        """Puts notices of events into the outbox, as part of their transaction."""
        self.called: Callable[[], None] = lambda: None
        """Notifies the outbox after it."""
        self._rows: tuple[int, list[Placing]] = (-1, [])

    @property
    def rows(self) -> list[Placing]:
        """The current standings, cached by version."""
        if self._rows[0] != self.now.version:
            self._rows = (self.now.version, standings(self.now))
        return self._rows[1]

    def rename(self, old: str, new: str) -> None:
        """Give a guest's place to an account, as the log does; if both have entered, they stay two."""
        if self.record.maker == old:
            self.record = replace(self.record, maker=new)
        if self.now.number_of(new) is None:
            entrants = self.now.entrants
            renamed = (replace(one, who=new) if one.who == old else one for one in entrants)
            self.now = replace(self.now, entrants=tuple(renamed))
        self._bus.publish(TOPIC + self.record.id)

    async def add(
        self, *events: TournamentEvent, also: Callable[[Connection], object] = lambda _: None
    ) -> None:
        """Write events to the log, apply them, and notify listeners; *also* is part of their transaction.

        Raises:
            StaleError: the log has other events by now, and they are read.
            StoreError: the events could not be written, or their answer was lost and they are read.
        """
        after = self.now
        for event in events:
            after = after.after(event)
        try:
            is_written = await self._write(events, after, also)
        except StoreError:
            await self.read_again()
            raise
        if not is_written:
            await self.read_again()
            raise StaleError(
                "another process has written to this tournament's log; load the tournament again"
            )
        self._follow(after)

    async def read_again(self) -> None:
        """Take the names and the state from the log; what cannot be read now is read after the next failure.

        The caller holds the lock.
        """
        with contextlib.suppress(NardyError):
            load = functools.partial(tournaments.load, of=self.record.id)
            if (found := await self._store.read(load)) is None:
                return
            before, self.record = self.record, found[0]
            stored = Tournament.of(self.record.conditions.terms, self.record.seed, found[1])
            if (before, self.now) != (self.record, stored):
                self._follow(stored)

    def _follow(self, after: Tournament) -> None:
        """Take a state that is on the disk, and notify listeners."""
        before, self.now = self.now, after
        self.called()
        self.changed.set()
        self._bus.publish(TOPIC + self.record.id)
        if (before.begun, before.closed) != (after.begun, after.closed) or not after.begun:
            self._bus.publish(TOPIC)

    async def _write(
        self,
        events: Sequence[TournamentEvent],
        after: Tournament,
        also: Callable[[Connection], object],
    ) -> bool:
        is_over = after.closed is not None
        ranks = final_ranks(after) if is_over else []
        of, version = self.record.id, self.now.version

        def job(connection: Connection) -> bool:
            if not tournaments.append(connection, of, version, events, is_over=is_over):
                return False
            tournaments.note_ranks(connection, of, ranks)
            if self.calls is not None:
                self.calls(connection, self.record, events, after)
            also(connection)
            return True

        return await self._store.run(job)
