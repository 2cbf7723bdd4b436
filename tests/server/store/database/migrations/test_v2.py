import asyncio
import sqlite3
from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import guests, schema
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of
from nardy.server.store.guests import Guest, hashed


def test_a_browser_that_was_known_is_known_after_the_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=1)
        connection.execute(sql.insert(schema.about), {"name": "schema", "value": "1"})
    engine.dispose()
    with sqlite3.connect(file) as connection:
        connection.execute("insert into guest values ('g', ?, 'Anna', 5)", [hashed("old cookie")])
    store = open_store(file)
    found = asyncio.run(store.run(lambda c: guests.guest_of(c, "old cookie")))
    store.close()
    assert found == Guest("g", "Anna")
