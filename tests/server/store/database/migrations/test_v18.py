import asyncio
from pathlib import Path

from tests.server.store.database.test_migrating import old_database

from nardy.server.store import offline_games, reviewed_games
from nardy.server.store.database.opening import open_store
from nardy.server.store.offline_games import StoredOfflineGame
from nardy.server.store.reviewed_games import ReviewChoice


def test_what_a_club_of_0_3_0_kept_is_still_there(tmp_path: Path) -> None:
    store = open_store(old_database(tmp_path, "0.3.0"))
    kept = asyncio.run(store.read(lambda c: offline_games.games_of(c, "a")))
    choice = asyncio.run(store.read(lambda c: reviewed_games.choice_of(c, "a")))
    store.close()
    assert kept == [StoredOfflineGame("own-1", "tapa", "white", "club", 1, 2, "{}")]
    assert choice == ReviewChoice("friends", is_automatic=True)
