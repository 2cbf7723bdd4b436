"""One tournament as the club holds it: its record, what it has come to, and its log on the disk."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from nardy.server.bus import Bus
from nardy.server.errors import StaleError
from nardy.server.pairing.events import Event
from nardy.server.pairing.standings import Row, standings
from nardy.server.pairing.tournament import Tournament
from nardy.server.store import tournaments
from nardy.server.store.database.writer import Writer
from nardy.server.store.tournaments import TournamentRecord
from nardy.server.tournaments.changes import Memory

TOPIC = "tournament:"
"""With an id behind it, what changes of a tournament are heard under; alone, changes of the list."""


class Contest:
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
        self.told = Memory()
        self._store, self._bus = store, bus
        self._rows: tuple[int, list[Row]] = (-1, [])

    @property
    def rows(self) -> list[Row]:
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
