import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from nardy.server.connection.keepalive import COUNTED, ConnectionHealth, MeasuredWebSocket, line_of


class Hour:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_quickest_of_the_last_pings_counts() -> None:
    line = ConnectionHealth(Hour())
    assert line.round_trip == 0
    for seconds in (0.05, 0.3, 0.2):
        line.answer(seconds)
    assert line.round_trip == 50
    line.answer(0.4)
    assert (COUNTED, line.round_trip) == (3, 200)


def test_a_line_is_silent_only_while_it_owes_an_answer() -> None:
    line = ConnectionHealth(hour := Hour())
    hour.now = 4
    assert line.silence == 0
    line.ask()
    hour.now = 6
    assert line.silence == 6000
    line.hear()
    assert line.silence == 0
    hour.now = 7
    assert line.silence == 1000
    line.answer(1)
    assert line.silence == 0


@asynccontextmanager
async def serving(ping_timeout: float = 5) -> AsyncGenerator[tuple[str, list[ConnectionHealth]]]:
    """The address of an application that sends much, and the lines that it has seen."""
    lines: list[ConnectionHealth] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        line = line_of(scope)
        assert line is not None
        lines.append(line)
        await send({"type": "websocket.accept"})
        with contextlib.suppress(OSError):
            while (await receive())["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": "x" * 30_000_000})

    config = uvicorn.Config(
        app,
        ws=MeasuredWebSocket,
        ws_ping_interval=ping_timeout,
        ws_ping_timeout=ping_timeout,
        ws_per_message_deflate=False,
        log_level="critical",
    )
    state, loop = ServerState(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: HttpToolsProtocol(config, state, {}), "127.0.0.1", 0)
    try:
        async with asyncio.timeout(5):
            yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", lines
            while state.connections or state.tasks:
                await asyncio.sleep(0.005)
    finally:
        server.close()
        await server.wait_closed()
        await asyncio.sleep(0)


@pytest.mark.parametrize("is_cut", [False, True])
def test_who_leaves_says_so_and_a_line_that_breaks_does_not(*, is_cut: bool) -> None:
    async def go() -> None:
        async with serving() as (address, lines):
            async with connect(address) as socket:
                while not lines or not lines[0].round_trip:
                    await asyncio.sleep(0.005)
                if is_cut:
                    socket.transport.abort()
            while not lines[0].is_left and not is_cut:
                await asyncio.sleep(0.005)
        assert lines[0].is_left is not is_cut

    asyncio.run(go())


def test_who_neither_reads_nor_answers_is_cut_whatever_was_to_be_sent() -> None:
    async def go() -> None:
        # The connection is gone at the end of `serving`, or it would wait without end.
        async with serving(ping_timeout=0.05) as (address, lines):
            socket = await connect(address, ping_interval=None)
            socket.transport.pause_reading()
            await socket.send("now")
            while not lines or not lines[0].silence:
                await asyncio.sleep(0.005)
        socket.transport.resume_reading()
        with contextlib.suppress(ConnectionClosed):
            await socket.recv()
        socket.transport.abort()
        await asyncio.sleep(0)

    asyncio.run(go())


def test_an_answer_instead_of_a_connection_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a proxy is led to the process that has the room."""
    errors = list[object]()
    monkeypatch.setattr(
        logging.getLogger("uvicorn.error"), "error", lambda *told: errors.append(told)
    )

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.http.response.start", "status": 421, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b"elsewhere"})

    async def go() -> None:
        config = uvicorn.Config(app, ws=MeasuredWebSocket, log_level="critical")
        state, loop = ServerState(), asyncio.get_running_loop()
        make = lambda: HttpToolsProtocol(config, state, {})  # noqa: E731
        async with await loop.create_server(make, "127.0.0.1", 0) as server, asyncio.timeout(5):
            with pytest.raises(InvalidStatus) as told:
                await connect(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            while state.connections or state.tasks:
                await asyncio.sleep(0.005)
        response = told.value.response
        assert (response.status_code, response.body) == (421, b"elsewhere")

    asyncio.run(go())
    assert errors == []
