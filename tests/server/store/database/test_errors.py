import json
import sqlite3

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError

from nardy.server.errors import StoreError
from nardy.server.store.database.errors import as_damage, failure, is_busy, refusal, undoes_all


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
        ("Could not decode to UTF-8 column 'event' with text 'x'", "it is damaged"),
        ("something new", "the database reported an error"),
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


def test_a_write_whose_answer_was_lost_is_not_called_undone() -> None:
    sentence = str(failure(error("disk I/O error"), may_be_stored=True))
    assert "not known whether this was stored" in sentence
    assert "nothing was changed" not in sentence


def test_a_stored_text_that_cannot_be_read_is_damage(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads('{"kind": "rol')
    told = as_damage(caught.value)
    assert isinstance(told, StoreError)
    assert "it is damaged" in str(told)
    assert len(caplog.messages) == 1
    other = ZeroDivisionError()
    assert as_damage(other) is other


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


class PostgresError(Exception):
    """As those of psycopg; without a code while it connects."""

    def __init__(self, told: str, sqlstate: str | None) -> None:
        super().__init__(told)
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("told", "code", "cause"),
    [
        ("connection refused", None, "it cannot be reached"),
        ('FATAL:  password authentication failed for user "x"', None, "it refuses this user"),
        ('FATAL:  database "x" does not exist', None, "there is none of this name"),
        ("FATAL:  sorry, too many clients already", None, "it has too many connections"),
        ("the database system is starting up", "57P03", "it is just starting"),
        ("terminating connection", "57P01", "it is just ending"),
        ("could not extend file", "53100", "the disk is full"),
        ("cannot execute UPDATE in a read-only transaction", "25006", "it is read-only"),
        ("permission denied", "42501", "its user may not do that"),
        (
            "canceling statement due to lock timeout",
            "55P03",
            "another program holds what is needed",
        ),
        ("could not serialize access", "40001", "others write the same all the time"),
        ("could not read block 3", "58030", "the disk fails"),
        ("could not open file", "58P01", "the disk fails"),
        ("invalid page in block 3 of relation", "XX001", "it is damaged"),
        ("index is corrupted", "XX002", "it is damaged"),
        ("something new", "XX000", "the database reported an error"),
    ],
)
def test_what_postgresql_says_is_for_the_log_alone(
    told: str, code: str | None, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    made = OperationalError("insert into secret", {"seed": "5e5e"}, PostgresError(told, code))
    assert f"but {cause}; nothing was changed" in str(failure(made))
    assert caplog.messages == [f"the database failed: {told}"]
    assert cause in str(refusal(made))
    assert undoes_all(made) == (code == "40001")


def test_the_log_has_the_first_line_of_postgresql_alone(caplog: pytest.LogCaptureFixture) -> None:
    told = "duplicate key\nDETAIL:  Key (token)=(5e5e) already exists."
    failure(OperationalError("insert", {}, PostgresError(told, "23505")))
    assert caplog.messages == ["the database failed: duplicate key"]
