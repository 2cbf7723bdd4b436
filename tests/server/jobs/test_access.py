import asyncio
from pathlib import Path

import pytest
from tests.server.databases import PostgresServer, name_of

from nardy.server.jobs.access import FileAccess, SharedAccess, open_access
from nardy.server.jobs.opening import job_engine
from nardy.server.jobs.wakeup import WakeupSender
from nardy.server.store.database.opening import open_store


@pytest.mark.sqlite
def test_a_wake_up_is_heard_at_once_and_a_look_comes_without_it(tmp_path: Path) -> None:
    async def go() -> None:
        store, heard = open_store(tmp_path / "club.db"), asyncio.Event()
        one = await open_access(tmp_path / "club.db", store, heard.set)
        assert isinstance(one, FileAccess)
        assert not await one.was_woken()
        sender = WakeupSender()
        sender.send([one.address.partition("/")[0] + "/stranger", one.address])
        await asyncio.wait_for(heard.wait(), 5)
        one.woken.set()
        assert await one.was_woken()
        assert not one.woken.is_set()
        sender.close()
        assert not await one.has_queue()
        job_engine(tmp_path / "club.db").dispose()
        assert await one.has_queue()
        await one.close()
        await asyncio.to_thread(store.close)

    asyncio.run(go())


@pytest.mark.thorough
def test_the_queue_of_postgresql_has_its_queue_at_once_and_one_more_connection(
    postgresql: PostgresServer,
) -> None:
    address = postgresql.with_tables()
    count = f"select count(*) from pg_stat_activity where datname = '{name_of(address)}'"  # noqa: S608

    async def go() -> None:
        store, heard = open_store(address), asyncio.Event()
        one = await open_access(address, store, heard.set)
        assert isinstance(one, SharedAccess)
        assert await one.has_queue()
        # It is told that something may have come before.
        await asyncio.wait_for(heard.wait(), 20)
        heard.clear()
        one.sender.send([one.address])
        await asyncio.wait_for(heard.wait(), 20)
        connections = await one.queue.read(lambda c: c.exec_driver_sql(count).scalar_one())
        flushed = await one.queue.read(
            lambda c: c.exec_driver_sql("show synchronous_commit").scalar_one()
        )
        assert (connections, flushed) == (2, "off")
        await one.close()
        await asyncio.to_thread(store.close)

    asyncio.run(go())
    postgresql.drop(address)
