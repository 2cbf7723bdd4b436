"""The loop of a worker: the most urgent job first, also in the pauses of a longer one."""

import logging
from collections.abc import Mapping
from time import monotonic, sleep

import msgspec
from sqlalchemy.exc import DBAPIError

from nardy.errors import NardyError
from nardy.server.store.jobs import LeasedJob, failure
from nardy.server.worker.leases import Leases
from nardy.server.worker.tasks import Steps, Task

POLL_SECONDS = 0.05
"""Seconds between two looks for jobs, where no wake-up comes."""
PAUSE_SECONDS = 1.0
"""Seconds to wait after the database failed."""
BROKEN = "the work failed; its cause is in the log of the worker"
_log = logging.getLogger(__name__)


class EndedError(BaseException):
    """The worker was told to end, in the middle of a job."""


class Worker:
    """Does jobs, one at a time."""

    def __init__(self, leases: Leases, tasks: Mapping[str, Task]) -> None:
        self._leases, self._tasks = leases, tasks
        self._is_ending, self._is_working = False, False
        self._looked = 0.0

    def run(self) -> None:
        """Do jobs until `end` is called."""
        try:
            while not self._is_ending:
                try:
                    if not self.do_next():
                        self._leases.bell.wait(POLL_SECONDS)
                except DBAPIError:
                    _log.exception("the database failed")
                    sleep(PAUSE_SECONDS)
        except EndedError:
            # Its jobs are given back with the leases.
            return

    def end(self, *_: object) -> None:
        """End soon: a job in progress is given up. Signals may call this."""
        self._is_ending = True
        if self._is_working:
            raise EndedError

    def do_next(self, below: int | None = None) -> bool:
        """Do the most urgent job; False if there is none that is more urgent than *below*."""
        self._looked = monotonic()
        if not self._leases.is_waiting(below) or (lease := self._leases.take(below)) is None:
            return False
        if not self._leases.finish(lease, self._result(lease)):
            _log.warning("a result of a job (%s) came too late", lease.kind)
        return True

    def _result(self, lease: LeasedJob) -> str:
        try:
            steps = self._tasks[lease.kind](msgspec.json.decode(lease.payload))
            return _success(self._all(steps, lease.urgency))
        except NardyError as error:
            return failure(str(error))
        except DBAPIError:
            raise
        except Exception:  # noqa: BLE001 (the next job may succeed)
            _log.exception("a job failed: %s", lease.kind)
            return failure(BROKEN)

    def _all(self, steps: Steps, urgency: int) -> object:
        """The result of all steps; something more urgent is done between them."""
        while True:
            self._is_working = True
            try:
                if self._is_ending:
                    raise EndedError
                next(steps)
            except StopIteration as done:
                return done.value
            finally:
                self._is_working = False
            if self._leases.bell.has_rung() or monotonic() - self._looked >= POLL_SECONDS:
                while self.do_next(urgency):
                    pass


def _success(value: object) -> str:
    return msgspec.json.encode({"done": value}).decode()
