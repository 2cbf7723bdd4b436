import sqlite3
from pathlib import Path

import pytest

from nardy.server.store.database.opening import open_store
from nardy.server.store.matchmaking_tables import challenge, follow, meeting_choice


@pytest.mark.sqlite
def test_a_new_database_has_the_tables_of_meeting(tmp_path: Path) -> None:
    open_store(tmp_path / "club.db").close()
    with sqlite3.connect(tmp_path / "club.db") as connection:
        found = {name for (name,) in connection.execute("select name from sqlite_master")}
    connection.close()
    assert {challenge.name, follow.name, meeting_choice.name} <= found


def test_somebody_is_followed_once_and_a_room_is_one_challenge() -> None:
    assert [column.name for column in follow.primary_key] == ["guest", "followed"]
    assert [column.name for column in challenge.primary_key] == ["room"]
