import time
from pathlib import Path

import pytest

from nardy.server.errors import StoreError
from nardy.server.jobs.opening import job_engine
from nardy.server.store import about, jobs
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of
from nardy.server.store.jobs import JobProcess, NewJob
from nardy.server.timestamps import now
from nardy.server.worker.leases import LEASE, RENEW_SECONDS, Leases, LeaseTiming
from nardy.version import __version__


def with_jobs(folder: Path, count: int = 1) -> Path:
    """A database with some jobs."""
    file = folder / "club.db"
    open_store(file).close()
    engine = job_engine(file)
    with engine.connect() as connection, connection.begin():
        club = JobProcess(id="club", role="club", version="", address="", until=0)
        jobs.open_club(connection, club)
        for number in range(count):
            new = NewJob(
                id=str(number),
                kind="turn",
                urgency=number,
                payload="{}",
                asker="club",
                version=__version__,
                created=now(),
            )
            jobs.put(connection, new)
    engine.dispose()
    return file


def test_a_job_that_takes_longer_than_a_lease_stays_its_workers(tmp_path: Path) -> None:
    file, quick = with_jobs(tmp_path), LeaseTiming(lease=300, renew_seconds=0.05)
    with Leases(file, quick) as one, Leases(file, quick) as other:
        lease = one.take()
        assert lease is not None
        time.sleep(0.6)
        assert not other.is_waiting()
        assert other.take() is None
        assert one.finish(lease, jobs.success(1))


def test_a_job_of_a_worker_that_stopped_is_taken_by_another_and_done_once(tmp_path: Path) -> None:
    file = with_jobs(tmp_path)
    # It renews too rarely, as one that stands still.
    with Leases(file, LeaseTiming(lease=100, renew_seconds=60)) as stopped, Leases(file) as other:
        lost = stopped.take()
        time.sleep(0.2)
        assert other.is_waiting()
        present = other.take()
        assert lost is not None
        assert present is not None
        assert not stopped.finish(lost, jobs.success("lost"))
        assert other.finish(present, jobs.success("present"))
        assert not other.finish(present, jobs.success("again"))


def test_a_worker_that_ends_gives_its_jobs_back_at_once(tmp_path: Path) -> None:
    file = with_jobs(tmp_path, 2)
    with Leases(file) as other:
        with Leases(file) as ending:
            assert [ending.take(), ending.take()] != [None, None]
            assert other.take() is None
            other.wakeup.was_woken()
        assert other.wakeup.wait(5)
        assert [other.take(), other.take()] != [None, None]


def test_an_urgent_job_is_seen_from_a_lesser_one(tmp_path: Path) -> None:
    with Leases(with_jobs(tmp_path, 2)) as one:
        assert not one.is_waiting(below=0)
        assert one.is_waiting(below=1)
        assert one.take(below=0) is None
        found = one.take()
        assert found is not None
        assert found.urgency == 0


def test_another_version_of_the_tables_is_refused(tmp_path: Path) -> None:
    file = with_jobs(tmp_path)
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        about.put(connection, "schema", "3")
    engine.dispose()
    with pytest.raises(StoreError, match="got 3; start `nardy serve` of this version first"):
        Leases(file)


@pytest.mark.sqlite
@pytest.mark.parametrize("content", [b"", b"no database, but so long that it is read as one" * 99])
def test_a_file_that_is_no_club_is_refused_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"^expected a database"):
        Leases(file)


def test_a_lease_outlives_two_lost_renewals() -> None:
    assert 2 * RENEW_SECONDS * 1000 < LEASE
