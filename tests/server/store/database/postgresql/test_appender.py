"""A part of these tests is in the quick suite: what is never seen on SQLite."""

import asyncio
from collections.abc import Iterator
from random import Random

import psycopg
import pytest
from sqlalchemy.exc import IntegrityError
from tests.server import thrown
from tests.server.databases import PostgresServer
from tests.server.store.test_appends import one

from nardy.server.errors import StoreError
from nardy.server.store import log
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql import appender
from nardy.server.store.database.postgresql.appender import Appender
from nardy.server.store.log import LogEntry


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    """A database with ten rooms."""

    async def go() -> None:
        store = open_store(made)
        await thrown.make(store, thrown.tables(10))
        store.close()

    made = postgresql.with_tables()
    asyncio.run(go())
    yield made
    postgresql.drop(made)


def lengths(address: PostgresAddress) -> dict[str, tuple[int, int]]:
    """The version of each room, and its number of entries."""
    asked = "select id, version, (select count(*) from entry where room = room.id) from room"
    asked = asked.replace("room = room.id", "entry.room = room.id")
    with psycopg.connect(address.text) as connection:
        return {row[0]: (row[1], row[2]) for row in connection.execute(asked)}


def test_one_that_cannot_be_stored_takes_none_along(address: PostgresAddress) -> None:
    """A NUL, which PostgreSQL refuses, and the id of an act that is stored already."""
    mine = Appender(address)
    assert mine.commit([one("r2", 0, "a")]) == [True]
    batch = [one("r1", 0, "x"), one("r2", 1, "a"), one("r3", 0, "\0"), one("r4", 0, "y", "z")]
    told = mine.commit(batch)
    mine.close()
    assert (told[0], told[3]) == (True, True)
    assert isinstance(told[1], IntegrityError)
    assert isinstance(told[2], StoreError)
    found = lengths(address)
    assert [found[f"r{n}"] for n in range(1, 5)] == [(1, 1), (1, 1), (0, 0), (2, 2)]


def test_of_many_who_append_to_the_same_one_does(address: PostgresAddress) -> None:
    """Eight processes, all rooms in any order: no deadlock, no entry twice, none lost."""

    async def go() -> list[list[bool]]:
        stores = [open_store(address) for _ in range(8)]
        told = list[list[bool]]()
        for version in range(6):
            for number, store in enumerate(stores):
                asked = [
                    store.append(one(f"r{(n * 7 + number) % 10}", version, f"{number}-{version}"))
                    for n in range(10)
                ]
                told.append([])
                asyncio.get_running_loop().create_task(gather(asked, told[-1]))
            while sum(map(len, told)) < 80 * (version + 1):
                await asyncio.sleep(0.001)
        for store in stores:
            store.close()
        return told

    async def gather(asked, told: list[bool]) -> None:
        told += await asyncio.gather(*asked)

    told = asyncio.run(go())
    assert sum(map(sum, told)) == 6 * 10
    assert set(lengths(address).values()) == {(6, 6)}


def test_a_room_that_ends_meanwhile_gets_nothing(address: PostgresAddress) -> None:
    """The statement waits for the transaction that ends the room, and then finds it over."""

    async def go() -> bool:
        store = open_store(address)
        with psycopg.connect(address.text) as other:
            other.execute("update room set is_over = true where id = 'r5'")
            waiting = asyncio.create_task(store.append(one("r5", 0, "a")))
            await asyncio.sleep(0.2)
            assert not waiting.done()
        told = await waiting
        store.close()
        return told

    assert asyncio.run(go()) is False
    assert lengths(address)["r5"] == (0, 0)


def test_a_lost_connection_is_told_once_and_opened_anew(
    address: PostgresAddress, postgresql: PostgresServer
) -> None:
    mine = Appender(address)
    assert mine.commit([one("r6", 0, "a")]) == [True]
    postgresql.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
    )
    (told,) = mine.commit([one("r6", 1, "b")])
    assert isinstance(told, StoreError)
    assert mine.commit([one("r6", 1, "b")]) == [True]
    mine.close()
    assert lengths(address)["r6"] == (2, 2)


def test_a_deadlock_is_tried_again(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction that locks two rooms in the other order; one of both is chosen to end."""
    monkeypatch.setattr(appender, "REPEATS", 3)

    async def go() -> list[object]:
        mine = Appender(address)
        with psycopg.connect(address.text) as other:
            # This one waits for a minute before it looks for a deadlock, so the appender is chosen.
            other.execute("set deadlock_timeout = '60s'")
            other.execute("set lock_timeout = '5s'")
            other.execute("update room set since = 5 where id = 'r9'")
            batch = [one(f"r{n}", 0, "a") for n in (8, 9)]
            waiting = asyncio.create_task(asyncio.to_thread(mine.commit, batch))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(other.execute, "update room set since = 5 where id = 'r8'")
        told = await waiting
        mine.close()
        return told

    assert asyncio.run(go()) == [True, True]
    assert (lengths(address)["r8"], lengths(address)["r9"]) == ((1, 1), (1, 1))


def test_what_was_appended_is_read_as_it_was_written(address: PostgresAddress) -> None:
    """Also in the order of events, with Cyrillic, quotes and a note."""

    async def go() -> None:
        store = open_store(address)
        table = thrown.tables(1)[0]
        entries = [LogEntry(table.go_on(Random(1)).event, 2**41, "ключ'\\", {"a": [1]})]
        assert await store.append(log.append_of("r7", 0, entries))
        found = await store.read(lambda c: log.load_room(c, "r7"))
        assert found
        assert list(found[1]) == entries
        store.close()

    asyncio.run(go())
