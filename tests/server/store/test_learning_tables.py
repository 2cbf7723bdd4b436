import sqlite3
from pathlib import Path

import pytest

from nardy.server.store import learning_tables, schema
from nardy.server.store.database.opening import open_store


@pytest.mark.sqlite
def test_a_new_database_has_the_tables_of_learning_beside_the_others(tmp_path: Path) -> None:
    open_store(tmp_path / "club.db").close()
    with sqlite3.connect(tmp_path / "club.db") as connection:
        found = {name for (name,) in connection.execute("select name from sqlite_master")}
    connection.close()
    own = {"puzzle_try", "puzzle_standing", "puzzle_rating", "own_mistake", "reviewed_game"}
    assert own | {"review_part", "review_choice"} == _names(learning_tables)
    assert _names(learning_tables) | _names(schema) <= found


def _names(module: object) -> set[str]:
    return {one.name for one in vars(module).values() if isinstance(one, learning_tables.sql.Table)}
