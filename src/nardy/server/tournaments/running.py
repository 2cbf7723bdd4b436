"""One running tournament: its record, its state, its log on the disk, and what changed since a version."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from nardy.server.bus import Bus
from nardy.server.errors import StaleError
from nardy.server.pairing.events import Event
from nardy.server.pairing.standings import Placing, standings
from nardy.server.pairing.tournament import Tournament
from nardy.server.protocol.tournaments import DuelFacts, EntrantFacts, StandingRow, TableFacts
from nardy.server.store import tournaments
from nardy.server.store.database.writer import Writer
from nardy.server.store.tournaments import TournamentRecord

One = TypeVar("One")
KEPT = 32
"""Versions that are remembered; whoever has been away for longer is told everything."""
TOPIC = "tournament:"
"""With an id behind it, what changes of a tournament are heard under; alone, changes of the list."""


@dataclass(frozen=True, slots=True)
class TournamentLists:
    """The long parts of what is told of a tournament; every item has a number of its own."""

    entrants: list[EntrantFacts]
    standings: list[StandingRow]
    tables: list[TableFacts]
    duels: list[DuelFacts]


NUMBERS: dict[str, Callable[[Any], int]] = {
    "entrants": lambda one: one.number,
    "standings": lambda one: one.number,
    "tables": lambda one: one.table,
    "duels": lambda one: one.knot,
}
"""What the items of each list are known by."""


class SentLists:
    """The lists of the last versions of a tournament, as they were told."""

    def __init__(self) -> None:
        """Nothing was told yet."""
        self._told: dict[int, TournamentLists] = {}

    def keep(self, version: int, lists: TournamentLists) -> None:
        """Remember what is told of a version."""
        self._told[version] = lists
        if len(self._told) > KEPT:
            self._told.pop(min(self._told))

    def since(self, version: int, now: TournamentLists) -> TournamentLists | None:
        """What has changed since a version; None where that is not known any more."""
        seen = self._told.get(version)
        if seen is None:
            return None
        parts = {
            field.name: changed(
                getattr(seen, field.name), getattr(now, field.name), NUMBERS[field.name]
            )
            for field in fields(TournamentLists)
        }
        return TournamentLists(**parts)


def changed(seen: Sequence[One], now: Sequence[One], number: Callable[[One], int]) -> list[One]:
    """The items that are new or not as they were.

    >>> changed(["1a", "2a"], ["1a", "2b", "3a"], lambda one: int(one[0]))
    ['2b', '3a']
    """
    known = {number(one): one for one in seen}
    return [one for one in now if known.get(number(one)) != one]


class RunningTournament:
    """What happens is on the disk first; then everybody is told."""

    def __init__(
        self, record: TournamentRecord, events: Sequence[Event], store: Writer, bus: Bus
    ) -> None:
        """Take up a tournament where its log ends."""
        self.record = record
        self.now = Tournament.of(record.conditions.terms, record.seed, events)
        self.lock = asyncio.Lock()
        """Held by whoever looks at it and then adds to it."""
        self.changed = asyncio.Event()
        self.told = SentLists()
        self._store, self._bus = store, bus
        self._rows: tuple[int, list[Placing]] = (-1, [])

    @property
    def rows(self) -> list[Placing]:
        """The standings now; counted once, however many ask."""
        if self._rows[0] != self.now.version:
            self._rows = (self.now.version, standings(self.now))
        return self._rows[1]

    def rename(self, old: str, new: str) -> None:
        """Somebody turns out to be another, as the log now says too; who both entered stay two."""
        if self.record.maker == old:
            self.record = replace(self.record, maker=new)
        if self.now.number_of(new) is None:
            entrants = [
                replace(one, who=new) if one.who == old else one for one in self.now.entrants
            ]
            self.now = replace(self.now, entrants=tuple(entrants))
        self._bus.publish(TOPIC + self.record.id)

    async def add(self, *events: Event) -> None:
        """Let these happen.

        Raises:
            StaleError: somebody else writes this log too.
            StoreError: it could not be written; nothing has happened.
        """
        before, after = self.now, self.now
        for event in events:
            after = after.after(event)
        if not await self._write(events, after):
            raise StaleError("expected to be the only one who writes this log, and am not")
        self.now = after
        self.changed.set()
        self._bus.publish(TOPIC + self.record.id)
        if (before.begun, before.closed) != (after.begun, after.closed) or not after.begun:
            self._bus.publish(TOPIC)

    async def _write(self, events: Sequence[Event], after: Tournament) -> bool:
        is_over = after.closed is not None
        ranks = [(row.number, row.rank) for row in standings(after)] if is_over else []
        of, version = self.record.id, self.now.version
        return await self._store.run(
            lambda c: (
                tournaments.append(c, of, version, events, is_over=is_over)
                and (tournaments.note_ranks(c, of, ranks) or True)
            )
        )
