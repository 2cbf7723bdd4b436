from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from nardy.server.store import sightings
from nardy.server.store.guests import Guest, add_guest
from nardy.server.store.sighting_tables import metadata, sighting
from nardy.server.store.sightings import DAY, Place, forget_old, is_known, note, shared, told_of
from nardy.server.store.writer import engine_of

HOME, CAFE = Place("192.0.2.1", "one"), Place("192.0.2.2", "two")


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
    assert all(len(row.mark) == sightings.MARK_LETTERS for row in rows)
    assert [one["seen"] for one in told_of(connection, "a")] == [5, 5]


def test_another_database_has_other_marks(connection: sql.Connection) -> None:
    mine = sightings.marks_of(connection, HOME)
    connection.execute(sql.text("delete from about"))
    assert sightings.marks_of(connection, HOME) != mine
    assert sightings.marks_of(connection, Place("", "")) == {}


def test_an_address_is_shared_for_a_time_and_a_browser_as_long_as_it_is_kept(
    connection: sql.Connection,
) -> None:
    note(connection, "a", HOME, 10)
    note(connection, "b", HOME, 20)
    assert shared(connection, "a", "b", 10) == {"address", "browser"}
    assert shared(connection, "a", "b", 11) == {"browser"}
    assert is_known(connection, "a", HOME)
    assert not is_known(connection, "a", CAFE)
    assert not is_known(connection, "a", Place(HOME.address))
    note(connection, "b", CAFE, 20 + 31 * DAY)
    forget_old(connection, 20 + 31 * DAY)
    assert shared(connection, "a", "b", 0) == {"browser"}
    forget_old(connection, 21 + 180 * DAY)
    assert shared(connection, "a", "b", 0) == set()
    sightings.forget(connection, "b")
    assert list(told_of(connection, "b")) == []
