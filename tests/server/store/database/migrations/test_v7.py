import sqlite3
from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import schema
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of


def test_who_has_a_password_keeps_it_and_has_no_other_way_yet(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=6)
        connection.execute(sql.insert(schema.about), {"name": "schema", "value": "6"})
        connection.execute(sql.insert(schema.guest), {"id": "a", "name": "Anna", "since": 1})
        account = {"guest": "a", "name": "anna", "password": "$argon2", "role": "admin", "since": 2}
        connection.execute(sql.insert(schema.account), account)
    engine.dispose()
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        assert connection.execute("select value from about").fetchall() == [(str(schema.SCHEMA),)]
        assert connection.execute(
            "select guest, name, password, role, since from account"
        ).fetchall() == [("a", "anna", "$argon2", "admin", 2)]
        for table in ("outside", "passkey"):
            assert connection.execute(f"select * from {table}").fetchall() == []  # noqa: S608
