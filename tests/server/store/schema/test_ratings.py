import sqlite3
from pathlib import Path

from nardy.server.store.database.opening import open_store
from nardy.server.store.schema.ratings import result, standing


def test_a_new_database_has_these_tables(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        for table in (result, standing):
            found = [row[1] for row in connection.execute(f"pragma table_info({table.name})")]
            assert found == [column.name for column in table.columns]
