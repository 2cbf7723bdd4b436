import asyncio
import sqlite3
import threading
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sql
from sqlalchemy import event

from nardy.server.errors import StoreError
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.schema import about


def put(name: str):
    return lambda connection: (
        connection.execute(
            sql.insert(about), {"name": name, "value": threading.current_thread().name}
        ).rowcount
    )


def names(file: Path) -> set[str]:
    with sqlite3.connect(file) as connection:
        return {name for (name,) in connection.execute("select name from about")}


def test_jobs_that_wait_together_are_all_written(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(store.run(put(f"n{i}")) for i in range(100)))

    assert asyncio.run(all_at_once()) == [1] * 100
    assert len(names(tmp_path / "club.db")) == 101
    store.close()


def test_a_job_that_fails_undoes_only_itself(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def some_fail() -> list[object]:
        jobs = [put("a"), put("a"), lambda _: 1 // 0, put("b")]
        return await asyncio.gather(*map(store.run, jobs), return_exceptions=True)

    first, double, wrong, last = asyncio.run(some_fail())
    assert (first, last) == (1, 1)
    assert isinstance(double, sql.exc.IntegrityError)
    assert isinstance(wrong, ZeroDivisionError)
    assert names(tmp_path / "club.db") == {"schema", "a", "b"}
    store.close()


def test_each_loop_hears_of_its_own_jobs(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    heard: list[int] = []

    def wait(name: str) -> None:
        async def write() -> None:
            heard.extend(await asyncio.gather(*(store.run(put(f"{name}{i}")) for i in range(20))))

        asyncio.run(write())

    threads = [threading.Thread(target=wait, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert heard == [1] * 60
    store.close()


def test_what_was_answered_is_on_the_disk(tmp_path: Path) -> None:
    store: Writer = open_store(tmp_path / "club.db")
    asyncio.run(store.run(put("kept")))
    # Not closed: as if the machine had been switched off.
    copy = tmp_path / "copy.db"
    for name in ("club.db", "club.db-wal"):
        (tmp_path / name.replace("club", "copy")).write_bytes((tmp_path / name).read_bytes())
    assert names(copy) == {"schema", "kept"}
    store.close()


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    asked = ("journal_mode", "synchronous", "foreign_keys")
    job = lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in asked]  # noqa: E731
    # 2 is FULL: after a power failure with less, what was answered last may be missing.
    assert asyncio.run(store.run(job)) == ["wal", 2, 1]
    store.close()


def test_a_power_failure_in_the_middle_of_a_commit_costs_that_one_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    log = tmp_path / "club.db-wal"
    asyncio.run(store.run(put("answered")))
    begun = log.stat().st_size
    asyncio.run(store.run(put("torn")))
    database, written = (tmp_path / "club.db").read_bytes(), log.read_bytes()
    store.close()
    assert len(written) > begun
    for end in (begun, begun + 1, (begun + len(written)) // 2, len(written) - 1):
        for rest in (b"", b"\xa5" * (len(written) - end)):
            (tmp_path / "copy.db").write_bytes(database)
            (tmp_path / "copy.db-wal").write_bytes(written[:end] + rest)
            assert names(tmp_path / "copy.db") == {"schema", "answered"}


def test_a_full_disk_answers_nobody_well(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    def limit(connection: sql.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    def much(connection: sql.Connection) -> None:
        connection.execute(sql.insert(about), {"name": "much", "value": "x" * 1_000_000})

    async def fill() -> list[object]:
        await store.run(limit)
        return await asyncio.gather(store.run(put("a")), store.run(much), return_exceptions=True)

    answers = asyncio.run(fill())
    refused = [answer for answer in answers if isinstance(answer, StoreError)]
    assert refused
    assert "the disk is full" in str(refused[0])
    written = {"a"} if answers[0] == 1 else set()
    assert names(tmp_path / "club.db") == {"schema", *written}
    store.close()


def test_reads_wait_for_no_write(tmp_path: Path) -> None:
    store, may_write = open_store(tmp_path / "club.db"), threading.Event()

    def slow(connection: sql.Connection) -> int:
        put("slow")(connection)
        assert may_write.wait(20)
        return 1

    async def go() -> tuple[int, int]:
        writing = asyncio.create_task(store.run(slow))
        asked = sql.select(sql.func.count()).select_from(about)
        before = await store.read(lambda c: c.execute(asked).scalar_one())
        may_write.set()
        await writing
        return before, await store.read(lambda c: c.execute(asked).scalar_one())

    assert asyncio.run(go()) == (1, 2)
    store.close()


def test_in_memory_the_one_connection_reads_too() -> None:
    store = open_store(Path(":memory:"))
    asyncio.run(store.run(put("kept")))
    asked = sql.select(about.c.name).where(about.c.name == "kept")
    assert asyncio.run(store.read(lambda c: c.execute(asked).scalar_one())) == "kept"
    store.close()


def test_who_waits_for_a_locked_database_waits_once(tmp_path: Path) -> None:
    file, waits = tmp_path / "club.db", list[str]()
    store = open_store(file, 0.01)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("begin immediate")

    @event.listens_for(store._engine, "begin")  # noqa: SLF001 (each BEGIN waits so long)
    def count(connection: sql.Connection) -> None:
        waits.append("begin")

    async def two() -> list[object]:
        both = map(store.run, (put("a"), put("b")))
        return list(await asyncio.gather(*both, return_exceptions=True))

    answers = asyncio.run(two())
    assert [type(answer) for answer in answers] == [StoreError] * 2
    assert "another program holds it; nothing was changed" in str(answers[0])
    other.execute("rollback")
    assert asyncio.run(store.run(put("c"))) == 1
    other.close()
    store.close()


class Damaged(sqlite3.Connection):
    """A connection to a file whose damaged bytes stand in the message of SQLite."""

    def execute(self, *_: object) -> sqlite3.Cursor:
        b"\xd9".decode()
        raise AssertionError


@pytest.mark.sqlite
def test_a_message_with_damaged_bytes_says_that_the_file_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3.dbapi2, "connect", partial(sqlite3.connect, factory=Damaged))
    with pytest.raises(StoreError, match="it is damaged"):
        open_store(tmp_path / "club.db")
