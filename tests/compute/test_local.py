"""Threads and processes of this machine, processes also when one is killed."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.effort import THOROUGH

from nardy.compute import local
from nardy.compute.chunks import run_chunks
from nardy.compute.local import Processes, Threads


def kill_once(task: tuple[Path, int]) -> int:
    """Twice the number; the first process that gets a 3 is killed."""
    folder, number = task
    if number == 3:
        try:
            (folder / "killed").mkdir()
        except FileExistsError:
            return 6
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def test_threads_return_parts_in_order() -> None:
    with closing(Threads(3)) as workers:
        assert list(run_chunks(workers, str, range(20))) == [str(n) for n in range(20)]


def test_a_killed_process_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    with closing(Processes(2)) as workers:
        tasks = [(tmp_path, n) for n in range(40 if THOROUGH else 6)]
        assert list(run_chunks(workers, kill_once, tasks)) == [2 * n for _, n in tasks]
    assert (tmp_path / "killed").exists()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_a_worker_ends_with_its_killed_parent() -> None:
    """Its pool cannot tell it to: the worker holds the other end of that pipe itself."""
    program = (
        "import os, time\n"
        "from nardy.compute.local import Processes\n"
        "if __name__ == '__main__':\n"
        "    workers = Processes(1)\n"
        "    print(workers.submit(os.getpgid, 0).result(), *workers._pool._processes, flush=True)\n"
        "    time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline().split()[1])
        assert is_alive(worker)
        parent.kill()
    end = time.monotonic() + 60
    while is_alive(worker) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_alive(worker)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_process_that_only_begins_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    """It is interrupted while it still imports what it needs."""
    process = multiprocessing.get_context("spawn").Process(target=local._start_worker)  # noqa: SLF001
    with local._sigint_blocked():  # noqa: SLF001
        process.start()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    process.join(60)
    assert process.exitcode == -signal.SIGINT
    assert capfd.readouterr().err == ""
