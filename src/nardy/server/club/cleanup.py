"""Forgetting guests who never did anything, and sessions that no browser can use any more."""

from nardy.server.club.club import Club
from nardy.server.store import cleanup

DAY = 24 * 3600 * 1000
KEPT_GUESTS = 30 * DAY
"""Milliseconds after which a guest is forgotten who has neither played nor written, nor come back."""
KEPT_SESSIONS = 400 * DAY
"""The same for a session that was not used: a browser gives up its cookie after a year."""
AT_ONCE = 100
"""Rows that are removed in one transaction: whoever plays waits for it."""
MOST = 5_000
"""Of each kind in one round; what is left has time."""


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
        club.faces.call_anew(one)


def _slices(rows: list[str]) -> list[list[str]]:
    return [rows[first : first + AT_ONCE] for first in range(0, len(rows), AT_ONCE)]
