import sqlite3
from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import schema
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of


def test_an_older_club_has_no_circles_and_keeps_its_people(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=7)
        connection.execute(sql.insert(schema.about), {"name": "schema", "value": "7"})
        connection.execute(sql.insert(schema.guest), {"id": "a", "name": "Anna", "since": 1})
    engine.dispose()
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        assert connection.execute("select id, name, since from guest").fetchall() == [
            ("a", "Anna", 1)
        ]
        for table in ("circle", "circle_member"):
            assert connection.execute(f"select * from {table}").fetchall() == []  # noqa: S608
