import signal
from pathlib import Path

import pytest
from tests.server.worker.test_leases import with_jobs
from tests.server.worker.worker_process import worker_process

from nardy.server.jobs.opening import job_engine
from nardy.server.store import jobs
from nardy.version import __version__


def workers(file: Path) -> list[str]:
    engine = job_engine(file)
    with engine.connect() as connection:
        found = jobs.running(connection, __version__, 0)
    engine.dispose()
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["signal", "input"])
def test_a_worker_ends_when_it_is_told_to(way: str, tmp_path: Path) -> None:
    file = with_jobs(tmp_path, 0)
    with worker_process(file) as process:
        assert len(workers(file)) == 1
        if way == "signal":
            process.send_signal(signal.SIGTERM)
        elif process.stdin:
            process.stdin.close()
        assert process.wait(10) == 0
        assert workers(file) == []


@pytest.mark.thorough
def test_a_worker_that_is_killed_is_gone_when_its_lease_is(tmp_path: Path) -> None:
    file = with_jobs(tmp_path, 0)
    with worker_process(file) as process:
        process.kill()
        assert process.wait(10) == -signal.SIGKILL
        # Only the lease's end tells, where nobody watches it.
        assert len(workers(file)) == 1
