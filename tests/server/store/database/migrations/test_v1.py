from pathlib import Path

import sqlalchemy as sql

from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.writer import engine_of


def test_version_one_is_what_the_first_clubs_wrote(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=1)
        found = sql.inspect(connection)
        assert set(found.get_table_names()) == {"about", "guest", "room", "entry"}
        columns = [column["name"] for column in found.get_columns("guest")]
        assert columns == ["id", "token", "name", "since"]
        assert found.get_pk_constraint("entry")["constrained_columns"] == ["room", "number"]
    engine.dispose()
