from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import accounts, schema
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.writer import engine_of

ALIKE = ("anna", "\u0430nna")


def test_names_that_look_alike_stay_and_nobody_gets_another_such(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=9)
        old = sql.table("account", *map(sql.column, ("guest", "name", "password", "role", "since")))
        for guest, name in zip("abc", (*ALIKE, "bo"), strict=True):
            connection.execute(sql.insert(schema.guest), {"id": guest, "name": name, "since": 1})
            facts = {"guest": guest, "name": name, "password": "", "role": "member", "since": 1}
            connection.execute(sql.insert(old), facts)
        migrate(connection, 9, until=10)
        for guest, name in zip("ab", ALIKE, strict=True):
            assert accounts.is_free(connection, name, guest)
        assert not accounts.is_free(connection, "ann\u0430", "c")
        assert not accounts.is_free(connection, ALIKE[0], "b")
        assert accounts.is_free(connection, "cy", "c")
    engine.dispose()
