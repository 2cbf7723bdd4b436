from pathlib import Path

import sqlalchemy as sql

from nardy.server.store import api_clients
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.writer import engine_of
from nardy.server.store.guests import Guest, add_guest


def test_people_of_before_may_have_programs(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=10)
        add_guest(connection, Guest("a", "Anna"), "token", 1)
        migrate(connection, 10)
        assert connection.execute(sql.text("select count(*) from program")).scalar() == 0
        api_clients.add(connection, Guest("p", "Engine"), "a", 2)
        assert [one.name for one in api_clients.of_owner(connection, "a")] == ["Engine"]
    engine.dispose()
