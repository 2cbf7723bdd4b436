import asyncio
import re
import time
from collections.abc import Awaitable, Iterator

import psycopg
import pytest
import sqlalchemy as sql
from tests.dropping_proxy import DroppingProxy
from tests.server.databases import PostgresServer

from nardy.core.events import Rolled
from nardy.server.errors import StoreError
from nardy.server.store import about, log
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql.connecting import connect
from nardy.server.store.database.postgresql.deadlines import APPEND_SECONDS, JOB_SECONDS
from nardy.server.store.database.writer import SOON, Writer
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.schema import entry

pytestmark = pytest.mark.thorough
MORE = 1.5
"""Seconds beyond a deadline that a busy machine may need."""
ROOM = RoomRecord(id="one", games=("backgammon",), white="guest:a", black="guest:b")


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.with_tables()
    yield made
    postgresql.drop(made)


@pytest.fixture
def line(address: PostgresAddress) -> Iterator[DroppingProxy]:
    """The network between the club and the server."""
    found = re.search(r":(\d+)/", address.text)
    assert found
    with DroppingProxy(int(found[1])) as line:
        yield line


@pytest.fixture
def behind(address: PostgresAddress, line: DroppingProxy) -> PostgresAddress:
    """The server at the other end of the line."""
    return PostgresAddress(re.sub(r":\d+/", f":{line.port}/", address.text))


def rolled(version: int) -> LogEntry:
    return LogEntry(Rolled("white", (6, 1)), 1_700_000_000_000 + version, f"key-{version}")


async def append(store: Writer, version: int) -> bool:
    return await store.append(log.append_of(ROOM.id, version, [rolled(version)]))


async def timed(work: Awaitable[object]) -> tuple[float, str]:
    """The seconds until it was refused, and how."""
    began = time.monotonic()
    with pytest.raises(StoreError) as refused:
        await work
    return time.monotonic() - began, str(refused.value)


async def keys(store: Writer) -> list[str]:
    query = sql.select(entry.c.key).order_by(entry.c.number)
    return await store.read(lambda c: list(c.scalars(query)))


def test_an_answer_is_waited_for_so_long_and_no_longer(
    behind: PostgresAddress, line: DroppingProxy
) -> None:
    with connect(behind, autocommit=True, answer_seconds=0.5) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
        # What takes its time is answered.
        connection.execute("select pg_sleep(0.3)")
        line.swallow()
        began = time.monotonic()
        with pytest.raises(psycopg.OperationalError, match=r"no answer within 0\.5 s"):
            connection.execute("select 2")
        assert 0.5 <= time.monotonic() - began < 0.5 + MORE
        # A late answer to this question could be taken for that to the next.
        assert connection.closed


def test_where_the_network_swallows_everything_each_waits_as_long_as_is_said(
    behind: PostgresAddress, line: DroppingProxy
) -> None:
    async def go() -> None:
        store = open_store(behind, SOON)
        await store.run(lambda c: log.make_room(c, ROOM, []))
        assert await append(store, 0)
        await keys(store)
        line.swallow()
        answers = await asyncio.gather(
            timed(append(store, 1)),
            timed(store.run(lambda c: about.put(c, "a", "b"))),
            timed(keys(store)),
        )
        for (seconds, told), most in zip(
            answers, (APPEND_SECONDS, JOB_SECONDS, JOB_SECONDS), strict=True
        ):
            assert most - 0.2 <= seconds < most + MORE
            assert "it cannot be reached" in told
        assert "it is not known whether this was stored" in answers[0][1]
        assert "nothing was changed" in answers[1][1]
        # Who comes later waits for a connection, which takes two seconds at most.
        seconds, told = await timed(append(store, 1))
        assert seconds < 2 + MORE
        assert "nothing was changed" in told
        line.work()
        await goes_on(store)
        store.close()

    asyncio.run(go())


async def goes_on(store: Writer) -> None:
    """The act whose answer was lost arrives late or never; that again comes once in any case."""
    for _ in range(50):
        await asyncio.sleep(0.1)
        try:
            version = await store.read(lambda c: log.version_of(c, ROOM.id))
            if version == 1:
                assert await append(store, 1)
            break
        except StoreError:
            continue
    assert await append(store, 2)
    assert await keys(store) == ["key-0", "key-1", "key-2"]


def test_an_act_that_arrives_late_does_not_come_twice(
    behind: PostgresAddress, line: DroppingProxy
) -> None:
    """It was sent before the network swallowed everything, and arrives when another has been stored."""

    async def go() -> None:
        store, other = open_store(behind, SOON), open_store(behind, SOON)
        await store.run(lambda c: log.make_room(c, ROOM, []))
        assert await append(store, 0)
        line.swallow()
        await timed(append(store, 1))
        line.work()
        moved = [await append(one, 1) for one in (store, other, store)]
        await asyncio.sleep(0.5)
        assert sum(moved) <= 1
        assert await keys(store) == ["key-0", "key-1"]
        store.close()
        other.close()

    asyncio.run(go())


def test_where_the_network_is_cut_nobody_waits(
    behind: PostgresAddress, line: DroppingProxy
) -> None:
    async def go() -> None:
        store = open_store(behind, SOON)
        await store.run(lambda c: log.make_room(c, ROOM, []))
        assert await append(store, 0)
        line.cut()
        for work in (
            append(store, 1),
            store.run(lambda c: about.put(c, "a", "b")),
            keys(store),
            append(store, 1),
        ):
            seconds, told = await timed(work)
            assert seconds < MORE
            assert "it cannot be reached" in told
        line.work()
        await goes_on(store)
        store.close()

    asyncio.run(go())


def test_a_store_of_a_command_waits_as_long_as_it_takes(address: PostgresAddress) -> None:
    async def go() -> int:
        store = open_store(address)
        query = sql.select(sql.func.length(sql.func.pg_sleep(JOB_SECONDS + 0.5).cast(sql.Text)))
        found = await store.read(lambda c: c.scalar(query))
        store.close()
        return found

    assert asyncio.run(go()) == 0
