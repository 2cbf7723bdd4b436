"""Leases whose beats go on by themselves, at a database that hangs, refuses or is slow."""

import asyncio

import pytest
from tests.server.shards.lease_model import Leases
from tests.server.shards.lease_processes import Process, run, until

from nardy.server.shards import leases
from nardy.server.shards.leases import NOBODY, TRUST
from nardy.server.store.shard_tables import ALL


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases of 0.4 s."""
    for name, value in {
        "LEASE_SECONDS": 0.4,
        "BEAT_SECONDS": 0.05,
        "SOON_SECONDS": 0.02,
        "END_SECONDS": 1.0,
    }.items():
        monkeypatch.setattr(leases, name, value)


@pytest.mark.usefixtures("quick")
def test_a_process_that_ends_hands_all_over_and_the_other_goes_on() -> None:
    async def test() -> None:
        tables = Leases()
        a, b = Process(tables, "a"), Process(tables, "b")
        await a.own.open()
        await b.own.open()
        await until(lambda: len(b.mine) == 512 and len(a.mine) == 513)
        await a.own.close()
        assert a.mine == set()
        assert a.own.me not in tables.processes
        assert set().union(*a.handed) == set(ALL)
        assert not a.gone
        assert a.table.closed == 1
        await until(lambda: b.mine == set(ALL))
        await a.own.close()  # a second time is nothing
        await b.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_who_is_told_takes_free_shards_before_the_next_beat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Long enough for a busy machine without a beat.
    monkeypatch.setattr(leases, "LEASE_SECONDS", 5.0)

    async def test() -> None:
        tables, left = Leases(), list[int]()
        a, b = Process(tables, "a"), Process(tables, "b")

        async def leave() -> None:
            left.append(len(a.mine))

        a.own.on_left, a.own.on_moved = leave, b.own.beat_soon
        await a.own.open()
        await b.own.open()
        await until(lambda: len(b.mine) == 512 and len(a.mine) == 513)
        # Nothing but the word of the other wakes it.
        monkeypatch.setattr(b.own, "_pause", lambda: 30.0)
        await asyncio.sleep(0.1)
        await a.own.close()
        await until(lambda: b.mine == set(ALL))
        assert left == [0]
        await b.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", ["renew", "release", "join"])
def test_a_statement_that_hangs_costs_the_leases_and_not_the_process(what: str) -> None:
    """The network swallows everything: in a renewal, in a handover, while it joins again."""

    async def test() -> None:
        tables = Leases()
        a = Process(tables, "a")
        await a.own.open()
        await until(lambda: a.mine == set(ALL))
        a.table.hangs = {what, "renew"}
        giving = asyncio.create_task(a.own.give_back([3])) if what == "release" else None
        if what == "join":
            a.table.hangs = {"join"}
            tables.expire(a.own.me)
        await until(lambda: a.mine == set())
        await until(lambda: bool(a.gone))
        await until(lambda: a.table.closed > 0)
        await asyncio.sleep(leases.LEASE_SECONDS)
        a.table.hangs = set()
        await until(lambda: a.mine == set(ALL))
        if giving:
            await asyncio.gather(giving, return_exceptions=True)
            assert giving.done()
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_a_database_that_refuses_costs_the_leases_only_after_their_time() -> None:
    async def test() -> None:
        a = Process(Leases(), "a")
        await a.own.open()
        a.table.fails = ConnectionError("no")
        await until(lambda: bool(a.gone))
        assert a.gone[0] == set(ALL)
        assert a.own.fence("r").epoch == NOBODY
        a.table.fails = None
        await until(lambda: a.mine == set(ALL))
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_a_slow_database_is_enough_to_come_back() -> None:
    """Every statement takes a third of the time for which leases are trusted, as over a long network."""

    async def test() -> None:
        a = Process(Leases(), "a")
        await a.own.open()
        a.table.fails = ConnectionError("no")
        await until(lambda: bool(a.gone))
        a.table.fails, a.table.seconds = None, TRUST * leases.LEASE_SECONDS / 3
        await until(lambda: a.mine == set(ALL))
        a.table.seconds = 0.0
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
def test_the_beats_outlive_whatever_those_do_who_listen() -> None:
    async def test() -> None:
        def fail(*_: object) -> None:
            raise KeyError("r")

        tables = Leases()
        a = Process(tables, "a")
        await a.own.open()
        a.own.on_lost = a.own.on_beat = fail
        before = a.own.me
        tables.expire(before)
        await until(lambda: a.own.me != before and a.mine == set(ALL))
        a.table.fails = ConnectionError("no")
        await until(lambda: a.mine == set())
        await asyncio.sleep(0.1)
        a.table.fails = None
        await until(lambda: a.mine == set(ALL))
        await a.own.close()

    run(test)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("hanging", ["renew", "release", "leave"])
def test_the_end_does_not_wait_for_a_database_that_hangs(hanging: str) -> None:
    """And nothing of it goes on afterwards, when the database comes back."""

    async def test() -> None:
        a = Process(Leases(), "a")
        await a.own.open()
        await until(lambda: a.mine == set(ALL))
        a.table.hangs = {hanging}
        count = a.table.asked.count("renew")
        if hanging == "renew":
            await until(lambda: a.table.asked.count("renew") > count)
        async with asyncio.timeout(leases.END_SECONDS + 2):
            await a.own.close()
        asked = len(a.table.asked)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        await asyncio.sleep(0.2)
        assert len(a.table.asked) == asked
        assert a.table.closed

    run(test)
