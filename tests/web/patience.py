"""Waiting for what happens and not for the clock: a slow machine is no fault, one that stands still is."""

import time

from tests.web.browser import Tab

STATE = (
    "[...document.querySelectorAll('.strip .who, .strip .state, .mainbox, .turns, .places > *, .end')]"
    ".map((e) => e.getAttribute('aria-label') ?? e.textContent).join('|')"
)


class Patience:
    """Fails when nothing has changed on any of the pages for a while, however long the whole takes."""

    def __init__(self, *tabs: Tab, seconds: float = 60) -> None:
        self._tabs, self._seconds = tabs, seconds
        self._seen: list[str] = []
        self._since = time.monotonic()

    def look(self) -> None:
        """Whether it still goes on."""
        seen = [tab.js(STATE) for tab in self._tabs]
        if seen != self._seen:
            self._seen, self._since = seen, time.monotonic()
        still = time.monotonic() - self._since
        assert still < self._seconds, (f"nothing changed for {still:.0f} s", seen, self._errors())
        time.sleep(0.05)

    def _errors(self) -> list[list[str]]:
        return [tab.log for tab in self._tabs]
