import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sql
from sqlalchemy.dialects import sqlite

from nardy.server.store.database.opening import open_store
from nardy.server.store.schema import (
    entrant,
    entry,
    group_member,
    metadata,
    outside,
    passkey,
    private_group,
    result,
    room,
    sighting,
    standing,
    tournament,
    tournament_event,
)

# Written as in the index: only then does SQLite use it.
GOING_ON = room.c.is_over.is_(False)


def test_the_log_holds_each_number_and_each_key_once() -> None:
    assert [column.name for column in entry.primary_key] == ["room", "number"]
    unique = {tuple(column.name for column in c.columns) for c in entry.constraints}
    assert ("room", "key") in unique


def test_all_tables_are_in_one_metadata() -> None:
    assert set(metadata.tables) >= {"about", "guest", "room", "entry"}
    for table in (
        tournament,
        tournament_event,
        entrant,
        outside,
        passkey,
        private_group,
        group_member,
    ):
        assert metadata.tables[table.name] is table


@pytest.mark.sqlite
def test_a_new_database_has_these_tables(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        for table in (result, standing):
            found = [row[1] for row in connection.execute(f"pragma table_info({table.name})")]
            assert found == [column.name for column in table.columns]


@pytest.mark.parametrize(
    "query",
    [
        sql.select(room).where(GOING_ON, room.c.white == "guest:a").order_by(room.c.since.desc()),
        sql.select(room).where(GOING_ON, room.c.white.is_(None)).order_by(room.c.since.desc()),
        sql.select(room.c.id).where(GOING_ON),
    ],
)
@pytest.mark.sqlite
def test_rooms_that_go_on_are_found_by_an_index(tmp_path: Path, query: sql.Executable) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    text = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    with sqlite3.connect(file) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {text}").fetchall()
    assert any("room_going_on" in str(step) for step in plan), plan


def test_a_log_has_one_event_of_a_number() -> None:
    assert [column.name for column in tournament_event.primary_key] == ["tournament", "number"]


def test_one_identity_is_of_one_account() -> None:
    assert {column.name for column in outside.primary_key} == {"issuer", "subject"}


def test_one_belongs_to_a_group_once() -> None:
    assert {column.name for column in group_member.primary_key} == {"private_group", "guest"}


def test_a_mark_is_kept_once_for_each_account() -> None:
    assert [column.name for column in sighting.primary_key] == ["guest", "kind", "mark"]
