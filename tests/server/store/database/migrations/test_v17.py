import asyncio
import sqlite3
from pathlib import Path

import pytest
from tests.server.store.database.test_migrating import VERSIONS, old_database

from nardy.server.store import offline_games, own_mistakes, puzzles, reviewed_games
from nardy.server.store.database.opening import open_store
from nardy.server.store.offline_games import StoredOfflineGame
from nardy.server.store.own_mistakes import OwnMistake
from nardy.server.store.reviewed_games import ReviewChoice

GAME = StoredOfflineGame("own-1", "tapa", "white", "club", 1, 2, "{}")
MISTAKE = OwnMistake("m", "tapa", "text", "[]", "turn", "room", 3, "{}", 5)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_club_keeps_offline_games_and_figures_and_changes_nothing_else(
    tmp_path: Path, version: str
) -> None:
    file = old_database(tmp_path, version)
    with sqlite3.connect(file) as connection:
        before = connection.execute("select * from entry order by room, number").fetchall()
    connection.close()
    store = open_store(file)
    asyncio.run(store.run(lambda c: offline_games.add(c, "a", [(GAME, "record")])))
    assert asyncio.run(store.read(lambda c: offline_games.games_of(c, "a"))) == [GAME]
    choice = ReviewChoice("friends", is_automatic=True)
    asyncio.run(store.run(lambda c: reviewed_games.choose(c, "a", choice)))
    assert asyncio.run(store.read(lambda c: reviewed_games.choice_of(c, "a"))) == choice
    assert asyncio.run(store.read(lambda c: reviewed_games.games_of(c, "a"))) == []
    store.close()
    with sqlite3.connect(file) as connection:
        assert connection.execute("select * from entry order by room, number").fetchall() == before
    connection.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_club_has_puzzles_and_mistakes(tmp_path: Path, version: str) -> None:
    store = open_store(old_database(tmp_path, version))
    assert asyncio.run(store.run(lambda c: own_mistakes.add(c, "a", [MISTAKE]))) == 1
    assert asyncio.run(store.read(lambda c: own_mistakes.get(c, "a", "m"))) == MISTAKE
    assert asyncio.run(store.read(lambda c: puzzles.standing_of(c, "a", "tapa"))).tried == 0
    store.close()
