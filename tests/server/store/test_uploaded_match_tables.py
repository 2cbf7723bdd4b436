import sqlite3
from pathlib import Path

import pytest

from nardy.server.store.database.opening import open_store
from nardy.server.store.uploaded_match_tables import uploaded_match


@pytest.mark.sqlite
def test_a_new_database_has_the_table_and_finds_a_link_once(tmp_path: Path) -> None:
    open_store(tmp_path / "club.db").close()
    with sqlite3.connect(tmp_path / "club.db") as connection:
        found = [row[1] for row in connection.execute("pragma table_info(uploaded_match)")]
        assert found == [column.name for column in uploaded_match.columns]
        plan = connection.execute("explain query plan select * from uploaded_match where link = ''")
        assert any("INDEX" in str(step) for step in plan)
    connection.close()
