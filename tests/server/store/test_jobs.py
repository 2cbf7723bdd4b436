import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sql
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlalchemy.dialects import postgresql

from nardy.server.store import jobs
from nardy.server.store.job_tables import job, job_process
from nardy.server.store.jobs import MOST_TRIES, JobProcess, LeasedJob, NewJob
from nardy.server.store.schema import metadata

CLUB = JobProcess(id="club", role="club", version="1", address="club's", until=0)


def worker(name: str, until: int, version: str = "1") -> JobProcess:
    return JobProcess(id=name, role="worker", version=version, address=f"{name}'s", until=until)


def order(name: str, urgency: int = 0, created: int = 1) -> NewJob:
    return NewJob(
        id=name,
        kind="turn",
        urgency=urgency,
        payload="{}",
        asker=CLUB.id,
        version="1",
        created=created,
    )


def engine() -> sql.Engine:
    made = sql.create_engine("sqlite://", poolclass=sql.pool.StaticPool)
    metadata.create_all(made)
    return made


@pytest.fixture
def connection() -> Iterator[sql.Connection]:
    with engine().connect() as connection:
        jobs.open_club(connection, CLUB)
        yield connection


def taken(connection: sql.Connection, name: str, at: int) -> LeasedJob:
    found = jobs.take(connection, worker(name, at + 10), at)
    assert found is not None
    return found


def results(connection: sql.Connection) -> dict[str, object]:
    return {one.id: json.loads(one.result) for one in jobs.collect(connection, CLUB.id)}


def test_only_workers_of_the_same_version_are_asked(connection: sql.Connection) -> None:
    jobs.join(connection, worker("other", 100, version="2"))
    jobs.join(connection, worker("gone", 1))
    assert jobs.running(connection, "1", 1) == []
    jobs.join(connection, worker("w", 100))
    assert jobs.running(connection, "1", 1) == ["w's"]
    jobs.put(connection, order("a"))
    assert not jobs.is_waiting(connection, "2", 5)
    assert jobs.take(connection, worker("other", 100, version="2"), 5) is None


def test_what_is_urgent_comes_first_then_what_is_older(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 100))
    for new in (order("review", 3, 1), order("late", 0, 9), order("early", 0, 2)):
        jobs.put(connection, new)
    assert not jobs.is_waiting(connection, "1", 10, below=0)
    assert jobs.is_waiting(connection, "1", 10, below=1)
    assert [taken(connection, "w", 10).id for _ in range(2)] == ["early", "late"]
    assert jobs.take(connection, worker("w", 20), 10, below=3) is None
    assert taken(connection, "w", 10).id == "review"
    assert jobs.take(connection, worker("w", 20), 10) is None


def test_a_result_comes_once_and_its_job_goes(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 100))
    jobs.put(connection, order("a"))
    lease = taken(connection, "w", 10)
    assert not jobs.has_finished(connection, CLUB.id)
    assert jobs.finish(connection, lease, jobs.success([1.5, "б"])) == CLUB.id
    assert jobs.finish(connection, lease, jobs.success("again")) is None
    assert jobs.has_finished(connection, CLUB.id)
    assert jobs.collect(connection, "another club") == []
    assert results(connection) == {"a": {"done": [1.5, "б"]}}
    assert jobs.finish(connection, lease, jobs.success("late")) is None
    assert connection.scalar(sql.select(sql.func.count()).select_from(job)) == 0


def test_whoever_lost_a_lease_changes_nothing(connection: sql.Connection) -> None:
    jobs.join(connection, worker("slow", 1000))
    jobs.put(connection, order("a"))
    lost = taken(connection, "slow", 10)
    assert jobs.take(connection, worker("w", 30), 19) is None
    present = taken(connection, "w", 20)
    assert jobs.finish(connection, lost, jobs.success("lost")) is None
    # Even the same worker with an earlier lease of its own.
    again = taken(connection, "w", 40)
    assert jobs.finish(connection, present, jobs.success("lost")) is None
    assert jobs.finish(connection, again, jobs.success("present")) == CLUB.id
    assert results(connection) == {"a": {"done": "present"}}


def test_a_renewed_lease_is_left_alone(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 20))
    jobs.put(connection, order("a"))
    lease = taken(connection, "w", 10)
    jobs.renew(connection, worker("w", 50), 15, [lease.id])
    assert jobs.take(connection, worker("v", 60), 49) is None
    assert jobs.running(connection, "1", 49) == ["w's"]
    assert jobs.finish(connection, lease, jobs.success(1)) == CLUB.id


def test_a_worker_that_ends_gives_back_its_jobs_without_a_try(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 100))
    jobs.put(connection, order("a"))
    for _ in range(2 * MOST_TRIES):
        taken(connection, "w", 10)
        jobs.leave(connection, "w")
    lease = taken(connection, "v", 10)
    assert lease.tries == 1
    jobs.release(connection, "v")
    assert taken(connection, "v", 10).tries == 2


def test_a_job_that_ends_its_workers_fails_with_a_sentence(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 1000))
    jobs.put(connection, order("a"))
    for number in range(MOST_TRIES):
        taken(connection, "w", 10 + 10 * number)
    assert jobs.take(connection, worker("w", 200), 100) is None
    jobs.renew(connection, worker("w", 200), 100, ["a"])
    (told,) = results(connection).values()
    assert told == {
        "failed": "expected a worker that finishes its job, but 3 ended before; look at their log and "
        "the memory of their machine"
    }


def test_a_club_that_begins_alone_removes_what_was_left(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 100))
    jobs.put(connection, order("a"))
    second = JobProcess(id="second", role="club", version="1", address="", until=0)
    jobs.open_club(connection, second)
    jobs.clear(connection)
    assert jobs.take(connection, worker("w", 100), 10) is None
    assert jobs.clubs(connection) == {"second": ""}
    assert set(connection.scalars(sql.select(job_process.c.id))) == {"w", "second"}


def test_a_club_beside_others_keeps_its_jobs_as_long_as_it_is_there(
    connection: sql.Connection,
) -> None:
    jobs.close_club(connection, CLUB.id)
    jobs.join(connection, worker("w", 100))
    one, second = replace(CLUB, until=10), replace(CLUB, id="second", until=20)
    for club in (one, second):
        assert jobs.keep_club(connection, club, 1) == set()
    for new in (order("a"), replace(order("b"), asker="second")):
        jobs.put(connection, new)
    assert jobs.keep_club(connection, one, 9) == {"a"}
    assert set(jobs.clubs(connection)) == {CLUB.id, "second"}
    # Nobody has heard of the one for too long: its jobs go with it, and it finds them gone.
    assert jobs.keep_club(connection, replace(second, until=30), 10) == {"b"}
    assert set(jobs.clubs(connection)) == {"second"}
    assert jobs.keep_club(connection, replace(one, until=30), 11) == set()
    assert set(jobs.clubs(connection)) == {CLUB.id, "second"}
    assert taken(connection, "w", 10).id == "b"


def test_a_lease_that_its_worker_does_not_know_runs_out(connection: sql.Connection) -> None:
    """The answer to its question was lost with the connection: renewing must not keep the job for ever."""
    jobs.join(connection, worker("w", 100))
    jobs.put(connection, order("a"))
    taken(connection, "w", 10)
    jobs.renew(connection, worker("w", 50), 15, [])
    assert taken(connection, "v", 20).tries == 2


def test_a_worker_that_was_thought_dead_is_there_again(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 100))
    jobs.release(connection, "w")
    assert jobs.running(connection, "1", 10) == []
    jobs.renew(connection, worker("w", 200), 100, [])
    assert jobs.running(connection, "1", 100) == ["w's"]


def test_a_withdrawn_job_is_nobodys(connection: sql.Connection) -> None:
    jobs.join(connection, worker("w", 100))
    jobs.put(connection, order("a"))
    lease = taken(connection, "w", 10)
    jobs.withdraw(connection, ["a"])
    assert jobs.finish(connection, lease, jobs.success(1)) is None


def test_postgresql_passes_over_rows_that_another_worker_takes() -> None:
    query = jobs._unlocked(sql.select(job.c.id))  # noqa: SLF001
    assert "FOR UPDATE SKIP LOCKED" in str(query.compile(dialect=postgresql.dialect()))


class Queue(RuleBasedStateMachine):
    """Workers that take, stop, come back late, die and end: each job has one result, by its last lease."""

    def __init__(self) -> None:
        super().__init__()
        self.connection = engine().connect()
        jobs.open_club(self.connection, CLUB)
        for name in ("v", "w"):
            jobs.join(self.connection, worker(name, 10**9))
        self.at, self.count = 1, 0
        self.leases: list[LeasedJob] = []
        self.last: dict[str, LeasedJob | None] = {}
        self.done: dict[str, object] = {}

    @rule(urgency=st.integers(0, 2))
    def put(self, urgency: int) -> None:
        name = f"job{self.count}"
        self.count += 1
        jobs.put(self.connection, order(name, urgency, self.at))
        self.last[name] = None

    @rule(name=st.sampled_from("vw"))
    def take(self, name: str) -> None:
        found = jobs.take(self.connection, worker(name, self.at + 10), self.at)
        if found is not None:
            self.leases.append(found)
            self.last[found.id] = found

    @rule(name=st.sampled_from("vw"))
    def renew(self, name: str) -> None:
        held = [one.id for one in self.leases if one.owner == name]
        jobs.renew(self.connection, worker(name, self.at + 10), self.at, held)

    @rule(which=st.integers(0, 50), value=st.integers())
    def finish(self, which: int, value: int) -> None:
        if not self.leases:
            return
        lease = self.leases[which % len(self.leases)]
        is_accepted = jobs.finish(self.connection, lease, jobs.success(value)) is not None
        if is_accepted:
            assert self.last[lease.id] == lease
            assert lease.id not in self.done
            self.done[lease.id] = value

    @rule(name=st.sampled_from("vw"))
    def die(self, name: str) -> None:
        jobs.release(self.connection, name)
        self.last = {
            one: None if lease is not None and lease.owner == name else lease
            for one, lease in self.last.items()
        }

    @rule(time=st.integers(1, 30))
    def wait(self, time: int) -> None:
        self.at += time

    @rule()
    def collect(self) -> None:
        for one, told in results(self.connection).items():
            assert isinstance(told, dict)
            if "done" in told:
                assert self.done[one] == told["done"]
            else:
                assert one not in self.done
            del self.last[one]

    @invariant()
    def nothing_is_lost(self) -> None:
        there = set(self.connection.scalars(sql.select(job.c.id)))
        assert there == set(self.last)


TestQueue = Queue.TestCase
TestQueue.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
