"""Who is online: a page open on the club, or a request a moment ago."""

import contextlib
from collections import Counter
from collections.abc import Callable, Generator
from time import monotonic

from nardy.server.store.guests import Guest

SEEN_SECONDS = 45.0
"""How long somebody is online after a request: every page asks for news three times in it."""


class OnlinePeople:
    """Who is online, in memory only."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """*clock* returns seconds."""
        self._clock = clock
        self._pages: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self.elsewhere: frozenset[str] = frozenset()
        """Who is online at other processes of the club."""

    def come(self, who: str) -> None:
        """Note an open connection."""
        self._pages[who] += 1

    def leave(self, who: str) -> None:
        """Note that a connection has ended."""
        self._pages[who] -= 1
        if not self._pages[who]:
            del self._pages[who]

    def see(self, who: str) -> None:
        """Note a request of a page without a connection."""
        now = self._clock()
        # The dictionary is in the order of the last requests, so the old ones are its first.
        self._seen.pop(who, None)
        self._seen[who] = now
        while (first := next(iter(self._seen))) and self._seen[first] < now - SEEN_SECONDS:
            del self._seen[first]

    @contextlib.contextmanager
    def page_of(self, guest: Guest | None) -> Generator[None]:
        """Somebody is online while their connection is open; who has no name is nobody."""
        if guest is None:
            yield
            return
        self.come(guest.id)
        try:
            yield
        finally:
            self.leave(guest.id)

    def is_online(self, who: str) -> bool:
        return who in self.elsewhere or self._is_here(who)

    def _is_here(self, who: str) -> bool:
        return who in self._pages or self._clock() <= self._seen.get(who, -1e9) + SEEN_SECONDS

    def here(self) -> list[str]:
        """All who are online at this process, those who came last first."""
        found = dict.fromkeys([*self._pages, *self._seen])
        return [who for who in reversed(found) if self._is_here(who)]

    def everybody(self) -> list[str]:
        """All who are online, those who came last to this process first."""
        return list(dict.fromkeys([*self.here(), *self.elsewhere]))
