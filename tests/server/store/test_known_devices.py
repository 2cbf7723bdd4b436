from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from nardy.server.store import known_devices
from nardy.server.store.database.writer import engine_of
from nardy.server.store.guests import Guest, add_guest
from nardy.server.store.known_devices import (
    RequestSource,
    export_of,
    forget_old,
    is_known,
    note,
    shared,
)
from nardy.server.store.schema import metadata, sighting
from nardy.server.timestamps import DAY_MS

HOME, CAFE = RequestSource("192.0.2.1", "one"), RequestSource("192.0.2.2", "two")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sql.Connection]:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        metadata.create_all(connection)
        for who in "ab":
            add_guest(connection, Guest(who, who), f"token {who}", 1)
        yield connection
    engine.dispose()


def test_no_address_and_no_cookie_is_kept(connection: sql.Connection) -> None:
    note(connection, "a", HOME, 5)
    rows = connection.execute(sql.select(sighting)).all()
    assert {row.kind for row in rows} == {"address", "browser"}
    assert not any(text in str(row) for row in rows for text in (HOME.address, HOME.browser))
    assert all(len(row.mark) == known_devices.MARK_LETTERS for row in rows)
    assert [one["seen"] for one in export_of(connection, "a")] == [5, 5]


def test_another_database_has_other_marks(connection: sql.Connection) -> None:
    mine = known_devices.marks_of(connection, HOME)
    connection.execute(sql.text("delete from about"))
    assert known_devices.marks_of(connection, HOME) != mine
    assert known_devices.marks_of(connection, RequestSource("", "")) == {}


def test_an_address_is_shared_for_a_time_and_a_browser_as_long_as_it_is_kept(
    connection: sql.Connection,
) -> None:
    note(connection, "a", HOME, 10)
    note(connection, "b", HOME, 20)
    assert shared(connection, "a", "b", 10) == {"address", "browser"}
    assert shared(connection, "a", "b", 11) == {"browser"}
    assert is_known(connection, "a", HOME)
    assert not is_known(connection, "a", CAFE)
    assert not is_known(connection, "a", RequestSource(HOME.address))
    note(connection, "b", CAFE, 20 + 31 * DAY_MS)
    forget_old(connection, 20 + 31 * DAY_MS)
    assert shared(connection, "a", "b", 0) == {"browser"}
    forget_old(connection, 21 + 180 * DAY_MS)
    assert shared(connection, "a", "b", 0) == set()
    known_devices.forget(connection, "b")
    assert list(export_of(connection, "b")) == []


def test_whoever_sends_other_cookies_for_ever_fills_no_disk(
    connection: sql.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_devices, "MOST_MARKS", 3)
    note(connection, "b", HOME, 1)
    for at in range(9):
        note(connection, "a", RequestSource(HOME.address, f"cookie {at}"), at)
    known = [is_known(connection, "a", RequestSource("", f"cookie {at}")) for at in range(9)]
    assert known == [False] * 6 + [True] * 3
    assert shared(connection, "a", "b", 0) == {"address"}
    assert is_known(connection, "b", HOME)
