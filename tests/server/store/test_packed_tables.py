import sqlite3
from pathlib import Path

import pytest

from nardy.server.store import packed_tables
from nardy.server.store.database.opening import open_store


@pytest.mark.sqlite
def test_a_new_database_has_the_table_of_packed_games(tmp_path: Path) -> None:
    open_store(tmp_path / "club.db").close()
    with sqlite3.connect(tmp_path / "club.db") as connection:
        found = connection.execute("select name from pragma_table_info('packed_room')").fetchall()
    connection.close()
    columns = [column.name for column in packed_tables.packed_room.columns]
    assert [name for (name,) in found] == columns
    # No column names a person: seats stay in `room`.
    assert columns == ["room", "month", "number", "length", "data", "archive"]
