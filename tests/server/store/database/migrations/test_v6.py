from pathlib import Path

import pytest
import sqlalchemy as sql
from sqlalchemy.dialects import sqlite

from nardy.server.store import schema
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of
from nardy.server.store.schema import room

GOING_ON = room.c.is_over.is_(False)
QUESTIONS = [
    sql.select(room).where(GOING_ON, room.c.white == "guest:a").order_by(room.c.since.desc()),
    sql.select(room).where(GOING_ON, room.c.white.is_(None)).order_by(room.c.since.desc()),
    sql.select(room.c.id).where(GOING_ON),
]


@pytest.mark.parametrize("older", [False, True], ids=["new", "older"])
def test_rooms_that_go_on_are_found_by_an_index(tmp_path: Path, older: bool) -> None:
    file = tmp_path / "club.db"
    engine = engine_of(file)
    if older:
        with engine.connect() as connection, connection.begin():
            migrate(connection, 0, until=5)
            connection.execute(sql.insert(schema.about), {"name": "schema", "value": "5"})
    engine.dispose()  # what it knew of the tables is old
    open_store(file).close()
    with engine.connect() as connection:
        for question in QUESTIONS:
            options = {"literal_binds": True}
            text = question.compile(dialect=sqlite.dialect(), compile_kwargs=options)
            plan = connection.execute(sql.text(f"EXPLAIN QUERY PLAN {text}")).all()
            assert any("room_going_on" in str(step) for step in plan), plan
    engine.dispose()
