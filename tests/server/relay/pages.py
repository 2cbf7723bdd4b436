"""Pages whose room is at another process, and that process: real connections on loopback."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any

from tests.server.relay.stand_ins import ROOM, SECRET_TEXT
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from nardy.server.relay.headers import marked
from nardy.server.relay.line_reports import MARK, LineReport, read
from nardy.server.relay.page_relay import PageRelay
from nardy.server.relay.switchboard import Switchboard


class Line:
    """The measurements of a page's connection."""

    def __init__(self) -> None:
        self.round_trip, self.silence, self.is_left = 20, 0, False


class Page:
    def __init__(self, line: Line | None = None) -> None:
        self.line = line
        self.heard = list[str]()
        self.told = list[bytes]()
        self.is_sent_away = False

    async def take(self, text: str) -> None:
        self.heard.append(text)

    def send_away(self) -> None:
        self.is_sent_away = True

    async def keep(self, answer: bytes) -> None:
        self.told.append(answer)


class Owner:
    """Another process, which answers each message with its number; `address` is where it is."""

    def __init__(self) -> None:
        self.address = ""
        self.lines = list[ServerConnection]()
        self.heard = list[str]()

    async def answer(self, line: ServerConnection) -> None:
        self.lines.append(line)
        with contextlib.suppress(ConnectionClosed):
            async for text in line:
                assert isinstance(text, str)
                self.heard.append(text)
                if not text.startswith(MARK):
                    await line.send(str(len(self.messages)).encode(), text=True)

    @property
    def messages(self) -> list[str]:
        return [text for text in self.heard if not text.startswith(MARK)]

    @property
    def reports(self) -> list[LineReport]:
        return [report for text in self.heard if (report := read(text))]


@contextlib.asynccontextmanager
async def an_owner(slow: float = 0.0) -> AsyncGenerator[Owner]:
    """One whose handshakes last so many seconds."""

    async def wait(*_: object) -> None:
        await asyncio.sleep(slow)

    owner = Owner()
    async with serve(
        owner.answer, "127.0.0.1", 0, process_request=wait, close_timeout=0.2
    ) as server:
        owner.address = f"127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        yield owner


def relay_of(page: Page, switch: Switchboard) -> PageRelay:
    scope = {"headers": [(b"cookie", b"nardy=me"), (b"host", b"club")], "scheme": "ws"}
    headers = marked({**scope, "client": ("192.0.2.7", 5)}, SECRET_TEXT)
    return PageRelay(page, switch, headers, page.keep)  # type: ignore[arg-type]


def message(room: str = ROOM) -> str:
    return json.dumps({"type": "watch", "room": room})


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(in_time())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not is_so():
            await asyncio.sleep(0.002)
