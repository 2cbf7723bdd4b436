"""A worker's side of the queue: it takes jobs under a lease, which a thread renews, and tells their results."""

import contextlib
import logging
import os
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.jobs.notified_wakeup import NotifiedWakeup, NotifyingSender
from nardy.server.jobs.opening import (
    again_if_lost,
    job_engine,
    job_looking_engine,
    looking_engine,
    shared_address,
)
from nardy.server.jobs.wakeup import WakeupSender, WakeupSocket
from nardy.server.store import about, jobs
from nardy.server.store.database.address import Database
from nardy.server.store.database.errors import refusal
from nardy.server.store.dialects import clock_of
from nardy.server.store.jobs import JobProcess, LeasedJob
from nardy.server.store.schema import SCHEMA
from nardy.version import __version__

Result = TypeVar("Result")
LEASE = 3_000
"""Milliseconds of a lease: so long does a job of a dead worker wait for the next one."""
RENEW_SECONDS = 1.0
_ID_BYTES = 9
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LeaseTiming:
    """How long a lease is, and how often it is renewed."""

    lease: int = LEASE
    """Milliseconds."""
    renew_seconds: float = RENEW_SECONDS


class Leases:
    """The leases of one worker in the database of a club."""

    def __init__(self, database: Database, timing: LeaseTiming | None = None) -> None:
        """Join the workers of a club.

        Raises:
            StoreError: the database cannot be used, or another version of nardy made its tables.
        """
        self._timing = timing or LeaseTiming()
        # The main thread and the one that renews share a connection.
        self._lock = threading.Lock()
        self._clubs: dict[str, str] = {}
        """The addresses of the clubs, by id."""
        self._held = set[str]()
        """The jobs in progress; a lease that was taken and never heard of runs out."""
        self._has_ended = threading.Event()
        with contextlib.ExitStack() as opened:
            self._open(database, opened)
            self._closing = opened.pop_all()
        self._renewing = threading.Thread(target=self._renew_on, name="leases", daemon=True)
        self._renewing.start()

    def _open(self, database: Database, opened: contextlib.ExitStack) -> None:
        self._club = looking_engine(database)
        opened.callback(self._club.dispose)
        try:
            self._require_tables()
            self.wakeup, self._sender = _wakeup(database, opened)
            self._worker = _new_worker(self.wakeup.address)
            self._engine = job_engine(database)
            is_one = shared_address(database) is not None
            self._looking = self._club if is_one else job_looking_engine(database)
            for engine in (self._engine, self._looking):
                opened.callback(engine.dispose)
            self._do(lambda c: jobs.join(c, self._until(clock_of(c))))
        except DBAPIError as error:
            raise refusal(error) from error

    @property
    def id(self) -> str:
        return self._worker.id

    def is_waiting(self, below: int | None = None) -> bool:
        """Whether there is a job, more urgent than *below*; this takes no lock."""
        return again_if_lost(
            self._looking, lambda c: jobs.is_waiting(c, __version__, clock_of(c), below)
        )

    def take(self, below: int | None = None) -> LeasedJob | None:
        """Lease the most urgent job, which is then held until `let_go`."""

        def taken(connection: sql.Connection) -> LeasedJob | None:
            at = clock_of(connection)
            return jobs.take(connection, self._until(at), at, below)

        if (lease := self._do(taken)) is not None:
            self._held.add(lease.id)
        return lease

    def let_go(self, lease: LeasedJob) -> None:
        """Renew this lease no more: its job is done, or another worker may try it."""
        self._held.discard(lease.id)

    def finish(self, lease: LeasedJob, result: str) -> bool:
        """Tell a result; False if it came too late and counts for nothing."""
        asker = self._do(lambda c: jobs.finish(c, lease, result))
        if asker is not None:
            # A club that has begun since is not known yet: it looks without being woken.
            self._sender.send([self._clubs.get(asker, "")])
        return asker is not None

    def renew(self) -> None:
        """Go on holding all leases, and let clubs that begin know of this worker."""

        def renewed(connection: sql.Connection) -> None:
            at = clock_of(connection)
            jobs.renew(connection, self._until(at), at, list(self._held))

        self._do(renewed)
        self._clubs = again_if_lost(self._club, jobs.clubs)
        self._sender.send(self._clubs.values())

    def close(self) -> None:
        """Give all jobs back."""
        self._has_ended.set()
        self._renewing.join()
        try:
            others = self._do(self._leave)
            self._sender.send(others)
        except DBAPIError:
            # The leases end by themselves.
            _log.warning("the jobs of a worker were not given back")
        self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _until(self, at: int) -> JobProcess:
        return replace(self._worker, until=at + self._timing.lease)

    def _require_tables(self) -> None:
        def version(connection: sql.Connection) -> int:
            has_tables = sql.inspect(connection).has_table("about")
            return int(about.get(connection, "schema") or 0) if has_tables else 0

        found = again_if_lost(self._club, version)
        if found != SCHEMA:
            raise StoreError(
                f"expected a database of version {SCHEMA}, got {found}; start `nardy serve` of this version "
                "first, or use the nardy of the club"
            )

    def _leave(self, connection: sql.Connection) -> list[str]:
        jobs.leave(connection, self.id)
        return jobs.running(connection, __version__, clock_of(connection))

    def _renew_on(self) -> None:
        while True:
            try:
                self.renew()
            except DBAPIError:
                # Another worker may take the jobs over meanwhile, and their results are ignored then.
                _log.warning("the leases of a worker were not renewed")
            if self._has_ended.wait(self._timing.renew_seconds):
                return

    def _do(self, job: Callable[[sql.Connection], Result]) -> Result:
        with self._lock:
            return again_if_lost(self._engine, job)


def _new_worker(address: str) -> JobProcess:
    worker_id = f"{os.getpid()}-{secrets.token_urlsafe(_ID_BYTES)}"
    return JobProcess(id=worker_id, role="worker", version=__version__, address=address, until=0)


def _wakeup(
    database: Database, opened: contextlib.ExitStack
) -> tuple[WakeupSocket, WakeupSender] | tuple[NotifiedWakeup, NotifyingSender]:
    if address := shared_address(database):
        from nardy.server.store.database.postgresql import notifications  # noqa: PLC0415 (an extra)

        all_channels = opened.enter_context(notifications.shared(address))
        return opened.enter_context(NotifiedWakeup(all_channels)), NotifyingSender(all_channels)
    return opened.enter_context(WakeupSocket()), opened.enter_context(
        contextlib.closing(WakeupSender())
    )
