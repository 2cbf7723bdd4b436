import asyncio
from pathlib import Path

from tests.server.played import club_file, result

from nardy.server.store.database.opening import open_store
from nardy.server.store.played_games import most_played

DAY = 86_400_000


def test_the_games_with_the_most_results_since_a_time_come_first(tmp_path: Path) -> None:
    games = ["tapa", "fevga", "fevga", "plakoto", "plakoto", "plakoto", "long-nardy"]
    results = [
        result(number, "a", "b", 1, game=game, room=f"r{number}")
        for number, game in enumerate(games, 1)
    ]
    store = open_store(asyncio.run(club_file(tmp_path, results)))
    told = asyncio.run(store.run(lambda c: most_played(c, 0, 3)))
    late = max(one.ended_at for one in results) + 1
    later = asyncio.run(store.run(lambda c: most_played(c, late, 3)))
    store.close()
    assert told == ["plakoto", "fevga", "long-nardy"]
    assert later == []
