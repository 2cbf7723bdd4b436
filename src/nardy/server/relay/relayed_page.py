"""One page that another process is connected to: its messages come over the relay."""

import contextlib
import time
from collections.abc import Callable

import msgspec

from nardy.server.connection.keepalive import ConnectionHealth
from nardy.server.connection.websocket import Page
from nardy.server.relay import line_reports
from nardy.server.relay.line_reports import MARK, LineReport
from nardy.server.relay.routes import shard_of_message
from nardy.server.shards.ownership import Ownership


class ReportedHealth(ConnectionHealth):
    """The measurements of another process."""

    def __init__(
        self, relay: ConnectionHealth | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """*relay* has the measurements of the connection to that process."""
        super().__init__(clock)
        self._relay = relay
        self._report = LineReport()

    def learn(self, report: LineReport) -> None:
        """Take in a report."""
        self.hear()
        self._report, self.is_left = report, report.is_left

    @property
    def round_trip(self) -> int:
        return self._report.round_trip

    @property
    def silence(self) -> int:
        """As it was reported; a long one goes on since, so that it is not reported over and over."""
        since = self._clock() - self._heard_at if self._report.is_silent else 0
        reported = self._report.silence + round(1000 * since)
        # A process that is dead or frozen reports nothing.
        return max(reported, self._relay.silence if self._relay else 0)


class RelayedPage:
    """Takes what the other process passes on."""

    def __init__(self, page: Page, ownership: Ownership) -> None:
        self._page, self._ownership = page, ownership
        page.line = self._line = ReportedHealth(page.line)

    async def take(self, text: str) -> None:
        """Handle a message, or learn how the page's connection is."""
        if text.startswith(MARK):
            # One that cannot be read is of another version of nardy.
            with contextlib.suppress(msgspec.DecodeError):
                self._line.learn(line_reports.read(text) or LineReport())
            return
        shard = shard_of_message(text)
        if shard is not None and not self._ownership.has(shard):
            # It has moved on: the page comes again, and finds its owner.
            self._page.send_away()
            return
        await self._page.take(text)

    async def close(self) -> None:
        """Nothing: the connection has ended."""
