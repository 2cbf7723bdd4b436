"""The network between the club and PostgreSQL: it swallows everything, or is cut, and works again."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator

import pytest
from tests.dropping_proxy import DroppingProxy
from tests.effort import PATIENCE
from tests.server.databases import PostgresServer
from tests.server.running_club import (
    Played,
    play,
    require_kept,
    require_sentences,
    running,
    seated,
)

pytestmark = pytest.mark.thorough
TABLES = 4
AWAY_SECONDS = 12
MORE_SECONDS = 2
"""Beyond a deadline, on a busy machine."""


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[str]:
    made = postgresql.with_tables()
    yield made.text
    postgresql.drop(made)


@pytest.fixture
def line(address: str) -> Iterator[DroppingProxy]:
    found = re.search(r":(\d+)/", address)
    assert found
    with DroppingProxy(int(found[1])) as line:
        yield line


def through(line: DroppingProxy, address: str) -> str:
    return re.sub(r":\d+/", f":{line.port}/", address)


async def until(holds: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + PATIENCE * seconds
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    # An append: 1.5 s, and two for a new connection; either may wait behind one that waits itself.
    ("fails", "most"),
    [(DroppingProxy.swallow, 2 * (1.5 + 2)), (DroppingProxy.cut, 0.5)],
)
def test_a_club_without_its_database_refuses_and_goes_on_when_it_is_back(
    address: str, line: DroppingProxy, fails: Callable[[DroppingProxy], None], most: float
) -> None:
    with running(through(line, address)) as club:
        seats, played = seated(club.address, TABLES), Played()

        async def go() -> None:
            players = [asyncio.create_task(play(club.address, seat, played)) for seat in seats]
            await until(lambda: len(played.done) > 5 * TABLES, 30)
            fails(line)
            begun, played.waits = time.monotonic(), []
            await until(lambda: len(played.refused) >= TABLES, most + MORE_SECONDS)
            status, told = await asyncio.to_thread(club.health)
            assert (status, told["law"]) == (503, "store")
            await asyncio.sleep(begun + AWAY_SECONDS - time.monotonic())
            line.work()
            count = len(played.done)
            await until(lambda: len(played.done) > count, 10)
            await until(lambda: len(played.done) > count + 5 * TABLES, 30)
            played.has_ended = True
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

        asyncio.run(go())
        assert max(played.waits) < most + MORE_SECONDS
        assert all("expected the database of the club to answer" in one for one in played.refused)
        assert club.health()[0] == 200
        club.process.terminate()
        assert club.process.wait(20) == 0
        require_sentences(club.told)
        assert "the database failed" in club.told
    require_kept(played, address)


def test_a_club_without_its_database_ends_when_it_is_told_to(
    address: str, line: DroppingProxy
) -> None:
    with running(through(line, address)) as club:
        seats, played = seated(club.address, 1), Played()

        async def go() -> None:
            players = [asyncio.create_task(play(club.address, seat, played)) for seat in seats]
            await until(lambda: len(played.done) > 5, 30)
            line.swallow()
            await asyncio.sleep(1)
            club.process.terminate()
            begun = time.monotonic()
            assert await asyncio.to_thread(club.process.wait, 30) == 0
            assert time.monotonic() - begun < 20
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

        asyncio.run(go())
        require_sentences(club.told)
    line.work()
    require_kept(played, address)
