from pathlib import Path

import sqlalchemy as sql

from nardy.server.store.migrating import migrate
from nardy.server.store.writer import engine_of


def test_the_tables_of_version_7_become_those_of_version_8(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "club.db")
    with engine.connect() as connection, connection.begin():
        migrate(connection, 0, until=7)
        before = set(sql.inspect(connection).get_table_names())
        migrate(connection, 7, until=8)
        assert before <= set(sql.inspect(connection).get_table_names())
    engine.dispose()
