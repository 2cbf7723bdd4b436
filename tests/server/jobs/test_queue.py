import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from tests.server.worker.club_worker import open_to_workers, working

from nardy.server.club.club import Club
from nardy.server.jobs import queue as queues
from nardy.server.jobs.opening import job_looking_engine, looking_engine, queue_file
from nardy.server.jobs.orders import TURN, JobOrder
from nardy.server.jobs.queue import JobFailedError, JobQueue
from nardy.server.store.database.opening import open_store
from nardy.server.store.job_tables import job, job_process
from nardy.server.worker.leases import Leases
from nardy.server.worker.tasks import Payload, at_once

DOUBLE = JobOrder(TURN, 0, {"number": 21, "word": "ход"})


def doubled(payload: Payload) -> object:
    return [2 * payload["number"], payload["word"]]


def refused(_: Payload) -> object:
    raise JobFailedError("expected a number, got none")


OWN = {TURN: at_once(doubled)}


async def with_workers(club: Club) -> None:
    async with asyncio.timeout(10):
        while not club.job_queue.workers:
            await asyncio.sleep(0.005)


async def jobs_left(club: Club) -> int:
    access = club.job_queue._access  # noqa: SLF001
    if access is None or not await access.has_queue():
        return 0
    query = sql.select(sql.func.count()).select_from(job)
    return await access.queue.read(lambda c: c.scalar(query) or 0)


def in_club(folder: Path, does: Any) -> None:
    async def go() -> None:
        async with open_to_workers(folder) as club:
            await does(club)

    asyncio.run(go())


def test_without_workers_the_club_thinks_itself_and_writes_nothing(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        before = sum(club.store.batch_sizes.counts)
        assert await club.job_queue.ask(DOUBLE) is None
        assert club.job_queue.ask_from_thread(DOUBLE).result() is None
        assert sum(club.store.batch_sizes.counts) == before
        assert not queue_file(tmp_path / "club.db").exists()
        assert await jobs_left(club) == 0

    in_club(tmp_path, go)


def test_a_desk_that_was_never_opened_asks_nobody() -> None:
    async def go() -> None:
        job_queue = JobQueue()
        assert await job_queue.ask(DOUBLE) is None
        await job_queue.open(Path(":memory:"), open_store(Path(":memory:")))
        assert await job_queue.ask(DOUBLE) is None
        await job_queue.close()

    asyncio.run(go())


def test_many_who_ask_get_their_own_answers(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        with working(tmp_path / "club.db", OWN):
            await with_workers(club)
            orders = [JobOrder(TURN, 0, {"number": number, "word": "x"}) for number in range(20)]
            told = await asyncio.gather(*map(club.job_queue.ask, orders))
            assert [json.loads(one or b"")[0] for one in told] == [2 * n for n in range(20)]
            thread = await asyncio.to_thread(
                lambda: club.job_queue.ask_from_thread(DOUBLE).result()
            )
            assert json.loads(thread or b"") == [42, "ход"]
            assert await jobs_left(club) == 0
            counts = club.process.jobs
            assert (counts.waiting, counts.taken_back, counts.failed) == ({}, 0, 0)
            assert sum(counts.seconds[TURN].counts) == 21

    in_club(tmp_path, go)


@pytest.mark.parametrize(
    ("task", "told"),
    [
        (refused, "expected a number, got none"),
        (lambda _: 1 / 0, "the work failed; its cause is in the log of the worker"),
    ],
)
def test_a_failure_is_told_in_a_sentence(task: Any, told: str, tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        with working(tmp_path / "club.db", {TURN: at_once(task)}):
            await with_workers(club)
            with pytest.raises(JobFailedError, match=told):
                await club.job_queue.ask(DOUBLE)
            assert club.process.jobs.failed == 1

    in_club(tmp_path, go)


def test_where_all_workers_died_the_club_takes_its_jobs_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "LOOK_SECONDS", 0.05)

    async def go(club: Club) -> None:
        with Leases(tmp_path / "club.db"):
            await with_workers(club)
            asked = asyncio.create_task(club.job_queue.ask(DOUBLE))
            async with asyncio.timeout(10):
                while not await jobs_left(club):
                    await asyncio.sleep(0.005)
        # It has never taken the job, and nobody else is there.
        assert await asyncio.wait_for(asked, 10) is None
        assert club.job_queue.workers == 0
        assert club.process.jobs.taken_back == 1
        assert await settled(jobs_left(club)) == 0

    in_club(tmp_path, go)


async def settled(question: Coroutine[Any, Any, int]) -> int:
    await asyncio.sleep(0.05)
    return await question


def test_what_takes_too_long_is_done_by_the_club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(queues.PATIENCE, TURN, 0.05)

    async def go(club: Club) -> None:
        with Leases(tmp_path / "club.db"):
            await with_workers(club)
            assert await club.job_queue.ask(DOUBLE) is None
            assert await settled(jobs_left(club)) == 0

    in_club(tmp_path, go)


def test_whoever_stops_waiting_takes_the_job_along(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        with Leases(tmp_path / "club.db"):
            await with_workers(club)
            asked = asyncio.create_task(club.job_queue.ask(DOUBLE))
            await asyncio.sleep(0.05)
            assert await jobs_left(club) == 1
            asked.cancel()
            assert await settled(jobs_left(club)) == 0
            assert club.process.jobs.waiting == {}

    in_club(tmp_path, go)


def test_a_club_that_closes_leaves_nothing(tmp_path: Path) -> None:
    async def go() -> None:
        open_store(tmp_path / "club.db").close()
        with Leases(tmp_path / "club.db"):
            async with open_to_workers(tmp_path) as club:
                await with_workers(club)
                asked = asyncio.create_task(club.job_queue.ask(DOUBLE))
                await asyncio.sleep(0.05)
            assert await asked is None
        for engine_of in (looking_engine, job_looking_engine):
            engine = engine_of(tmp_path / "club.db")
            with engine.connect() as connection:
                for table in (job, job_process):
                    assert list(connection.scalars(sql.select(table.c.id))) == []
            engine.dispose()

    asyncio.run(go())


@pytest.mark.sqlite
def test_a_damaged_queue_leaves_the_club_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    queue_file(tmp_path / "club.db").write_bytes(b"no database, but long enough to be read" * 99)

    async def go(club: Club) -> None:
        assert await club.job_queue.ask(DOUBLE) is None

    in_club(tmp_path, go)
    assert "the club thinks itself" in caplog.text
