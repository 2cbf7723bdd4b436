"""Several clubs and workers on one database of PostgreSQL."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest
import sqlalchemy as sql
from tests.server.databases import PostgresServer, name_of
from tests.server.jobs.test_queue import DOUBLE, OWN
from tests.server.worker.club_worker import working

from nardy.server.jobs import queue as queues
from nardy.server.jobs.orders import TURN, JobOrder
from nardy.server.jobs.queue import JobQueue
from nardy.server.process_state import JobCounts
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.job_tables import job, job_process
from nardy.server.worker.leases import Leases

pytestmark = pytest.mark.thorough


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.with_tables()
    yield made
    postgresql.drop(made)


@contextlib.asynccontextmanager
async def opened(address: PostgresAddress) -> AsyncGenerator[JobQueue]:
    """A process of the club, which asks workers."""
    store, one = open_store(address), JobQueue(JobCounts())
    await one.open(address, store)
    try:
        yield one
    finally:
        await one.close()
        await asyncio.to_thread(store.close)


async def until(question: Any) -> None:
    async with asyncio.timeout(20):
        while not question():
            await asyncio.sleep(0.01)


def rows(server: PostgresServer, address: PostgresAddress, query: str) -> list[tuple[Any, ...]]:
    import psycopg  # noqa: PLC0415

    with psycopg.connect(address.text) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


def test_each_process_of_a_club_gets_its_own_answers(address: PostgresAddress) -> None:
    async def ask(one: JobQueue, numbers: range) -> None:
        orders = [JobOrder(TURN, 0, {"number": number, "word": "x"}) for number in numbers]
        told = await asyncio.gather(*map(one.ask, orders))
        assert [json.loads(answer or b"")[0] for answer in told] == [2 * n for n in numbers]

    async def go() -> None:
        async with opened(address) as one, opened(address) as other:
            with working(address, OWN), working(address, OWN):
                await until(lambda: one.workers == other.workers == 2)
                await asyncio.gather(ask(one, range(40)), ask(other, range(100, 140)))

    asyncio.run(go())


def test_a_club_that_ends_leaves_the_jobs_of_others(
    address: PostgresAddress, postgresql: PostgresServer
) -> None:
    async def go() -> None:
        with Leases(address):
            async with opened(address) as one:
                await until(lambda: one.workers)
                asked = asyncio.create_task(one.ask(DOUBLE))
                async with opened(address) as other:
                    await until(lambda: other.workers)
                    gone = asyncio.create_task(other.ask(DOUBLE))
                    query = "select count(*) from job"
                    await until(lambda: rows(postgresql, address, query) == [(2,)])
                assert await gone is None
                assert rows(postgresql, address, query) == [(1,)]
                asked.cancel()
        assert rows(postgresql, address, "select * from job_process") == []

    asyncio.run(go())


def test_what_a_failed_server_has_lost_is_done_by_the_club(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last commits before a failure may be gone; a review has no limit of time that would tell."""
    monkeypatch.setattr(queues, "HEARTBEAT_SECONDS", 0.05)

    async def go() -> None:
        with Leases(address):
            async with opened(address) as one:
                await until(lambda: one.workers)
                asked = asyncio.create_task(one.ask(JobOrder("review", 3, {})))
                await until(lambda: one._queued)  # noqa: SLF001
                await asyncio.sleep(0.2)
                assert not asked.done()
                access = one._access  # noqa: SLF001
                assert access is not None
                await access.queue.run(lambda c: c.execute(sql.delete(job)))
                assert await asyncio.wait_for(asked, 20) is None

    asyncio.run(go())


def test_a_club_that_died_is_forgotten_with_its_jobs(
    address: PostgresAddress, postgresql: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "HEARTBEAT_SECONDS", 0.05)

    async def go() -> None:
        async with opened(address) as one:
            access = one._access  # noqa: SLF001
            assert access is not None

            def die(connection: sql.Connection) -> None:
                dead = {"id": "dead", "role": "club", "version": "", "address": "", "until": 1}
                connection.execute(sql.insert(job_process), dead)
                old = {"id": "j", "kind": "turn", "urgency": 0, "payload": "{}", "asker": "dead"}
                more = {"version": "", "created": 1, "leased_until": 0, "tries": 0}
                connection.execute(sql.insert(job), {**old, **more})

            await access.queue.run(die)
            query = "select (select count(*) from job), (select count(*) from job_process)"
            await until(lambda: rows(postgresql, address, query) == [(0, 1)])

    asyncio.run(go())


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wall_clock_that_jumps_on_one_machine_changes_nothing(
    hours: int, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leases and processes go by the clock of the server."""
    there, jump = time.time_ns, 0
    monkeypatch.setattr(time, "time_ns", lambda: there() + jump)

    async def go() -> None:
        nonlocal jump
        async with opened(address) as one:
            with working(address, OWN):
                await until(lambda: one.workers)
                jump = hours * 3_600_000_000_000
                one._looked = 0.0  # noqa: SLF001
                assert json.loads(await one.ask(DOUBLE) or b"") == [42, "ход"]
            with Leases(address) as holder, Leases(address) as other:
                asked = asyncio.create_task(one.ask(DOUBLE))
                await until(holder.is_waiting)
                assert holder.take() is not None
                jump = -jump
                assert other.take() is None
                asked.cancel()

    asyncio.run(go())


def test_a_lost_connection_costs_neither_jobs_nor_workers(
    address: PostgresAddress, postgresql: PostgresServer
) -> None:
    cut = "select pg_terminate_backend(pid) from pg_stat_activity where datname = '{}'"

    async def go() -> None:
        async with opened(address) as one:
            with working(address, OWN):
                await until(lambda: one.workers)
                for number in range(3):
                    postgresql.execute(cut.format(name_of(address)))
                    await until(lambda: one.workers)
                    # The first question may meet the lost connection: then the club thinks itself.
                    order = JobOrder(TURN, 0, {"number": number, "word": "x"})
                    told = [await one.ask(order) for _ in range(3)]
                    assert json.loads(told[-1] or b"")[0] == 2 * number

    asyncio.run(go())
