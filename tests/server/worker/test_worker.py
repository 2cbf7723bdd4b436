import logging
import threading
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.server.worker.test_leases import with_jobs

from nardy.server.jobs.opening import job_engine
from nardy.server.store import jobs
from nardy.server.store.jobs import NewJob
from nardy.server.timestamps import now
from nardy.server.worker.leases import Leases
from nardy.server.worker.tasks import JobSteps, JobTask, Payload, at_once
from nardy.server.worker.worker import EndedError, Worker
from nardy.version import __version__


def put(file: Path, name: str, kind: str, urgency: int) -> None:
    engine = job_engine(file)
    with engine.connect() as connection, connection.begin():
        new = NewJob(
            id=name,
            kind=kind,
            urgency=urgency,
            payload="{}",
            asker="club",
            version=__version__,
            created=now(),
        )
        jobs.put(connection, new)
    engine.dispose()


def results(file: Path) -> Mapping[str, str]:
    engine = job_engine(file)
    with engine.connect() as connection, connection.begin():
        found = {one.id: one.result for one in jobs.collect(connection, "club")}
    engine.dispose()
    return found


def test_something_more_urgent_is_done_in_the_pauses_of_long_work(tmp_path: Path) -> None:
    file, told = with_jobs(tmp_path, 0), list[str]()

    def long(_: Payload) -> JobSteps:
        told.append("begun")
        put(file, "turn", "turn", 0)
        put(file, "other", "long", 3)
        worker._looked = 0.0  # noqa: SLF001 (as if the time for a look had come)
        yield
        told.append("gone on")
        return "long"

    own: dict[str, JobTask] = {"long": long, "turn": at_once(lambda _: told.append("turn"))}
    put(file, "long", "long", 3)
    with Leases(file) as leases:
        worker = Worker(leases, own)
        assert worker.do_next()
    assert told == ["begun", "turn", "gone on"]
    assert set(results(file)) == {"long", "turn"}


def test_a_worker_that_is_told_to_end_gives_up_what_it_does(tmp_path: Path) -> None:
    file, has_begun = with_jobs(tmp_path), threading.Event()

    def endless(_: Payload) -> JobSteps:
        while True:
            has_begun.set()
            worker._is_ending = True  # noqa: SLF001 (as a signal between two steps)
            yield

    with Leases(file) as leases:
        worker = Worker(leases, {"turn": endless})
        worker.run()
        assert has_begun.is_set()
    with Leases(file) as other:
        lease = other.take()
        assert lease is not None
        assert lease.tries == 1


def test_a_signal_in_the_middle_of_a_step_ends_it(tmp_path: Path) -> None:
    def step(_: Payload) -> object:
        worker.end()
        return "never"

    with Leases(with_jobs(tmp_path)) as leases:
        worker = Worker(leases, {"turn": at_once(step)})
        with pytest.raises(EndedError):
            worker.do_next()
    worker.run()


def test_a_result_that_comes_too_late_is_told_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = with_jobs(tmp_path)
    caplog.set_level(logging.INFO)

    def lose(_: Payload) -> object:
        engine = job_engine(file)
        with engine.connect() as connection, connection.begin():
            jobs.release(connection, leases.id)
        engine.dispose()
        return 1

    with Leases(file) as leases:
        assert Worker(leases, {"turn": at_once(lose)}).do_next()
    assert "came too late" in caplog.text
    assert results(file) == {}
