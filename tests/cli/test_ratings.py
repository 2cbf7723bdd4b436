import asyncio
import json
from pathlib import Path

from tests.cli.talk import nardy
from tests.server.players.test_rebuild import some_games
from tests.server.store.ratings.test_ladders import tables


def test_ratings_are_counted_again(tmp_path: Path) -> None:
    asyncio.run(some_games(tmp_path))
    file = tmp_path / "club.db"
    before = tables(file)
    told = nardy("ratings", "rebuild", "--database", file)
    assert told.status == 0
    assert told.lines == ["counted: 4 results, 4 standings"]
    told = nardy("ratings", "rebuild", "--database", file, "--json")
    assert json.loads(told.out) == {"results": 4, "standings": 4}
    assert tables(file) == before


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    told = nardy("ratings", "rebuild", "--database", file)
    assert told.status == 1
    assert "name it with --database" in told.err
    assert not file.exists()
