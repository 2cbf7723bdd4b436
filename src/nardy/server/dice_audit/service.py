"""Goes on counting the club's dice where it had come to."""

import asyncio

from nardy.server.protocol.dice import DiceCounts
from nardy.server.store import dice_counts
from nardy.server.store.database.writer import Writer
from nardy.server.store.dice_counts import Counted

STRETCH = 1_000
"""Rows of the log that are counted in one go: acts wait for no more than these."""
MOST_STRETCHES = 100
PAUSE = 0.05
"""Seconds between two of them, in which everybody else is served."""


class DiceStatistics:
    """Knows what has been thrown, and goes on counting where it had come to."""

    def __init__(self, store: Writer) -> None:
        """Nothing is read before somebody asks."""
        self._store = store
        self.counted = Counted()
        """What is counted, and up to where."""

    async def counts(self) -> DiceCounts:
        """What has been thrown until now; where much is new, until some time ago."""
        before = self.counted
        self.counted = await self._store.run(lambda c: dice_counts.extend(c, before, STRETCH))
        return self.counted.kept.counts

    async def catch_up(self) -> None:
        """Count on, piece by piece, with room for others between them."""
        for _ in range(MOST_STRETCHES):
            if (await self.counts()).is_complete:
                return
            await asyncio.sleep(PAUSE)
