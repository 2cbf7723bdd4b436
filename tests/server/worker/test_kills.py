"""A worker is killed in the middle of a job of each kind: another one does the job, once."""

import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
from tests.server.analysis.test_reviews import finished_room
from tests.server.worker import hanging_worker
from tests.server.worker.club_worker import open_to_workers, working
from tests.server.worker.worker_process import worker_process

from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.kernel import is_available
from nardy.server.bots.turn_choice import turn_order
from nardy.server.club.club import Club
from nardy.server.jobs import orders
from nardy.server.jobs.opening import job_looking_engine
from nardy.server.jobs.orders import JobOrder, order_about
from nardy.server.store import jobs, log
from nardy.server.store.job_tables import job
from nardy.server.worker.review_sources import ReviewSources
from nardy.server.worker.tasks import tasks

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"


def order_of(kind: str) -> JobOrder:
    now: Situation = position_text.loads(START)
    review = {"of": "room", "id": "r", "plies": 1, "begin": 0, "end": 12}
    found = {
        orders.TURN: turn_order(now, "nardy:0", 0),
        orders.TUTOR: order_about(kind, 2, now, {"moves": [[13, 10], [6, 5]]}),
        orders.EXPLANATION: order_about(kind, 2, now, {"turn": "13/10 6/5"}),
        orders.REVIEW: JobOrder(orders.REVIEW, 3, review),
        orders.REASON: order_about(kind, 5, now, {"turn": "13/10 6/5"}),
        orders.ROLLOUT: order_about(kind, 5, now, {"turns": ["8/5 6/5", "24/20"], "seed": 1}),
    }.get(kind, order_about(kind, 2, now))
    assert found is not None
    return found


def result_of(order: JobOrder, file: Path) -> object:
    """What a worker that is not killed finds."""
    games = ReviewSources(file)
    steps = tasks(games)[order.kind](order.payload)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return msgspec.json.decode(msgspec.json.encode(end.value))
    finally:
        games.close()


async def keep_room(club: Club) -> None:
    room = finished_room("r")
    going = replace(room.record, is_over=False)
    await club.store.run(lambda c: log.make_room(c, going, room.entries))


def jobs_left(file: Path) -> int:
    engine = job_looking_engine(file)
    with engine.connect() as connection:
        found = connection.scalar(sql.select(sql.func.count()).select_from(job))
    engine.dispose()
    return found or 0


@pytest.mark.thorough
@pytest.mark.skipif(not is_available(), reason="there is no kernel")
@pytest.mark.parametrize("kind", orders.KINDS)
def test_a_job_of_a_killed_worker_is_done_once_by_another(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, order, accepted = tmp_path / "club.db", order_of(kind), list[int]()
    finish = jobs.finish

    def noted(connection: sql.Connection, lease: jobs.LeasedJob, result: str) -> str | None:
        asker = finish(connection, lease, result)
        if asker is not None:
            accepted.append(lease.tries)
        return asker

    monkeypatch.setattr(jobs, "finish", noted)

    async def go() -> bytes | None:
        async with open_to_workers(tmp_path) as club:
            await keep_room(club)
            with worker_process(file, hanging_worker.__file__) as process:
                while not club.job_queue.workers:
                    await asyncio.sleep(0.01)
                asked = asyncio.create_task(club.job_queue.ask(order))
                assert process.stdout is not None
                begun = await asyncio.to_thread(process.stdout.readline)
                assert begun.strip() == kind
                with working(file):
                    await asyncio.sleep(0.1)
                    assert not asked.done()
                    process.kill()
                    told = await asyncio.wait_for(asked, 60)
            assert jobs_left(file) == 0
            assert club.process.jobs.taken_back == 0
            return told

    told = asyncio.run(go())
    assert accepted == [2]
    assert told is not None
    assert msgspec.json.decode(told) == result_of(order, file)
