import contextlib
import errno
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.databases import text_of_file
from tests.server.worker.test_leases import with_jobs
from tests.server.worker.test_process import workers

from nardy.server.store.database.address import read_database
from nardy.server.worker import pool
from nardy.server.worker.pool import WorkerPool

STANDING = """
import sys
sys.stdout.write("nobody\\n")
sys.stdout.flush()
sys.stdin.read()
"""


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_worker_that_dies_is_replaced_and_all_end_with_the_pool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "standing.py"
    program.write_text(STANDING)
    monkeypatch.setattr(pool.child, "__file__", str(program))
    monkeypatch.setattr(pool, "PAUSE_SECONDS", 0.01)
    with contextlib.closing(WorkerPool(with_jobs(tmp_path), 2)) as own:
        until(lambda: len(own.processes) == 2)
        before = own.processes
        # The test sees its own children alone.
        os.kill(min(before), signal.SIGKILL)
        until(lambda: len(own.processes) == 2 and own.processes != before)
    assert own.processes == set()
    assert "a worker has ended with status -9" in caplog.text


@pytest.mark.thorough
def test_the_workers_of_a_pool_join_and_leave(tmp_path: Path) -> None:
    file = with_jobs(tmp_path, 0)
    with contextlib.closing(WorkerPool(read_database(text_of_file(file)), 2)):
        until(lambda: len(workers(file)) == 2)
    assert workers(file) == []


def test_a_pool_may_end_before_its_workers_have_begun(tmp_path: Path) -> None:
    WorkerPool(with_jobs(tmp_path, 0), 2).close()


def test_a_worker_that_cannot_be_started_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program, start, tries = tmp_path / "standing.py", subprocess.Popen, list[object]()
    program.write_text(STANDING)
    monkeypatch.setattr(pool.child, "__file__", str(program))
    monkeypatch.setattr(pool, "PAUSE_SECONDS", 0.01)

    def full_once(*asked: Any, **more: Any) -> object:
        tries.append(asked)
        if len(tries) == 1:
            raise OSError(errno.EAGAIN, "Resource temporarily unavailable")
        return start(*asked, **more)

    monkeypatch.setattr(pool.subprocess, "Popen", full_once)
    with contextlib.closing(WorkerPool(with_jobs(tmp_path, 0), 1)) as own:
        until(lambda: len(own.processes) == 1)
    assert "a worker could not be started: Resource temporarily unavailable" in caplog.text


@pytest.mark.parametrize("says", ["nobody\\n", ""])
def test_a_worker_that_does_not_end_with_its_input_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    program = tmp_path / "stubborn.py"
    program.write_text(
        f"import sys, time\nsys.stdout.write('{says}')\nsys.stdout.flush()\ntime.sleep(600)\n"
    )
    monkeypatch.setattr(pool.child, "__file__", str(program))
    monkeypatch.setattr(pool, "END_SECONDS", 0.1)
    own = WorkerPool(with_jobs(tmp_path, 0), 2)
    until(lambda: len(own.processes) == 2)
    closing = threading.Thread(target=own.close, daemon=True)
    closing.start()
    closing.join(30)
    is_closed, left = not closing.is_alive(), own.processes
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert (is_closed, left) == (True, set())
