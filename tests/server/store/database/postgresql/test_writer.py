import asyncio
import contextlib
import threading
from collections.abc import Iterator
from random import Random

import pytest
import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError
from tests.server import thrown
from tests.server.databases import PostgresServer

from nardy.server.errors import StoreError
from nardy.server.store import about, dice_counts, finished_rooms, groups, guests, log
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql.writer import REPEATS
from nardy.server.store.database.writer import WriteJob, Writer
from nardy.server.store.groups import Group
from nardy.server.store.guests import Guest
from nardy.server.store.schema import room

pytestmark = pytest.mark.thorough


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.with_tables()
    yield made
    postgresql.drop(made)


def test_an_invitation_for_one_is_used_by_one(address: PostgresAddress) -> None:
    """As on SQLite, where writers wait for each other: eight processes read, think and write."""

    async def go() -> list[list[str]]:
        stores = [open_store(address) for _ in range(8)]

        def people(connection: sql.Connection) -> None:
            for number in range(9):
                guests.add_guest(connection, Guest(f"g{number}", "x"), f"t{number}", 1)

        await stores[0].run(people)
        told = list[list[str]]()
        for number in range(10):
            made = Group(id=f"c{number}", name="x", about="", since=1, code=f"c{number}", uses=1)
            await stores[0].run(lambda c, made=made: groups.make(c, made, "g8"))
            jobs = [
                store.run(lambda c, who=who, made=made: groups.join(c, made.code, f"g{who}", 2, 99))
                for who, store in enumerate(stores)
            ]
            told.append(await asyncio.gather(*jobs))
        for store in stores:
            store.close()
        return told

    for told in asyncio.run(go()):
        assert sorted(told) == ["joined", *["worn"] * 7]


def test_a_job_that_fails_undoes_itself_alone(address: PostgresAddress) -> None:
    def known(connection: sql.Connection) -> None:
        connection.execute(sql.insert(about.about), {"name": "schema", "value": "again"})

    def fails(connection: sql.Connection) -> None:
        about.put(connection, "never", "x")
        raise ZeroDivisionError

    async def go() -> list[object]:
        store = open_store(address)
        jobs = [
            lambda c: about.put(c, "one", "1"),
            known,
            fails,
            lambda c: about.put(c, "nul", "\0"),
            lambda c: about.put(c, "two", "2"),
        ]
        told = await asyncio.gather(*map(store.run, jobs), return_exceptions=True)
        names = ("one", "two", "never", "nul")
        found = [await store.read(lambda c, name=name: about.get(c, name)) for name in names]
        store.close()
        assert found == ["1", "2", None, None]
        return told

    told = asyncio.run(go())
    kinds = [type(None), IntegrityError, ZeroDivisionError, StoreError, type(None)]
    assert [type(one) for one in told] == kinds


def test_what_meets_others_is_repeated_three_times_and_no_more(address: PostgresAddress) -> None:
    runs = dict[str, int]()

    def meets(name: str, times: int):
        def job(connection: sql.Connection) -> str:
            runs[name] = runs.get(name, 0) + 1
            if runs[name] <= times:
                connection.exec_driver_sql("do $$ begin raise sqlstate '40001'; end $$")
            about.put(connection, name, "done")
            return "done"

        return job

    async def go() -> None:
        store = open_store(address)
        assert await store.run(meets("often", REPEATS)) == "done"
        with pytest.raises(StoreError, match="others write the same"):
            await store.run(meets("always", 99))
        assert await store.read(lambda c: about.get(c, "often")) == "done"
        assert await store.read(lambda c: about.get(c, "always")) is None
        store.close()

    asyncio.run(go())
    assert runs == {"often": REPEATS + 1, "always": REPEATS + 1}


def test_a_lost_connection_costs_no_job_and_no_read(
    address: PostgresAddress, postgresql: PostgresServer
) -> None:
    kill = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"

    async def go() -> None:
        store = open_store(address)
        for number in range(3):
            await store.run(lambda c, n=number: about.put(c, "number", str(n)))
            assert await store.read(lambda c: about.get(c, "number")) == str(number)
            postgresql.execute(kill)
        store.close()

    asyncio.run(go())


def test_a_reader_sees_one_moment_and_cannot_write(address: PostgresAddress) -> None:
    async def go() -> None:
        store, other = open_store(address), open_store(address)
        loop = asyncio.get_running_loop()

        def twice(connection: sql.Connection) -> tuple[str | None, str | None]:
            before = about.get(connection, "x")
            write = other.run(lambda c: about.put(c, "x", "new"))
            asyncio.run_coroutine_threadsafe(write, loop).result(10)
            return before, about.get(connection, "x")

        await store.run(lambda c: about.put(c, "x", "old"))
        assert await store.read(twice) == ("old", "old")
        assert await store.read(lambda c: about.get(c, "x")) == "new"
        with pytest.raises(StoreError, match="it is read-only"):
            await store.read(lambda c: about.put(c, "x", "y"))
        store.close()
        other.close()

    asyncio.run(go())


def test_every_commit_is_on_the_disk(address: PostgresAddress, postgresql: PostgresServer) -> None:
    """Even if the settings of the server say that it need not be."""
    postgresql.execute("alter system set synchronous_commit = off")
    postgresql.execute("select pg_reload_conf()")

    async def go() -> None:
        store = open_store(address)
        asked = sql.text("select current_setting('synchronous_commit')")
        assert await store.run(lambda c: c.scalar(asked)) == "on"
        level = sql.text("select current_setting('transaction_isolation')")
        assert await store.run(lambda c: c.scalar(level)) == "serializable"
        store.close()

    asyncio.run(go())
    postgresql.execute("alter system reset synchronous_commit")


def test_rooms_that_end_at_once_are_numbered_without_a_gap_and_counted_once(
    address: PostgresAddress,
) -> None:
    """Four processes end rooms and count dice side by side; a reader that goes by numbers misses none."""
    rooms = thrown.tables(24)

    async def go() -> None:
        stores = [open_store(address) for _ in range(4)]
        await thrown.make(stores[0], rooms)
        await thrown.play(stores[0], rooms, 200, Random(3))
        seen = list[str]()

        async def end(number: int) -> None:
            for one in rooms[number::4]:
                await until_done(stores[number], lambda c, of=one.record.id: log.close(c, of))
                await until_done(stores[number], lambda c: dice_counts.extend(c, 30))

        async def follow() -> None:
            upto = 0
            while upto < len(rooms):
                found = await stores[0].read(lambda c, n=upto: numbered_after(c, n))
                seen.extend(room_id for room_id, _ in found)
                upto = found[-1][1] if found else upto
                await asyncio.sleep(0)

        await asyncio.gather(follow(), *map(end, range(4)))
        while not (await stores[0].run(lambda c: dice_counts.extend(c, 1000))).is_complete:
            pass
        counts, counted = await stores[0].read(dice_counts.counted_rooms)
        assert counts.throws == sum(one.throws for one in rooms)
        assert counted == seen
        assert len(set(seen)) == len(rooms)
        for store in stores:
            store.close()

    asyncio.run(go())


def test_jobs_that_end_rooms_never_meet(address: PostgresAddress) -> None:
    rooms, runs = thrown.tables(32), dict[str, int]()

    async def go() -> None:
        stores = [open_store(address, 5.0) for _ in range(4)]
        await thrown.make(stores[0], rooms)

        async def end(number: int) -> None:
            for one in rooms[number::4]:

                def job(connection: sql.Connection, of: str = one.record.id) -> bool:
                    runs[of] = runs.get(of, 0) + 1
                    return log.close(connection, of)

                assert await stores[number].run_end(job)

        await asyncio.gather(*map(end, range(4)))
        told = await stores[0].read(lambda c: numbered_after(c, 0))
        assert [number for _, number in told] == [*range(1, 33)]
        for store in stores:
            store.close()

    asyncio.run(go())
    assert set(runs.values()) == {1}


def test_an_end_waits_for_another_no_longer_than_for_an_answer(address: PostgresAddress) -> None:
    (one,) = thrown.tables(1)

    async def go() -> None:
        store, other = open_store(address, 5.0), open_store(address)
        await thrown.make(store, [one])
        begun, may_end = threading.Event(), threading.Event()

        def held(_: sql.Connection) -> None:
            begun.set()
            may_end.wait(10)

        holding = asyncio.create_task(other.run_end(held))
        await asyncio.to_thread(begun.wait)
        # Who ends no room does not wait.
        await store.run(lambda c: about.put(c, "one", "1"))
        with pytest.raises(StoreError, match="another program holds"):
            await store.run_end(lambda c: log.close(c, one.record.id))
        may_end.set()
        await holding
        assert await store.run_end(lambda c: log.close(c, one.record.id))
        for each in (store, other):
            each.close()

    asyncio.run(go())


async def until_done(store: Writer, job: WriteJob) -> None:
    """Where all write the same all the time, three repeats may be too few."""
    while True:
        with contextlib.suppress(StoreError):
            await store.run(job)
            return


def numbered_after(connection: sql.Connection, number: int) -> list[tuple[str, int]]:
    table = finished_rooms.finished_room
    query = sql.select(table.c.room, table.c.number).where(table.c.number > number)
    return [(row[0], row[1]) for row in connection.execute(query.order_by(table.c.number))]


def test_the_partial_index_of_rooms_that_go_on_is_used(address: PostgresAddress) -> None:
    async def go() -> str:
        store = open_store(address)

        def explained(connection: sql.Connection) -> str:
            connection.exec_driver_sql("set local enable_seqscan = off")
            query = sql.select(room.c.id).where(room.c.is_over.is_(False)).order_by(room.c.since)
            text = str(query.compile(dialect=connection.dialect))
            return str(connection.exec_driver_sql(f"explain {text}").all())

        found = await store.read(explained)
        store.close()
        return found

    assert "room_going_on" in asyncio.run(go())
