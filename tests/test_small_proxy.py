"""scripts/small_proxy.py: a page ends at the process that owns its room, and at another one if that fails."""

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import small_proxy
from small_proxy import SmallProxy

LIVE = b"GET /live?type=watch&room=r HTTP/1.1\r\nhost: club\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
PLAIN = b"GET /api/rooms HTTP/1.1\r\nhost: club\r\nconnection: close\r\n\r\n"
UPGRADED = b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket"
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 1"
MISDIRECTED = b"HTTP/1.1 421 Misdirected\r\nX-Accel-Redirect: @near\r\nX-Nardy-At: %s\r\nContent-Length: 0\r\n\r\n"


class Process:
    """A process that answers with its number, or names the owner where a request is marked."""

    def __init__(self, number: int) -> None:
        self.number, self.owner = number, ""
        self.may_end = asyncio.Event()
        """When a page's connection is closed."""
        self.may_end.set()
        self.is_frozen = self.is_ending = False
        self.slowness = 0.0
        """Seconds before an answer, but to checks."""
        self.asked, self.checks = list[bytes](), list[bytes]()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if b"/health/" in head:
            self.checks.append(head)
            if self.is_frozen:
                await reader.read()
            writer.write(
                b"HTTP/1.1 503 No\r\n\r\n" if self.is_ending else b"HTTP/1.1 200 OK\r\n\r\n"
            )
        elif self.is_frozen:
            await reader.read()
        else:
            self.asked.append(head)
            await asyncio.sleep(self.slowness)
            writer.write(self._answer(head.lower()))
            await self.may_end.wait()
        writer.close()

    def _answer(self, head: bytes) -> bytes:
        if b"upgrade: websocket" not in head:
            return b"%s\r\n\r\n%d" % (OK, self.number)
        if b"x-nardy-near: 1" in head and self.owner:
            return MISDIRECTED % self.owner.encode()
        return b"%s\r\n\r\n%d" % (UPGRADED, self.number)


@contextlib.asynccontextmanager
async def club(*, is_near: bool = True) -> AsyncGenerator[tuple[list[Process], list[str], int]]:
    """Three processes, their addresses, and the port of a proxy in front of them."""
    processes = [Process(number) for number in range(3)]
    async with contextlib.AsyncExitStack() as opened:
        addresses = list[str]()
        for one in processes:
            server = await asyncio.start_server(one.answer, "127.0.0.1", 0)
            await opened.enter_async_context(server)
            addresses.append(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")
        proxy = SmallProxy([f"http://{one}" for one in addresses], is_near=is_near)
        server = await opened.enter_async_context(await proxy.serve())
        yield processes, addresses, server.sockets[0].getsockname()[1]
        proxy._checking.cancel()  # noqa: SLF001 (or a check might be under way at the end)
        await asyncio.sleep(0.1)


async def ask(port: int, request: bytes) -> bytes:
    """The last byte of an answer, which is the number of a process."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    told = await reader.read()
    writer.close()
    return told[-1:]


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(20):
            await test()

    asyncio.run(in_time())


def test_a_page_ends_at_the_owner_of_its_room() -> None:
    async def test() -> None:
        async with club() as (processes, addresses, port):
            for one in processes[:2]:
                one.owner = addresses[2]
            assert {await ask(port, LIVE) for _ in range(3)} == {b"2"}
            # What the owner gets is what the page has asked.
            assert processes[2].asked.count(LIVE) == 2

    run(test)


@pytest.mark.parametrize(("is_near", "request_text"), [(True, PLAIN), (False, LIVE)])
def test_all_else_goes_to_each_process_in_turn(is_near: bool, request_text: bytes) -> None:
    async def test() -> None:
        async with club(is_near=is_near) as (processes, addresses, port):
            for one in processes[:2]:
                one.owner = addresses[2]
            assert {await ask(port, request_text) for _ in range(3)} == {b"0", b"1", b"2"}

    run(test)


@pytest.mark.parametrize("how", ["unknown", "frozen"])
def test_without_its_owner_a_page_ends_at_any_process(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with club() as (processes, addresses, port):
            monkeypatch.setattr(small_proxy, "CHECK_SECONDS", 0.2)
            processes[2].is_frozen = how == "frozen"
            for one in processes[:2]:
                one.owner = "127.0.0.1:1" if how == "unknown" else addresses[2]
            assert await ask(port, LIVE) in {b"0", b"1", b"2"} - {how == "frozen" and b"2"}

    run(test)


def test_a_slow_answer_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four hundred pages that come again at once are slow to be answered; asked again they would never be."""
    monkeypatch.setattr(small_proxy, "CHECK_SECONDS", 0.1)

    async def test() -> None:
        async with club() as (processes, addresses, port):
            processes[2].slowness = 0.5
            for one in processes[:2]:
                one.owner = addresses[2]
            assert await ask(port, LIVE) == b"2"
            assert processes[2].asked.count(LIVE) == 1

    run(test)


@pytest.mark.parametrize("how", ["ends", "frozen"])
def test_a_process_that_ends_keeps_its_pages_and_one_that_is_silent_does_not(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small_proxy, "PAUSE_SECONDS", 0.05)

    async def test() -> None:
        async with club() as (processes, addresses, port):
            for one in processes[:2]:
                one.owner = addresses[2]
            processes[2].may_end.clear()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(LIVE)
            await reader.readuntil(b"2")
            processes[2].is_ending, processes[2].is_frozen = how == "ends", how == "frozen"
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1 if how == "ends" else 10):
                    assert await reader.read() == b""
            assert reader.at_eof() is (how == "frozen")
            # Nobody else is sent there.
            assert {await ask(port, PLAIN) for _ in range(4)} == {b"0", b"1"}
            processes[2].may_end.set()
            assert await reader.read() == b""
            writer.close()

    run(test)


def test_where_the_proxy_itself_is_late_nobody_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pages of a process come again, and the answers to checks wait behind them."""
    monkeypatch.setattr(small_proxy, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(small_proxy, "CHECK_SECONDS", 0.04)

    async def test() -> None:
        async with club() as (processes, addresses, port):
            for one in processes[:2]:
                one.owner = addresses[2]
            processes[2].may_end.clear()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(LIVE)
            await reader.readuntil(b"2")
            for _ in range(60):
                time.sleep(0.02)  # noqa: ASYNC251 (a round in which there is much to do)
                await asyncio.sleep(0)
            assert not reader.at_eof()
            processes[2].may_end.set()
            assert await reader.read() == b""
            writer.close()

    run(test)
