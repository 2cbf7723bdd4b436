from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import guests, schema
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.writer import engine_of
from nardy.server.store.guests import PublicProfile


def test_who_was_here_before_has_the_picture_of_his_name_and_may_choose_one(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=8)
        connection.execute(sql.insert(schema.guest), {"id": "a", "name": "Anna", "since": 1})
        migrate(connection, 8, until=9)
        assert guests.names_and_pictures_of(connection, ["a", "b"]) == {
            "a": PublicProfile("Anna", "")
        }
        guests.set_avatar(connection, "a", "sun-night")
        assert guests.names_and_pictures_of(connection, ["a"]) == {
            "a": PublicProfile("Anna", "sun-night")
        }
    engine.dispose()
