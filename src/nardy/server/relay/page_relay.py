"""One page: its messages about rooms of other processes go to their owners, and their answers come back."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from nardy.server.connection.websocket import Page
from nardy.server.relay.headers import Headers
from nardy.server.relay.line_reports import LineReport, written
from nardy.server.relay.routes import shard_of_message
from nardy.server.relay.switchboard import OWNER_SECONDS, Switchboard

CLOSE_SECONDS = 2.0
"""The longest wait for a process to which a connection is closed; it may be frozen."""
_log = logging.getLogger(__name__)
Send = Callable[[bytes], Awaitable[None]]


class PageRelay:
    """The page's connections to other processes, by their addresses."""

    def __init__(self, page: Page, switch: Switchboard, headers: Headers, send: Send) -> None:
        """*headers* are those of a connection in the name of the page; *send* sends to it."""
        self._page, self._switch, self._headers, self._send = page, switch, headers, send
        self._lines: dict[str, ClientConnection] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._shards: dict[int, str] = {}
        """Where each shard of the page's messages lives, as it was when it was asked."""
        self._told: dict[str, LineReport] = {}
        switch.relays.add(self)

    async def take(self, text: str) -> None:
        """Handle a message of the page, or pass it on, waiting for an owner where the last one has died."""
        shard = shard_of_message(text)
        if shard is None or self._switch.ownership.has(shard):
            await self._page.take(text)
            return
        try:
            async with asyncio.timeout(OWNER_SECONDS):
                while not await self._is_passed_on(shard, text):
                    await self._switch.beat()
        except TimeoutError:
            # The page comes again, and repeats what is not answered.
            self._page.send_away()

    async def _is_passed_on(self, shard: int, text: str) -> bool:
        """Whether the owner has a message; False if there is none now, or it does not answer."""
        if self._switch.ownership.has(shard):
            await self._page.take(text)
            return True
        address = self._switch.ownership.address_of(shard)
        if address is None:
            return False
        try:
            line = self._lines.get(address) or await self._line_to(address, shard)
            if line is None:
                return await self._is_passed_on(shard, text)
            await self._report(address, line)
            # Only where an owner has answered, a later one is elsewhere: who waits for the next one waits here.
            self._shards[shard] = address
            await line.send(text)
        except (WebSocketException, OSError, TimeoutError) as error:
            _log.debug("a message could not be passed on: %s", error)
            if isinstance(error, ConnectionRefusedError):
                self._switch.ownership.suspect(address)
            return False
        self._switch.relayed += 1
        return True

    def look_round(self) -> None:
        """Send the page away if a room of it lives elsewhere by now; tell owners whether it has fallen silent."""
        ownership = self._switch.ownership
        moved = [
            shard
            for shard, address in self._shards.items()
            if ownership.has(shard) or ownership.address_of(shard) != address
        ]
        if moved:
            self._page.send_away()
        for address, line in self._lines.items():
            # A silent page sends no message that would tell of it.
            if self._measured().is_silent != self._told.get(address, LineReport()).is_silent:
                self._begin(self._report_alone(address, line))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def send_away(self) -> None:
        """Send the page to another process."""
        self._page.send_away()

    async def close(self) -> None:
        """Tell the owners how the page left, and disconnect."""
        self._switch.relays.discard(self)
        for address, line in list(self._lines.items()):
            with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._report(address, line)
                    await line.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _measured(self) -> LineReport:
        """The figures of the connection to the page, measured now."""
        if (line := self._page.line) is None:
            return LineReport()
        return LineReport(line.round_trip, line.silence, line.is_left)

    async def _report(self, address: str, line: ClientConnection) -> None:
        """Tell what is measured at the page, where it has changed."""
        report = self._measured()
        if report != self._told.get(address, LineReport()):
            self._told[address] = report
            await line.send(written(report))

    async def _report_alone(self, address: str, line: ClientConnection) -> None:
        # Whoever pumps its answers sees that the owner has gone.
        with contextlib.suppress(WebSocketException, OSError):
            await self._report(address, line)

    async def _line_to(self, address: str, shard: int) -> ClientConnection | None:
        """A connection to the owner of a shard; None if another one owns it before this one answers."""
        connecting = asyncio.create_task(self._connected(address))
        try:
            while not connecting.done():
                # One that is frozen takes connections, and never answers.
                if self._switch.ownership.address_of(shard) != address:
                    return None
                beat = asyncio.create_task(self._switch.beat())
                await asyncio.wait({connecting, beat}, return_when=asyncio.FIRST_COMPLETED)
                beat.cancel()
            return connecting.result()
        finally:
            connecting.cancel()

    async def _connected(self, address: str) -> ClientConnection:
        line = await connect(
            f"ws://{address}/live",
            additional_headers=[
                (n.decode(), value.decode("latin-1")) for n, value in self._headers
            ],
            # The leases tell whether the other process lives; one to which many pages come is slow.
            open_timeout=OWNER_SECONDS,
            close_timeout=CLOSE_SECONDS,
            ping_interval=None,
            compression=None,
            max_size=None,
            user_agent_header=None,
            proxy=None,
        )
        self._lines[address] = line
        self._begin(self._pump(address, line))
        return line

    async def _pump(self, address: str, line: ClientConnection) -> None:
        """Send the page whatever the other process answers; without that process the page comes again."""
        try:
            async for answer in line:
                await self._send(answer if isinstance(answer, bytes) else answer.encode())
        except (WebSocketException, WebSocketDisconnect, OSError):
            pass  # one of the two has gone
        finally:
            self._lines.pop(address, None)
            self._told.pop(address, None)
            # A page that goes by itself is not told to come again.
            if self in self._switch.relays:
                self._page.send_away()
