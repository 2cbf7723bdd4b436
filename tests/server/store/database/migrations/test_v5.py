import asyncio
import functools
import sqlite3
from pathlib import Path

import sqlalchemy as sql
from tests.server.tournaments.tournament_hall import record

from nardy.server.store import schema, tournaments
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of


def test_a_club_of_before_holds_its_first_tournament(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=4)
        connection.execute(sql.insert(schema.about), {"name": "schema", "value": "4"})
        connection.execute(sql.insert(schema.guest), {"id": "g", "name": "Anna", "since": 5})
    engine.dispose()
    store = open_store(file)
    asyncio.run(store.run(functools.partial(tournaments.make, record=record())))
    store.close()
    with sqlite3.connect(file) as connection:
        assert connection.execute("select count(*) from tournament").fetchall() == [(1,)]
        assert connection.execute("select name from guest").fetchall() == [("Anna",)]
