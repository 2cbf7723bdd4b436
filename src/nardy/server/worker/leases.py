"""A worker's side of the queue: it takes jobs under a lease, which a thread renews, and tells their results."""

import contextlib
import logging
import os
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.jobs.bell import Bell, Ringer
from nardy.server.jobs.opening import job_engine, looking_engine, queue_file
from nardy.server.store import about, jobs
from nardy.server.store.database.errors import refusal
from nardy.server.store.jobs import JobProcess, LeasedJob
from nardy.server.store.schema import SCHEMA
from nardy.server.timestamps import now
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

    def __init__(self, file: Path, timing: LeaseTiming | None = None) -> None:
        """Join the workers of a club.

        Raises:
            StoreError: the database cannot be used, or another version of nardy made its tables.
        """
        self._timing = timing or LeaseTiming()
        # The main thread and the one that renews share a connection.
        self._lock = threading.Lock()
        self._clubs: dict[str, str] = {}
        """The addresses of the clubs, by id."""
        self._has_ended = threading.Event()
        with contextlib.ExitStack() as opened:
            self._open(file, opened)
            self._closing = opened.pop_all()
        self._renewing = threading.Thread(target=self._renew_on, name="leases", daemon=True)
        self._renewing.start()

    def _open(self, file: Path, opened: contextlib.ExitStack) -> None:
        self.bell = opened.enter_context(Bell())
        self._ringer = opened.enter_context(contextlib.closing(Ringer()))
        self._worker = JobProcess(
            id=f"{os.getpid()}-{secrets.token_urlsafe(_ID_BYTES)}",
            role="worker",
            version=__version__,
            address=self.bell.address,
            until=0,
        )
        self._club = looking_engine(file)
        opened.callback(self._club.dispose)
        try:
            self._require_tables()
            self._engine, self._looking = job_engine(file), looking_engine(queue_file(file))
            for engine in (self._engine, self._looking):
                opened.callback(engine.dispose)
            self._do(lambda c: jobs.join(c, self._until(now())))
        except DBAPIError as error:
            raise refusal(error) from error

    @property
    def id(self) -> str:
        return self._worker.id

    def is_waiting(self, below: int | None = None) -> bool:
        """Whether there is a job, more urgent than *below*; this takes no lock."""
        with self._looking.connect() as connection:
            return jobs.is_waiting(connection, __version__, now(), below)

    def take(self, below: int | None = None) -> LeasedJob | None:
        """Lease the most urgent job."""
        at = now()
        return self._do(lambda c: jobs.take(c, self._until(at), at, below))

    def finish(self, lease: LeasedJob, result: str) -> bool:
        """Tell a result; False if it came too late and counts for nothing."""
        asker = self._do(lambda c: jobs.finish(c, lease, result))
        if asker is not None:
            # A club that has begun since is not known yet: it looks without being woken.
            self._ringer.ring([self._clubs.get(asker, "")])
        return asker is not None

    def renew(self) -> None:
        """Go on holding all leases, and let clubs that begin know of this worker."""
        at = now()
        self._do(lambda c: jobs.renew(c, self._until(at), at))
        with self._club.connect() as connection:
            self._clubs = jobs.clubs(connection)
        self._ringer.ring(self._clubs.values())

    def wake(self) -> None:
        """Ring this worker's own bell."""
        self._ringer.ring([self.bell.address])

    def close(self) -> None:
        """Give all jobs back."""
        self._has_ended.set()
        self._renewing.join()
        try:
            others = self._do(self._leave)
            self._ringer.ring(others)
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
        with self._club.connect() as connection:
            has_tables = sql.inspect(connection).has_table("about")
            found = int(about.get(connection, "schema") or 0) if has_tables else 0
        if found != SCHEMA:
            raise StoreError(
                f"expected a database of version {SCHEMA}, got {found}; start `nardy serve` of this version "
                "first, or use the nardy of the club"
            )

    def _leave(self, connection: sql.Connection) -> list[str]:
        jobs.leave(connection, self.id)
        return jobs.running(connection, __version__, now())

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
        with self._lock, self._engine.connect() as connection, connection.begin():
            return job(connection)
