"""What people do, and what all doors of a club answer, while its database fails."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from tests.effort import PATIENCE
from tests.server.running_club import Played, RunningClub, play, running, seated

from nardy.server import create_app
from nardy.server.errors import StoreError
from nardy.server.settings import read_settings

TABLES = 3


async def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + PATIENCE * seconds
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.1)


def play_through(
    club: RunningClub, fail: Callable[[], None], mend: Callable[[], None], *, is_ill: bool = True
) -> Played:
    """Play until it fails, is mended, and games have gone on; whether a monitor would see that it *is ill*."""
    seats, played = seated(club.address, TABLES), Played()

    async def go() -> None:
        players = [asyncio.create_task(play(club.address, seat, played)) for seat in seats]
        await until(lambda: len(played.done) > 5 * TABLES)
        fail()
        await until(lambda: len(played.refused) >= TABLES, 90)
        status, told = await asyncio.to_thread(club.health)
        assert not is_ill or (status, told["law"]) == (503, "store")
        mend()
        count = len(played.done)
        await until(lambda: len(played.done) > count + 5 * TABLES)
        played.has_ended = True
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)

    asyncio.run(go())
    assert club.health()[0] == 200
    return played


def played_games(database: object) -> tuple[list[str], dict[str, str]]:
    """Play some turns of some games on a new database; their rooms, and the cookie of one who plays."""
    with running(database) as club:
        seats, played = seated(club.address, TABLES), Played()

        async def go() -> None:
            players = [asyncio.create_task(play(club.address, seat, played)) for seat in seats]
            await until(lambda: len(played.done) > 20 * TABLES, 60)
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

        asyncio.run(go())
        club.process.terminate()
        club.process.wait(20)
    name, value = seats[0][1].split("=", 1)
    return [room for room, _ in seats[::2]], {name: value}


def require_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    """The host reads sentences: whatever has an error is a failure of the database."""
    for record in caplog.records:
        error = record.exc_info[1] if record.exc_info else None
        assert error is None or isinstance(error, StoreError), record


def visited(database: object, rooms: list[str], cookies: dict[str, str]) -> set[object]:
    """What all doors answer that read or write the database."""
    found = set[object]()
    paths = ["health", "api/dice", "api/me", "api/front", "api/leaders", "api/friends", "api/mine"]
    paths += ["api/tournaments", "api/groups", "api/challenges", "api/matches", "api/sessions"]
    paths += ["api/mistakes", "api/notices", "api/account/export", "api/people?name=ann"]
    paths += [f"api/rooms/{room}/proof" for room in rooms]
    with contextlib.suppress(StoreError), _started(database) as client:
        client.cookies.update(cookies)
        found |= {client.get(f"/{path}").status_code for path in paths}
        wish = {"game": "tapa", "against": "friend"}
        found.add(client.post("/api/rooms", json=wish).status_code)
        found |= {_watched(client, room) for room in rooms}
    return found


def _watched(client: TestClient[Any], room: str) -> object:
    """What a page hears first of a room, or the code with which it is closed."""
    try:
        with client.websocket_connect("/live") as live:
            live.send_json({"type": "watch", "room": room})
            return live.receive_json()["type"]
    except WebSocketDisconnect as closed:
        assert closed.code == 1013  # noqa: PT017 (the code of who comes too soon)
        return "again"


@contextlib.contextmanager
def _started(database: object) -> Iterator[TestClient[Any]]:
    """A visitor at a club; an error of its start comes out of the groups that hold it."""
    settings = read_settings({"database": str(database)}, environment={})
    client = TestClient(create_app(settings=settings), raise_server_exceptions=False)
    try:
        client.__enter__()
    except BaseException as error:
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None
    try:
        yield client
    finally:
        client.__exit__(None, None, None)
