from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from nardy.server.store import cleanup, guests
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of
from nardy.server.store.guests import Guest
from nardy.server.store.schema import guest, metadata, session

OLD, LIMIT, NEW = 1_000, 2_000, 3_000


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sql.Connection]:
    """A club with somebody who came long ago and never did anything."""
    open_store(tmp_path / "club.db").close()
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        guests.add_guest(connection, Guest("old", "Guest 1"), "one", OLD)
        yield connection
    engine.dispose()


def idle(connection: sql.Connection) -> list[str]:
    return cleanup.idle_guests(connection, LIMIT, 10)


def test_who_never_did_anything_is_forgotten(connection: sql.Connection) -> None:
    guests.add_guest(connection, Guest("new", "Guest 2"), "two", NEW)
    assert idle(connection) == ["old"]
    cleanup.remove_guests(connection, ["old"], LIMIT)
    assert idle(connection) == []
    assert guests.guest_of(connection, "one") is None
    assert list(connection.execute(sql.select(guest.c.id)).scalars()) == ["new"]


def test_who_comes_back_stays(connection: sql.Connection) -> None:
    found = idle(connection)
    guests.see(connection, guests.hashed("one"), NEW)
    cleanup.remove_guests(connection, found, LIMIT)
    assert guests.guest_of(connection, "one") is not None
    assert idle(connection) == []


PEOPLE = [
    column
    for table in metadata.sorted_tables
    for column in table.columns
    if table not in (guest, session)
    and (
        any(key.column is guest.c.id for key in column.foreign_keys)
        or column.name in ("who", "maker", "muted", "white", "black")
    )
    and str(column)
    not in ("audit.who", "recount.who")  # 'machine' or an admin; a mark of the moment
]


@pytest.mark.parametrize("column", PEOPLE, ids=str)
def test_whoever_is_named_anywhere_stays(
    connection: sql.Connection, column: sql.Column[str]
) -> None:
    is_key = any(key.column is guest.c.id for key in column.foreign_keys)
    values = {
        one.name: "x" if isinstance(one.type, sql.Text) else 1
        for one in column.table.columns
        if not one.nullable or one is column
    }
    values[column.name] = "old" if is_key else "guest:old"
    # What it belongs to need not be there: only the guest is looked for.
    is_file = connection.dialect.name == "sqlite"
    off = "pragma defer_foreign_keys=on" if is_file else "set session_replication_role = replica"
    connection.exec_driver_sql(off)
    connection.execute(sql.insert(column.table).values(values))
    assert idle(connection) == []
    connection.execute(sql.delete(column.table))
    assert idle(connection) == ["old"]


def test_whoever_was_decided_about_stays(connection: sql.Connection) -> None:
    connection.exec_driver_sql("insert into audit values (1, 1, 'machine', 'mute', 'old')")
    assert idle(connection) == []


def test_sessions_end_that_no_browser_can_use(connection: sql.Connection) -> None:
    guests.begin_session(connection, "old", "new", NEW, "Firefox")
    guests.begin_session(connection, "old", "program", OLD, "token")
    is_program = session.c.token == guests.hashed("program")
    connection.execute(sql.update(session).where(is_program).values(scopes="play"))
    found = cleanup.stale_sessions(connection, LIMIT, 10)
    assert found == [guests.hashed("one")]
    cleanup.end_stale_sessions(connection, found, LIMIT)
    assert {one.seen for one in guests.sessions_of(connection, "old")} == {OLD, NEW}
    assert len(guests.sessions_of(connection, "old")) == 2
