"""The club's side of the queue: jobs are put, waited for, and taken back where no worker runs any more.

Without a worker nothing is written and nothing polled: whoever asks is told at once to think in the club.
"""

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Collection, Coroutine, Iterable
from concurrent.futures import Future
from time import monotonic
from typing import Any

import msgspec

from nardy.errors import NardyError
from nardy.server.errors import StoreError
from nardy.server.jobs.access import QueueAccess, open_access
from nardy.server.jobs.orders import PATIENCE, JobOrder
from nardy.server.process_state import Histogram, JobCounts
from nardy.server.store import jobs
from nardy.server.store.database.address import Database
from nardy.server.store.database.lock import IN_MEMORY
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.dialects import clock_of
from nardy.server.store.jobs import JobProcess, NewJob
from nardy.version import __version__

LOOK_SECONDS = 1.0
"""Seconds between two looks whether workers still run."""
HEARTBEAT_SECONDS = 5.0
"""Seconds between two heartbeats of a club process on a shared database."""
CLOSE_SECONDS = 3.0
"""The longest wait for the queue to be told that the club ends."""
CLUB_LEASE = 30_000
"""Milliseconds without a heartbeat after which a club process counts as dead and its jobs are removed."""
_ID_BYTES = 9
_log = logging.getLogger(__name__)


class JobFailedError(NardyError):
    """A job that no worker could do; the message says why."""


class _Result(msgspec.Struct):
    done: msgspec.Raw = msgspec.Raw()
    failed: str = ""


class JobQueue:
    """Asks workers, if there are any."""

    def __init__(self, counts: JobCounts | None = None) -> None:
        """*counts* are for the metrics."""
        self._counts = counts or JobCounts()
        self._id = secrets.token_urlsafe(_ID_BYTES)
        self._answers: dict[str, asyncio.Future[str | None]] = {}
        self._queued = set[str]()
        """Jobs that are surely in the queue, as long as they are waited for."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._collecting: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[object] | None = None
        self._access: QueueAccess | None = None
        self._addresses: Collection[str] = ()
        """Where workers are woken."""
        self._looked = 0.0
        """When the club last looked for them, in seconds of the monotonic clock."""

    @property
    def workers(self) -> int:
        """The workers that ran when the club last looked; 0 if it thinks alone."""
        return len(self._addresses)

    async def open(self, database: Database, store: Writer) -> None:
        """Listen to the workers of a database; *store* is the club's own access to it.

        There are none for a database in memory.
        """
        if str(database) == IN_MEMORY:
            return
        self._loop = asyncio.get_running_loop()
        self._access = access = await open_access(database, store, self._hear)
        try:
            await self._join(access)
        except StoreError:
            self._access = None
            await access.close()
            raise
        # Workers of the process before may be there.
        await self._look(access)

    async def _join(self, access: QueueAccess) -> None:
        """Note this process of the club, so that workers find it."""
        if access.is_shared:
            await self._beat(access)
            self._beating = self._begin(self._keep_beating(access))
        else:
            await access.store.run(lambda c: jobs.open_club(c, self._club(access, 0)))

    def _club(self, access: QueueAccess, until: int) -> JobProcess:
        return JobProcess(
            id=self._id, role="club", version=__version__, address=access.address, until=until
        )

    async def close(self) -> None:
        """Take back all jobs, and ask no more."""
        access = self._access
        if access is None:
            return
        self._give_up()
        self._access = None
        self._note(())
        for task in filter(None, (self._collecting, self._beating)):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # A database that does not answer keeps nobody from ending: what is left behind is void when its lease is.
        with contextlib.suppress(StoreError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await access.store.run(lambda c: jobs.close_club(c, self._id))
                if await access.has_queue():
                    await access.queue.run(lambda c: jobs.withdraw_all(c, self._id))
        await access.close()

    async def ask(self, order: JobOrder) -> bytes | None:
        """The result of a job as JSON; None: no worker runs or answers in time, the club must think itself.

        Raises:
            JobFailedError: the job cannot be done.
        """
        access = self._access
        if access is None or not self._addresses:
            return None
        if monotonic() - self._looked >= LOOK_SECONDS and not await self._look(access):
            return None
        job_id, began = secrets.token_urlsafe(_ID_BYTES), monotonic()
        self._answers[job_id] = answer = asyncio.get_running_loop().create_future()
        self._counts.waiting[job_id] = order.kind, began
        try:
            await self._put(access, job_id, order)
            self._queued.add(job_id)
            await asyncio.wait({answer}, timeout=PATIENCE.get(order.kind))
        except StoreError:
            # It is in the log already; the club thinks itself.
            return None
        finally:
            del self._answers[job_id], self._counts.waiting[job_id]
            self._queued.discard(job_id)
            if not answer.done():
                self._withdraw(access, [job_id])
        return self._read(order.kind, began, answer.result() if answer.done() else None)

    def ask_from_thread(self, order: JobOrder) -> "Future[bytes | None]":
        """As `ask`, for other threads than that of the event loop."""
        if not self._addresses:
            nothing: Future[bytes | None] = Future()
            nothing.set_result(None)
            return nothing
        return asyncio.run_coroutine_threadsafe(self.ask(order), self._loop)

    def _read(self, kind: str, began: float, told: str | None) -> bytes | None:
        if told is None:
            self._counts.taken_back += 1
            return None
        self._counts.seconds.setdefault(kind, Histogram()).observe(monotonic() - began)
        result = msgspec.json.decode(told, type=_Result)
        if result.failed:
            self._counts.failed += 1
            raise JobFailedError(result.failed)
        return bytes(result.done)

    async def _put(self, access: QueueAccess, job_id: str, order: JobOrder) -> None:
        """Queue a job, and wake the workers."""
        payload = json.dumps(order.payload, ensure_ascii=False, separators=(",", ":"))

        def put(connection: Connection) -> None:
            new = NewJob(
                id=job_id,
                kind=order.kind,
                urgency=order.urgency,
                payload=payload,
                asker=self._id,
                version=__version__,
                created=clock_of(connection),
            )
            jobs.put(connection, new)

        await access.queue.run(put)
        access.sender.send(self._addresses)
        if self._collecting is None or self._collecting.done():
            self._collecting = asyncio.create_task(self._collect(access))

    def _hear(self) -> None:
        """A worker has something to tell, or has just come."""
        if (access := self._access) is not None:
            access.woken.set()
            if not self._addresses:
                self._begin(self._look(access))

    async def _look(self, access: QueueAccess) -> bool:
        """Look whether workers run."""
        self._looked = monotonic()
        with contextlib.suppress(StoreError):
            if await access.has_queue():
                self._note(
                    await access.queue.read(lambda c: jobs.running(c, __version__, clock_of(c)))
                )
        return bool(self._addresses)

    def _note(self, addresses: Collection[str]) -> None:
        self._addresses, self._counts.workers = addresses, len(addresses)

    async def _keep_beating(self, access: QueueAccess) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with contextlib.suppress(StoreError):
                await self._beat(access)

    async def _beat(self, access: QueueAccess) -> None:
        """Note that the club is still there; it does itself what is not in the queue any more.

        A server that failed may have lost the last jobs, and a club that stood still those of half a minute.
        """

        def keep(connection: Connection) -> set[str]:
            at = clock_of(connection)
            return jobs.keep_club(connection, self._club(access, at + CLUB_LEASE), at)

        asked = set(self._queued)
        there = await access.store.run(keep)
        self._answer_nothing(asked - there)

    async def _collect(self, access: QueueAccess) -> None:
        """Hand out results until nobody waits for one."""
        while self._answers:
            try:
                if await access.was_woken() or await access.queue.read(
                    lambda c: jobs.has_finished(c, self._id)
                ):
                    self._hand_out(await access.queue.run(lambda c: jobs.collect(c, self._id)))
                is_due = monotonic() - self._looked >= LOOK_SECONDS
                if is_due and not await self._look(access):
                    self._give_up()
            except StoreError:
                # It is in the log already; the club thinks itself.
                self._give_up()

    def _hand_out(self, finished: Collection[jobs.FinishedJob]) -> None:
        for one in finished:
            answer = self._answers.get(one.id)
            if answer is not None and not answer.done():
                answer.set_result(one.result)

    def _give_up(self) -> None:
        """Take all jobs back."""
        left = [job_id for job_id, answer in self._answers.items() if not answer.done()]
        if left and self._access:
            self._withdraw(self._access, left)
        self._answer_nothing(left)

    def _answer_nothing(self, job_ids: Iterable[str]) -> None:
        for job_id in job_ids:
            answer = self._answers.get(job_id)
            if answer is not None and not answer.done():
                answer.set_result(None)

    def _withdraw(self, access: QueueAccess, job_ids: Collection[str]) -> None:
        async def withdraw() -> None:
            with contextlib.suppress(StoreError):
                await access.queue.run(lambda c: jobs.withdraw(c, job_ids))

        self._begin(withdraw())

    def _begin(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
