import asyncio
import gc
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from litestar import Request, WebSocket
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from nardy.server import create_app, run
from nardy.server.connection.keepalive import MeasuredWebSocket
from nardy.server.connection.websocket import Page
from nardy.server.settings import Settings
from nardy.server.web import connection_limits
from nardy.server.web.connection_limits import (
    MOST_PLAIN,
    SPARE,
    ConnectionLimit,
    GuardedHttp,
    guarded,
    most_open,
)

SOON = 0.05
WHOLE = b"GET / HTTP/1.1\r\nhost: club\r\n\r\n"
MUCH = b"x" * 30_000_000


async def answer(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
    """Read the whole body and say how long it was; much of it where a lot is asked for."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    body = MUCH if scope["path"] == "/much" else str(size).encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(guard: ConnectionLimit) -> AsyncGenerator[int]:
    """The port of that application."""
    config, state = uvicorn.Config(answer, log_level="critical"), ServerState()
    protocol = guarded(guard)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        for one in list(state.connections):
            one.transport.abort()
        server.close()
        await server.wait_closed()
        await asyncio.sleep(0)


@asynccontextmanager
async def opened(
    port: int, limit: int = 1 << 16
) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection, closed at the end whatever became of it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=limit)
    try:
        async with asyncio.timeout(5):
            yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def told(port: int, *parts: bytes) -> bytes:
    """What is answered to the last part until the other side closes."""
    async with opened(port) as (reader, writer):
        for number, part in enumerate(parts):
            if number:
                await reader.readuntil(b"\r\n0\r\n\r\n")
            writer.write(part)
        try:
            return await reader.read()
        except ConnectionResetError:
            return b"cut"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEADER_SECONDS", "BODY_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(connection_limits, name, SOON)


@pytest.mark.usefixtures("quick")
def test_a_request_that_is_not_finished_in_time_is_cut() -> None:
    async def go() -> None:
        async with serving(guard := ConnectionLimit(())) as port:
            for half in (b"", b"GET / HTTP/1.1\r\nhost: ", b"\r\n"):
                assert (await told(port, half)).startswith(b"HTTP/1.1 408 ")
            # The next request of a connection has no more time than the first, not even to begin.
            assert b"HTTP/1.1 408 " in await told(port, WHOLE, b"\r\n")
            body = b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\nhalf"
            assert await told(port, body) in (b"", b"cut")
            assert guard.count == 0

    asyncio.run(go())


@pytest.mark.usefixtures("quick")
def test_who_does_not_read_the_answer_is_cut() -> None:
    async def go() -> None:
        async with (
            serving(guard := ConnectionLimit(())) as port,
            opened(port, limit=1) as (_, writer),
        ):
            writer.write(WHOLE.replace(b"/ ", b"/much "))
            while not guard.count:
                await asyncio.sleep(0)
            while guard.count:
                await asyncio.sleep(SOON / 10)

    asyncio.run(go())


def test_nothing_is_written_to_who_has_gone_whatever_they_have_asked_for_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = asyncio.Event()

    async def late(cycle: RequestResponseCycle, _: object) -> None:
        cycle.transport.abort()  # as when the time is over
        while not cycle.disconnected:
            await asyncio.sleep(0.005)
        told.set()

    monkeypatch.setattr(RequestResponseCycle, "run_asgi", late)

    async def go() -> None:
        async with serving(guard := ConnectionLimit(())) as port, opened(port) as (_, writer):
            writer.write(WHOLE + WHOLE)
            await told.wait()
            assert guard.count == 0

    asyncio.run(go())


def test_a_whole_request_is_answered_and_has_no_deadline_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[GuardedHttp] = []

    async def go() -> None:
        made = GuardedHttp.connection_made
        monkeypatch.setattr(
            GuardedHttp, "connection_made", lambda one, to: (seen.append(one), made(one, to))[1]
        )
        async with serving(ConnectionLimit(())) as port, opened(port) as (reader, writer):
            for size in (4, 0):
                writer.write(
                    b"POST / HTTP/1.1\r\ncontent-length: %d\r\n\r\n%b" % (size, b"x" * size)
                )
                body = await reader.readuntil(b"\r\n0\r\n\r\n")
                assert body.startswith(b"HTTP/1.1 200 ")
                assert body.endswith(b"\r\n%d\r\n0\r\n\r\n" % size)
            assert seen[0]._deadline is None  # noqa: SLF001 (what fires in ten seconds)

    asyncio.run(go())


def test_an_address_has_so_many_connections_and_a_proxy_any_number() -> None:
    guard = ConnectionLimit(("127.0.0.1",))
    assert [guard.enter("192.0.2.1") for _ in range(MOST_PLAIN + 1)] == [
        *[True] * MOST_PLAIN,
        False,
    ]
    assert guard.enter("192.0.2.2")
    assert all(guard.enter("127.0.0.1") for _ in range(MOST_PLAIN + 1))
    # Of version 6 a household has a whole network.
    assert all(guard.enter(f"2001:db8::{n:x}") for n in range(MOST_PLAIN))
    assert not guard.enter("2001:db8::ffff")
    guard.leave("192.0.2.1")
    assert guard.enter("192.0.2.1")
    assert not ConnectionLimit((), most=0).enter("192.0.2.1")


def test_one_too_many_is_told_so() -> None:
    async def go() -> None:
        async with serving(guard := ConnectionLimit((), most=1)) as port, opened(port):
            while not guard.count:
                await asyncio.sleep(0)
            refused = await told(port)
            assert refused.startswith(b"HTTP/1.1 429 ")
            assert b"expected at most" in refused
            assert guard.count == 1

    asyncio.run(go())


def test_as_many_descriptors_are_open_as_may_be() -> None:
    resource = pytest.importorskip("resource")
    most = most_open()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == hard
    assert most == (None if soft == resource.RLIM_INFINITY else soft - SPARE)


def alive() -> list[str]:
    """Whatever of a connection is in memory."""
    kinds = (GuardedHttp, MeasuredWebSocket, WebSocket, Request, Page)
    return [type(one).__name__ for one in gc.get_objects() if issubclass(type(one), kinds)]


def test_what_a_connection_was_dies_with_it_and_waits_for_no_collection(tmp_path: Path) -> None:
    async def go() -> None:
        settings = Settings(port=0, database=tmp_path / "club.db")
        listener = run.listen(settings)
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        server = uvicorn.Server(run.config_of(create_app(settings=settings)))
        with server.capture_signals():
            serving = asyncio.create_task(server._serve([listener]))  # noqa: SLF001
        while not server.started:
            await asyncio.sleep(0.005)
        gc.collect()
        gc.disable()
        try:
            for is_cut in (False, True):
                await watch(address, is_cut=is_cut)
                async with asyncio.timeout(5):
                    while server.server_state.connections or server.server_state.tasks:
                        await asyncio.sleep(0.005)
                await asyncio.sleep(0)
                assert alive() == []
        finally:
            gc.enable()
        server.should_exit = True
        await serving

    asyncio.run(go())


async def watch(address: str, *, is_cut: bool) -> None:
    """Make a game, look at it, and go."""
    wish = json.dumps({"game": "tapa", "against": "friend"}).encode()
    request = b"POST /api/rooms HTTP/1.1\r\nhost: %b\r\ncontent-type: application/json\r\n"
    request += b"connection: close\r\ncontent-length: %d\r\n\r\n%b"
    made = await told(
        int(address.rpartition(":")[2]), request % (address.encode(), len(wish), wish)
    )
    room = json.loads(made.rpartition(b"\r\n\r\n")[2])["room"]
    async with connect(f"ws://{address}/live") as socket:
        await socket.send(json.dumps({"type": "watch", "room": room}))
        assert json.loads(await socket.recv())["type"] == "update"
        if is_cut:
            socket.transport.abort()
