"""The tables against the model of them in tests/server/shards; one of these tests is in the quick suite."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from random import Random
from typing import Any

import psycopg
import pytest
from tests.server import thrown
from tests.server.databases import PostgresServer
from tests.server.shards.lease_model import Leases, ModelTable
from tests.server.store.test_appends import one
from tests.server.store.test_fences import fenced

from nardy.server.shards import leases
from nardy.server.shards.leases import SharedOwnership
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql.leases import (
    Addresses,
    LeaseState,
    LeaseTable,
    part_of,
)
from nardy.server.store.fences import Fence, holds
from nardy.server.store.shard_tables import ALL, LEAD

LONG = 3_600_000
AT = Addresses("a:1", "a:2")


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.with_tables()
    yield made
    postgresql.drop(made)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(in_time())


def do(address: PostgresAddress, statement: str) -> None:
    with psycopg.connect(address.text, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[arg-type]


def seen(state: LeaseState | None) -> object:
    """What a state says, without the times that run."""
    if state is None:
        return None
    processes = {one: (other.at, other.bulletin) for one, other in state.processes.items()}
    return processes, {one: dict(owned) for one, owned in state.owned.items()}, dict(state.taken)


def test_the_tables_do_what_the_model_does(address: PostgresAddress) -> None:
    """Processes join, renew, die, give back and leave, in a fixed random order."""

    async def test() -> None:
        rng, model = Random(3), ModelTable(Leases(), LONG)
        table, alive, number = LeaseTable(address, LONG), list[str](), 0
        for step in range(60):
            what = rng.choice(["join", "renew", "renew", "renew", "die", "release", "end", "leave"])
            if what == "join" or not alive:
                number += 1
                alive.append(f"p{number}")
                for each in (table, model):
                    await each.join(alive[-1], Addresses(f"{alive[-1]}:1", f"{alive[-1]}:2"), step)
                continue
            me = rng.choice(alive)
            some = rng.sample(ALL, 300)
            if what == "renew":
                takes = rng.random() < 0.9
                told = [
                    seen(await each.renew(me, step, f"b{step}", takes=takes))  # type: ignore[union-attr]
                    for each in (table, model)
                ]
                assert told[0] == told[1]
            elif what in ("release", "end"):
                for each in (table, model):
                    await (each.release(me, some) if what == "release" else each.begin_to_end(me))
            elif what == "die":
                do(address, f"UPDATE club_process SET until = 0 WHERE id = '{me}'")  # noqa: S608
                model.leases.expire(me)
            else:
                for each in (table, model):
                    await each.release(me, ALL)
                    await each.leave(me)
                alive.remove(me)
        table.close()

    run(test)


def test_the_lease_of_a_suspect_ends_only_with_its_connection(address: PostgresAddress) -> None:
    async def test() -> None:
        a, b = LeaseTable(address, LONG), LeaseTable(address, LONG)
        await a.join("a", AT, 1)
        await a.renew("a", 2, "")
        await b.join("b", AT, 1)
        suspects = frozenset({"a", "unknown"})

        async def taken() -> dict[int, int | None]:
            state = await b.renew("b", 3, "", suspects=suspects)
            assert state
            return dict(state.taken)

        # It takes no connections, but it is there.
        assert await taken() == {}
        a.close()
        assert await a.renew("a", 4, "")
        assert await taken() == {}
        a.close()
        async with asyncio.timeout(5):  # until the server has noticed
            while (found := await taken()) == {}:
                await asyncio.sleep(0.01)
        assert found == dict.fromkeys(ALL, 4)
        assert await a.renew("a", 5, "") is None
        a.close()
        b.close()

    run(test)


@pytest.mark.thorough
def test_two_who_take_at_once_never_take_the_same(address: PostgresAddress) -> None:
    async def test() -> None:
        tables = {name: LeaseTable(address, LONG) for name in "abcd"}
        for name, table in tables.items():
            await table.join(name, AT, 1)
        told = await asyncio.gather(*(table.renew(n, 1, "") for n, table in tables.items()))
        taken = [shard for state in told if state for shard in state.taken]
        assert len(taken) == len(set(taken)) == len(ALL)
        assert max(len(state.taken) for state in told if state) == part_of(4)
        assert LEAD in taken
        for table in tables.values():
            table.close()

    run(test)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "locked",
    [
        "UPDATE club_process SET until = until WHERE id = 'frozen'",
        "SELECT FROM shard_lease WHERE owner = 'frozen' FOR SHARE",
    ],
)
def test_a_process_that_is_frozen_in_a_transaction_holds_nobody_up(
    locked: str, address: PostgresAddress
) -> None:
    """In the middle of a renewal, or of an act: the others go on, and have its shards afterwards."""

    async def test() -> None:
        frozen, other = LeaseTable(address, LONG), LeaseTable(address, LONG)
        await frozen.join("frozen", AT, 1)
        await frozen.renew("frozen", 2, "")
        frozen.close()
        await other.join("other", AT, 1)
        do(address, "UPDATE club_process SET until = 0 WHERE id = 'frozen'")
        with psycopg.connect(address.text) as stopped:
            stopped.execute(locked)  # type: ignore[arg-type]
            async with asyncio.timeout(0.9):
                state = await other.renew("other", 3, "")
            assert state
            assert state.taken == {}
            assert "frozen" not in state.processes
        state = await other.renew("other", 4, "")
        assert state
        assert state.taken == dict.fromkeys(ALL, 2)
        assert await other.renew("frozen", 5, "") is None
        other.close()

    run(test)


@pytest.mark.thorough
def test_a_renewal_that_is_frozen_is_ended_by_the_database(address: PostgresAddress) -> None:
    async def test() -> None:
        table = LeaseTable(address, LONG)
        await table.join("a", AT, 1)
        connection = table._connection  # noqa: SLF001
        assert connection
        told = await (
            await connection.execute("SHOW idle_in_transaction_session_timeout")
        ).fetchone()
        assert told == ("1s",)
        table.close()

    run(test)


@pytest.mark.thorough
def test_an_old_owner_cannot_write_what_a_new_one_has_taken(address: PostgresAddress) -> None:
    async def test() -> None:
        store, table = open_store(address), LeaseTable(address, LONG)
        await thrown.make(store, thrown.tables(2))
        await table.join("a", AT, 1)
        state = await table.renew("a", 1, "")
        assert state
        old = Fence(7, state.owned["a"][7])
        assert await store.append(fenced("r0", 0, "x", old))
        do(address, "UPDATE club_process SET until = 0")
        await table.join("b", AT, 2)
        taken = await table.renew("b", 2, "")
        assert taken
        new = Fence(7, taken.owned["b"][7])
        assert new.epoch > old.epoch
        wanted = [fenced("r0", 1, "y", old), fenced("r1", 0, "z", new)]
        assert await asyncio.gather(*map(store.append, wanted)) == [False, True]
        assert not await store.run(lambda c: holds(c, old))
        assert await store.run(lambda c: holds(c, new))
        assert await store.append(one("r0", 1, "q"))  # nothing of the refused one was kept
        table.close()
        store.close()

    run(test)


@pytest.mark.thorough
def test_a_connection_that_is_lost_is_opened_anew(
    address: PostgresAddress, postgresql: PostgresServer
) -> None:
    async def test() -> None:
        table = LeaseTable(address, LONG)
        await table.join("a", AT, 1)
        postgresql.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        )
        with pytest.raises(psycopg.OperationalError):
            await table.renew("a", 2, "")
        assert await table.renew("a", 3, "")
        table.close()
        assert await table.renew("a", 4, "")
        table.close()

    run(test)


def test_a_connection_is_closed_only_when_the_event_loop_does_not_watch_it_any_more(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the number of its descriptor may be that of a page's connection, which the loop would drop, or abort."""
    monkeypatch.setattr(leases, "TRUST", 0.3)

    async def test() -> None:
        loop, table, are_open = asyncio.get_running_loop(), LeaseTable(address, LONG), list[bool]()
        remove_reader = loop.remove_reader

        def removed(number: int) -> bool:
            are_open.append(is_open(number))
            return remove_reader(number)

        monkeypatch.setattr(loop, "remove_reader", removed)
        own = SharedOwnership(table, AT)
        with psycopg.connect(address.text) as stopped:
            stopped.execute("LOCK TABLE club_process")
            with pytest.raises(TimeoutError):
                await own._in_time(own._join())  # noqa: SLF001 (its beats ask so)
            await asyncio.sleep(0.05)
        assert are_open
        assert all(are_open)
        assert table._connection is None  # noqa: SLF001
        monkeypatch.undo()
        await own._in_time(own._join())  # noqa: SLF001
        await own.close()

    run(test)


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True
