import asyncio
import sqlite3
from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import guests, tables
from nardy.server.store.guests import Guest, hashed
from nardy.server.store.migrating import migrate
from nardy.server.store.opening import open_store
from nardy.server.store.writer import engine_of


def test_a_browser_that_was_known_is_known_after_the_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=1)
        connection.execute(sql.insert(tables.about), {"name": "schema", "value": "1"})
    engine.dispose()
    with sqlite3.connect(file) as connection:
        connection.execute("insert into guest values ('g', ?, 'Anna', 5)", [hashed("old cookie")])
    store = open_store(file)
    found = asyncio.run(store.run(lambda c: guests.guest_of(c, "old cookie")))
    store.close()
    assert found == Guest("g", "Anna")
