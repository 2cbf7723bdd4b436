"""A club with a worker in a thread of the tests, which takes no time to start."""

import contextlib
import threading
from collections.abc import AsyncGenerator, Generator, Mapping
from pathlib import Path

from tests.server.club_room import open_club

from nardy.server.club.club import Club
from nardy.server.store.database.address import Database
from nardy.server.worker.leases import Leases
from nardy.server.worker.review_sources import ReviewSources
from nardy.server.worker.tasks import JobTask, tasks
from nardy.server.worker.worker import EndedError, Worker


@contextlib.contextmanager
def working(file: Database, own: Mapping[str, JobTask] | None = None) -> Generator[Worker]:
    """A worker that does the jobs of a club's database."""
    with contextlib.closing(ReviewSources(file)) as games, Leases(file) as leases:
        worker = Worker(leases, tasks(games) if own is None else own)
        thread = threading.Thread(target=worker.run)
        thread.start()
        try:
            yield worker
        finally:
            with contextlib.suppress(EndedError):  # it is in the middle of a job
                worker.end()
            thread.join()


@contextlib.asynccontextmanager
async def open_to_workers(folder: Path) -> AsyncGenerator[Club]:
    async with open_club(folder) as club:
        await club.job_queue.open(folder / "club.db", club.store)
        yield club
