"""Packs finished games while the club runs, a few at a time."""

import asyncio

from nardy.server.store import packing
from nardy.server.store.database.writer import Writer
from nardy.server.timestamps import DAY_MS

QUIET = DAY_MS
"""Milliseconds after its last entry for which a finished room stays as it is: by then everybody has the answer
to the last act, and a review has its times."""
AT_ONCE = 4
"""Rooms looked at in one portion, whose writing takes some milliseconds."""
MOST = 50
"""Portions of one round."""
MANY = MOST * AT_ONCE // 2
"""Games packed in a round after which the next one begins at once. Where fewer of the rooms that were looked at could be
packed, most are too young, and going round faster would only look at them more often."""
PAUSE_SECONDS = 0.05
"""Seconds between two portions, in which acts run."""


class GamePacking:
    """Goes through all rooms with entries, again and again."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._after = ""

    async def go_on(self, at: int) -> int:
        """Pack games that have been over for a day at the time *at*; returns how many."""
        before, count = at - QUIET, 0
        for _ in range(MOST):
            after = self._after
            found, self._after = await self._store.read(
                lambda c, after=after: packing.look_further(c, after, before, AT_ONCE)
            )
            if found:
                count += await self._store.run(lambda c, of=found: packing.put(c, of, before))
            if not self._after:
                break
            await asyncio.sleep(PAUSE_SECONDS)
        return count
