"""The ASGI app: any server can run it, `nardy serve` does."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, WebSocket, websocket
from litestar.connection import Request
from litestar.datastructures import ResponseHeader
from litestar.exceptions import WebSocketDisconnect
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from nardy import __version__
from nardy.errors import NardyError
from nardy.server import api, pages, players
from nardy.server.club import Club
from nardy.server.live import Page
from nardy.server.settings import Settings, read_settings
from nardy.server.store.opening import open_store

HANDLERS = (
    *(api.list_games, api.tell_me, api.name_me, api.tell_rules),
    *(api.make_room, api.sit, api.play_again, api.tell_proof),
    *players.HANDLERS,
)


@websocket("/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """Everything that happens while it happens: see nardy.server.protocol."""
    if socket.headers.get("origin", "") not in {"", *api.allowed_origins(socket)}:
        await socket.close(code=4403, reason="expected a page of this club")
        return
    club: Club = socket.app.state.club
    guest = await club.guest(socket.cookies.get(api.COOKIE))
    await socket.accept()
    await _talk(socket, Page(club, f"guest:{guest.id}" if guest else None))


async def _talk(socket: WebSocket[Any, Any, Any], page: Page) -> None:
    async def send(message: bytes) -> None:
        await socket.send_data(message, mode="text")

    async def hear() -> None:
        while True:
            await page.take(await socket.receive_data(mode="text"))

    tasks = [asyncio.create_task(page.tell(send)), asyncio.create_task(hear())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        page.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        if not any(isinstance(result, WebSocketDisconnect) for result in results):
            with contextlib.suppress(Exception):
                await socket.close()


def refuse(_: Request[Any, Any, Any], error: NardyError) -> Response[dict[str, str]]:
    """What nardy refuses, as an answer."""
    return Response({"reason": str(error)}, status_code=400)


def create_app(
    database: str | Path | None = None,
    *,
    settings: Settings | None = None,
    preload: bool = False,
) -> Litestar:
    """The club as an ASGI app.

    >>> app = create_app("club.db")  # doctest: +SKIP

    Args:
        database: The SQLite file; it is opened when the app starts.
        settings: Everything else.
        preload: Load the bots' networks at the start, and not for the first turn.
    """
    flags = {"database": database} if database else {}
    chosen = settings or read_settings(flags)

    @contextlib.asynccontextmanager
    async def running(app: Litestar) -> AsyncGenerator[None]:
        app.state.club = Club(await asyncio.to_thread(open_store, chosen.database))
        app.state.settings = chosen
        if preload:
            app.state.club.robots.preload()
        try:
            yield
        finally:
            await app.state.club.close()

    return Litestar(
        [*HANDLERS, live, pages.page, pages.web_file],
        lifespan=[running],
        response_headers=[ResponseHeader(name=n, value=v) for n, v in pages.HEADERS.items()],
        exception_handlers={NardyError: refuse},
        openapi_config=OpenAPIConfig(
            title="nardy", version=__version__, render_plugins=[JsonRenderPlugin()]
        ),
    )
