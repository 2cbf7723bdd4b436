import asyncio
from pathlib import Path

from nardy.server.jobs import line
from nardy.server.jobs.bell import Ringer
from nardy.server.jobs.line import WorkerLine
from nardy.server.jobs.opening import job_engine
from nardy.server.store.database.opening import open_store


def test_a_wake_up_is_heard_at_once_and_a_look_comes_without_it(tmp_path: Path) -> None:
    async def go() -> None:
        store, heard = open_store(tmp_path / "club.db"), asyncio.Event()
        one = await WorkerLine.to(tmp_path / "club.db", store, heard.set)
        assert not await one.is_rung()
        ringer = Ringer()
        ringer.ring([one.address.partition("/")[0] + "/stranger", one.address])
        await asyncio.wait_for(heard.wait(), 5)
        one.rung.set()
        assert await one.is_rung()
        assert not one.rung.is_set()
        ringer.close()
        assert not await one.has_queue()
        job_engine(tmp_path / "club.db").dispose()
        assert await one.has_queue()
        await one.close()
        await asyncio.to_thread(store.close)

    asyncio.run(go())
    assert line.POLL_SECONDS <= 0.05
