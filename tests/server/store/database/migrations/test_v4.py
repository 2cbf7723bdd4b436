import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sql
from tests.server.club_room import order, room_in_memory

from nardy.server.players.rebuild import rebuild
from nardy.server.store import log, schema
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of


def test_what_was_played_before_is_counted_after_the_upgrade(tmp_path: Path) -> None:
    file, room = tmp_path / "club.db", room_in_memory("tapa")

    async def finish() -> None:
        await room.begin()
        for act in ("resign:single", "accept"):
            await room.act(room.match.game.to_act, order(room, act))

    asyncio.run(finish())
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=3)
        connection.execute(sql.insert(schema.about), {"name": "schema", "value": "3"})
        log.make_room(connection, replace(room.record, is_over=False), [])
        log.append(connection, room.record.id, 0, room.entries, is_over=True)
    engine.dispose()
    store = open_store(file)
    assert asyncio.run(rebuild(store, lambda _, __: None)) == (1, 0)
    store.close()
    with sqlite3.connect(file) as connection:
        found = connection.execute("select room, game, is_rated from result").fetchall()
    assert found == [(room.record.id, "tapa", 0)]
