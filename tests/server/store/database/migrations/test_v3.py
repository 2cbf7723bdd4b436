import asyncio
from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import log, schema, talk
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of
from nardy.server.store.log import RoomRecord
from nardy.server.store.talk import ChatLine


def test_who_played_before_may_talk_after_the_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=2)
        connection.execute(sql.insert(schema.about), {"name": "schema", "value": "2"})
        log.make_room(connection, RoomRecord(id="r", games=("tapa",)), [])
    engine.dispose()
    store, said = open_store(file), ChatLine(1, "guest:a", "hello", 5, is_aside=False, key="k")
    asyncio.run(store.run(lambda c: talk.add_line(c, "r", said)))
    told = asyncio.run(store.run(lambda c: talk.lines_of(c, "r")))
    store.close()
    assert told == [said]
