"""Workers of this process: each is started again when it dies, and its jobs go to another at once."""

import contextlib
import logging
import subprocess
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from time import monotonic

from sqlalchemy.exc import DBAPIError

import nardy
from nardy.server.jobs.opening import job_engine
from nardy.server.store import jobs
from nardy.server.store.database.address import Database, text_of
from nardy.server.worker import child

FOLDER = str(Path(nardy.__file__).parents[1])
"""Where a worker finds the package."""
PAUSE_SECONDS, MOST_PAUSE_SECONDS = 1.0, 60.0
"""Seconds before a dead worker is replaced, doubled each time that it dies young."""
YOUNG_SECONDS = 30.0
END_SECONDS = 5.0
"""The longest wait for the end of all workers; then they are killed."""
_log = logging.getLogger(__name__)


class WorkerPool:
    """Some workers for the club of a database."""

    def __init__(self, database: Database, count: int, log: str = "text") -> None:
        """Start them; *log* is the form of their log, text or json."""
        self._database, self._form = database, log
        self._has_ended = threading.Event()
        self._processes: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._keep) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    @property
    def processes(self) -> set[int]:
        """The ids of the processes that run."""
        with self._lock:
            return {one.pid for one in self._processes if one.poll() is None}

    def close(self) -> None:
        """End all workers; they give back their jobs."""
        self._has_ended.set()
        with self._lock:
            running = list(self._processes)
        for process in running:
            _end_input(process)
        end = monotonic() + END_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
        with self._lock:
            for process in self._processes:
                process.kill()
        for thread in self._threads:
            thread.join()

    def _keep(self) -> None:
        """Keep one worker running."""
        pause = PAUSE_SECONDS
        while not self._has_ended.is_set():
            began = monotonic()
            try:
                self._run_one()
            except OSError as error:  # too many processes, or no memory: later there may be room
                _log.error("a worker could not be started: %s", error.strerror)
            if monotonic() - began >= YOUNG_SECONDS:
                pause = PAUSE_SECONDS
            if self._has_ended.wait(pause):
                return
            pause = min(2 * pause, MOST_PAUSE_SECONDS)

    def _run_one(self) -> None:
        with self._started() as process:
            assert process.stdout is not None
            worker_id = process.stdout.readline().strip()
            status = process.wait()
        if self._has_ended.is_set():
            return
        _log.error("a worker has ended with status %d; another one begins", status)
        with contextlib.suppress(DBAPIError):
            self._release(worker_id)

    @contextlib.contextmanager
    def _started(self) -> Generator[subprocess.Popen[str]]:
        # Isolated from the user's environment.
        command = [sys.executable, "-I", child.__file__, FOLDER, self._form]
        with subprocess.Popen(  # noqa: S603 (our own program)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            _tell_database(process, self._database)
            with self._lock:
                self._processes.add(process)
                if self._has_ended.is_set():
                    _end_input(process)
            try:
                yield process
            finally:
                with self._lock:
                    self._processes.discard(process)

    def _release(self, worker_id: str) -> None:
        """Let others take its jobs now, rather than when their leases end."""
        engine = job_engine(self._database)
        try:
            with engine.connect() as connection, connection.begin():
                jobs.release(connection, worker_id)
        finally:
            engine.dispose()


def _tell_database(process: subprocess.Popen[str], database: Database) -> None:
    assert process.stdin is not None
    # A process that has died already is told of by its status.
    with contextlib.suppress(OSError):
        process.stdin.write(f"{text_of(database)}\n")
        process.stdin.flush()


def _end_input(process: subprocess.Popen[str]) -> None:
    if process.stdin:
        with contextlib.suppress(OSError):
            process.stdin.close()
