"""Work for other processes: each job is leased, done once, and removed with its result.

A lease is the owner and the number of the try. A result counts only if that lease is still the job's last one, so
a worker that was thought dead changes nothing. All times are in milliseconds since 1970, by one clock: that of the
database's server, or of the one machine.

On SQLite the queue is a file of its own, with the same tables (`server/jobs/opening.py`): a worker that writes there
never holds the lock that acts need. Only the rows of clubs are in the club's database.
"""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.job_tables import job, job_process

MOST_TRIES = 3
"""Leases of a job; then it is its work that ends the workers."""
DIED = (
    "expected a worker that finishes its job, but {tries} ended before; look at their log and the memory "
    "of their machine"
)
"""The sentence about a job that nobody finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """Something to do, in the words of `store/job_tables.py`."""

    id: str
    kind: str
    urgency: int
    payload: str
    asker: str
    version: str
    created: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeasedJob:
    """A job of a worker; owner and tries are its lease."""

    id: str
    kind: str
    urgency: int
    payload: str
    owner: str
    tries: int


@dataclass(frozen=True, slots=True)
class FinishedJob:
    """A job with its answer."""

    id: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobProcess:
    """A process of the club or a worker."""

    id: str
    role: str
    version: str
    address: str
    until: int


def failure(sentence: str) -> str:
    """The result of a job that failed."""
    return json.dumps({"failed": sentence})


def success(value: object) -> str:
    """The result of a job that is done; *value* is made of what JSON knows."""
    return json.dumps({"done": value}, separators=(",", ":"))


# The club


def open_club(connection: sql.Connection, club: JobProcess) -> None:
    """Note a club that begins; those before it have ended, where no two share a database."""
    connection.execute(sql.delete(job_process).where(job_process.c.role == "club"))
    connection.execute(sql.insert(job_process), asdict(club))


def keep_club(connection: sql.Connection, club: JobProcess, at: int) -> set[str]:
    """Note that a club process which shares its database goes on until `club.until`; returns the ids of its jobs.

    Clubs that said so too long ago are removed, with their jobs. One that comes back finds its own gone.
    """
    is_club = job_process.c.role == "club"
    connection.execute(sql.delete(job_process).where(is_club, job_process.c.until <= at))
    changed = sql.update(job_process).where(job_process.c.id == club.id)
    known = connection.scalar(changed.values(until=club.until).returning(job_process.c.id))
    if known is None:
        connection.execute(sql.insert(job_process), asdict(club))
    there = sql.select(job_process.c.id).where(is_club)
    connection.execute(sql.delete(job).where(job.c.asker.not_in(there)))
    return set(connection.scalars(sql.select(job.c.id).where(job.c.asker == club.id)))


def clubs(connection: sql.Connection) -> dict[str, str]:
    """The addresses of the club's processes, by id."""
    query = sql.select(job_process.c.id, job_process.c.address)
    found = connection.execute(query.where(job_process.c.role == "club"))
    return {club.id: club.address for club in found}


def clear(connection: sql.Connection) -> None:
    """Remove the jobs that earlier clubs left behind, where no two share a database."""
    connection.execute(sql.delete(job))


def put(connection: sql.Connection, new: NewJob) -> None:
    """Queue a job."""
    values = {**asdict(new), "leased_until": 0, "tries": 0}
    connection.execute(sql.insert(job), values)


def running(connection: sql.Connection, version: str, at: int) -> list[str]:
    """The addresses of the workers of a version that run."""
    is_there = (job_process.c.role == "worker", job_process.c.version == version)
    query = sql.select(job_process.c.address).where(*is_there, job_process.c.until > at)
    return list(connection.scalars(query.order_by(job_process.c.id)))


def has_finished(connection: sql.Connection, asker: str) -> bool:
    """Whether a result waits for a club process."""
    is_done = (job.c.asker == asker, job.c.result.is_not(None))
    return bool(connection.scalar(sql.select(sql.exists().where(*is_done))))


def collect(connection: sql.Connection, asker: str) -> list[FinishedJob]:
    """Remove the finished jobs of a club process; returns them."""
    is_done = (job.c.asker == asker, job.c.result.is_not(None))
    removed = sql.delete(job).where(*is_done).returning(job.c.id, job.c.result)
    return rows.records(connection, removed, FinishedJob)


def withdraw(connection: sql.Connection, job_ids: Collection[str]) -> None:
    """Remove jobs that nobody waits for any more, whether they are being done or not."""
    connection.execute(sql.delete(job).where(job.c.id.in_(job_ids)))


def close_club(connection: sql.Connection, club_id: str) -> None:
    """Remove a club process that ends."""
    connection.execute(sql.delete(job_process).where(job_process.c.id == club_id))


def withdraw_all(connection: sql.Connection, asker: str) -> None:
    """Remove all jobs of a club process that ends."""
    connection.execute(sql.delete(job).where(job.c.asker == asker))


# Workers


def join(connection: sql.Connection, worker: JobProcess) -> None:
    """Note a worker that begins, and remove those that have long ended."""
    is_old = (job_process.c.role == "worker", job_process.c.until < worker.until - 3_600_000)
    connection.execute(sql.delete(job_process).where(*is_old))
    connection.execute(sql.insert(job_process), asdict(worker))


def renew(connection: sql.Connection, worker: JobProcess, at: int, held: Collection[str]) -> None:
    """Note that a worker still runs, with the jobs that it *held*, until `worker.until`.

    Others of its jobs it does not know, since the answer to its question was lost: their leases run out. A job whose
    lease ran out too often ends with a sentence.
    """
    _give_up(connection, at)
    changed = sql.update(job_process).where(job_process.c.id == worker.id)
    known = connection.scalar(changed.values(until=worker.until).returning(job_process.c.id))
    if known is None:
        # It was thought dead, or the database is another one.
        connection.execute(sql.insert(job_process), asdict(worker))
    is_own = (job.c.id.in_(held), job.c.owner == worker.id, job.c.result.is_(None))
    connection.execute(sql.update(job).where(*is_own).values(leased_until=worker.until))


def is_waiting(connection: sql.Connection, version: str, at: int, below: int | None = None) -> bool:
    """Whether there is a job to take, more urgent than *below*."""
    query = sql.select(sql.exists(_free(version, at, below)))
    return bool(connection.scalar(query))


def take(
    connection: sql.Connection, worker: JobProcess, at: int, below: int | None = None
) -> LeasedJob | None:
    """Lease the most urgent job until `worker.until`; None if there is none that is more urgent than *below*."""
    order = (job.c.urgency, job.c.created, job.c.id)
    query = _free(worker.version, at, below).order_by(*order).limit(1)
    found = connection.scalar(_unlocked(query))
    if found is None:
        return None
    lease = {"owner": worker.id, "leased_until": worker.until, "tries": job.c.tries + 1}
    names = (job.c.id, job.c.kind, job.c.urgency, job.c.payload, job.c.owner, job.c.tries)
    taken = sql.update(job).where(job.c.id == found).values(lease).returning(*names)
    return rows.record(connection, taken, LeasedJob)


def _unlocked(query: sql.Select[tuple[str]]) -> sql.Select[tuple[str]]:
    """The rows that no other transaction is taking.

    SQLite has one writer at a time, and SQLAlchemy leaves the words out there.
    """
    return query.with_for_update(skip_locked=True)


def _free(version: str, at: int, below: int | None) -> sql.Select[tuple[str]]:
    is_free = [job.c.version == version, job.c.result.is_(None), job.c.leased_until <= at]
    if below is not None:
        is_free.append(job.c.urgency < below)
    return sql.select(job.c.id).where(*is_free, job.c.tries < MOST_TRIES)


def _give_up(connection: sql.Connection, at: int) -> None:
    is_lost = (job.c.result.is_(None), job.c.leased_until <= at, job.c.tries >= MOST_TRIES)
    failed = {"result": failure(DIED.format(tries=MOST_TRIES)), "owner": None}
    connection.execute(sql.update(job).where(*is_lost).values(failed))


def finish(connection: sql.Connection, lease: LeasedJob, result: str) -> str | None:
    """Store the result of a job; returns the id of the club that waits for it.

    None if the lease is not the job's last one, or nobody waits any more: then nothing is changed.
    """
    is_own = (job.c.id == lease.id, job.c.owner == lease.owner, job.c.tries == lease.tries)
    done = sql.update(job).where(*is_own, job.c.result.is_(None))
    return connection.scalar(done.values(result=result).returning(job.c.asker))


def leave(connection: sql.Connection, worker_id: str) -> None:
    """Give back all jobs of a worker that ends by its own will: those tries do not count."""
    is_own = (job.c.owner == worker_id, job.c.result.is_(None))
    given = {"owner": None, "leased_until": 0, "tries": job.c.tries - 1}
    connection.execute(sql.update(job).where(*is_own).values(given))
    connection.execute(sql.delete(job_process).where(job_process.c.id == worker_id))


def release(connection: sql.Connection, worker_id: str) -> None:
    """End the leases of a worker that has died; they count as tries."""
    is_own = (job.c.owner == worker_id, job.c.result.is_(None))
    connection.execute(sql.update(job).where(*is_own).values(owner=None, leased_until=0))
    connection.execute(sql.delete(job_process).where(job_process.c.id == worker_id))
