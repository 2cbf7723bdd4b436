import sqlite3

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError

from nardy.server.store.database.errors import failure, is_busy, refusal


def error(told: str) -> DBAPIError:
    return OperationalError("insert into secret", {"seed": "5e5e"}, sqlite3.OperationalError(told))


@pytest.mark.parametrize(
    ("told", "cause"),
    [
        ("database is locked", "another program holds it"),
        ("attempt to write a readonly database", "it is read-only"),
        ("database or disk is full", "the disk is full"),
        ("database disk image is malformed", "it is damaged"),
        ("file is not a database", "it is no database"),
        ("disk I/O error", "the disk fails"),
        ("something new", "SQLite reported an error"),
    ],
)
def test_what_sqlite_says_is_for_the_log_alone(
    told: str, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    sentence = str(failure(error(told)))
    assert f"but {cause}; nothing was changed" in sentence
    assert told not in sentence
    assert caplog.messages == [f"the database failed: {told}"]
    assert "seed" not in caplog.text
    assert cause in str(refusal(error(told)))


def test_the_first_of_several_failures_is_told() -> None:
    later = error("no such savepoint: sa_savepoint_1")
    later.__context__ = error("database or disk is full")
    assert "the disk is full" in str(failure(later))


def test_a_lock_is_known_by_its_code(tmp_path) -> None:
    file = tmp_path / "club.db"
    holder, other = (sqlite3.connect(file, isolation_level=None, timeout=0) for _ in range(2))
    holder.execute("begin immediate")
    with pytest.raises(sqlite3.OperationalError) as caught:
        other.execute("begin immediate")
    holder.close()
    other.close()
    assert is_busy(OperationalError("begin", {}, caught.value))
    assert not is_busy(error("database or disk is full"))
