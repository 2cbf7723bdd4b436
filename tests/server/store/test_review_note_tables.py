import sqlite3
from pathlib import Path

import pytest

from nardy.server.store import review_note_tables
from nardy.server.store.database.opening import open_store


@pytest.mark.sqlite
def test_a_new_database_has_the_table_of_notes(tmp_path: Path) -> None:
    open_store(tmp_path / "club.db").close()
    with sqlite3.connect(tmp_path / "club.db") as connection:
        found = {name for (name,) in connection.execute("select name from sqlite_master")}
    connection.close()
    assert review_note_tables.review_note.name in found
    assert review_note_tables.metadata.tables.keys() <= found
