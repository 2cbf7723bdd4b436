"""The loop of a worker: the most urgent job first, also while a step of patient work goes on.

All thinking is done in threads of low priority, a step at a time. The main thread keeps its priority: it holds the
database's lock for moments, and the club must not wait until a thinker has the processor again. Turns and hints do
not wait for a step of a review, and a review that is more urgent waits for one.
"""

import logging
import os
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import msgspec
from sqlalchemy.exc import DBAPIError

from nardy.errors import NardyError
from nardy.server.jobs.orders import REVIEWS
from nardy.server.store.jobs import LeasedJob, failure
from nardy.server.worker.leases import Leases
from nardy.server.worker.tasks import JobSteps, JobTask

PAUSE_SECONDS = 1.0
"""Seconds to wait after the database failed."""
URGENT_NICENESS, PATIENT_NICENESS = 5, 10
"""Of the threads: the club comes first, then turns and hints, then reviews."""
BROKEN = "the work failed; its cause is in the log of the worker"
_log = logging.getLogger(__name__)


class EndedError(BaseException):
    """The worker was told to end, in the middle of a job."""


class Worker:
    """Does jobs, one at a time."""

    def __init__(self, leases: Leases, tasks: Mapping[str, JobTask]) -> None:
        self._leases, self._tasks = leases, tasks
        self._is_ending, self._is_working = False, False
        self._looked = 0.0
        self._urgent = ThreadPoolExecutor(
            1, "urgent", initializer=_lower_priority, initargs=(URGENT_NICENESS,)
        )
        self._patient = ThreadPoolExecutor(
            1, "patient", initializer=_lower_priority, initargs=(PATIENT_NICENESS,)
        )

    def run(self) -> None:
        """Do jobs until `end` is called."""
        try:
            while not self._is_ending:
                try:
                    if not self.do_next():
                        self._wait()
                except DBAPIError:
                    _log.exception("the database failed")
                    sleep(PAUSE_SECONDS)
        except EndedError:
            # Its jobs are given back with the leases.
            return
        finally:
            for thread in (self._urgent, self._patient):
                thread.shutdown(wait=False, cancel_futures=True)

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
        try:
            if not self._leases.finish(lease, self._result(lease)):
                _log.info("a result of a job (%s) came too late", lease.kind)
        finally:
            self._leases.let_go(lease)
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

    def _all(self, steps: JobSteps, urgency: int) -> object:
        """The result of all steps; something more urgent is done meanwhile."""
        while True:
            self._is_working = True
            try:
                if self._is_ending:
                    raise EndedError
                self._step(steps, urgency)
            except StopIteration as done:
                return done.value
            finally:
                self._is_working = False
            if self._is_time_to_look():
                while self.do_next(urgency):
                    pass

    def _step(self, steps: JobSteps, urgency: int) -> None:
        """Do a step; StopIteration is its end, as of a generator."""
        if urgency < REVIEWS:
            return self._urgent.submit(next, steps).result()
        step = self._patient.submit(next, steps)
        step.add_done_callback(lambda _: self._leases.wakeup.wake())
        while not step.done():
            self._wait()
            # The wake-up may have been for the end of the step.
            if not step.done():
                while self.do_next(REVIEWS):
                    pass
                self._is_working = True
        return step.result()

    def _wait(self) -> None:
        """Wait for a wake-up, or until it is time to look without one."""
        self._leases.wakeup.wait(self._leases.wakeup.poll_seconds)

    def _is_time_to_look(self) -> bool:
        wakeup = self._leases.wakeup
        return wakeup.was_woken() or monotonic() - self._looked >= wakeup.poll_seconds


def _lower_priority(niceness: int) -> None:
    # On Linux niceness belongs to a thread, so PRIO_PROCESS takes the id of this one.
    if hasattr(os, "setpriority"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
        except OSError:
            _log.warning("a thread that thinks keeps its priority")


def _success(value: object) -> str:
    return msgspec.json.encode({"done": value}).decode()
