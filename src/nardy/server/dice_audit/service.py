"""The service that keeps the dice counts up to date."""

import asyncio

from nardy.server.protocol.dice import DiceCounts
from nardy.server.store import dice_counts
from nardy.server.store.database.writer import Writer

STRETCH = 1_000
"""Log entries counted in one transaction, for which writes have to wait."""
MOST_STRETCHES = 100
PAUSE_SECONDS = 0.05
"""Seconds between two transactions, in which waiting writes run."""


class DiceStatistics:
    """Counts the throws of finished rooms when asked."""

    def __init__(self, store: Writer) -> None:
        self._store = store

    async def counts(self) -> DiceCounts:
        """The current counts, which may lag behind if many rooms have ended."""
        return await self._store.run(lambda c: dice_counts.extend(c, STRETCH))

    async def catch_up(self) -> None:
        """Count all finished rooms, in slices with pauses for other work."""
        for _ in range(MOST_STRETCHES):
            if (await self.counts()).is_complete:
                return
            await asyncio.sleep(PAUSE_SECONDS)
