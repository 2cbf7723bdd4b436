import asyncio
from pathlib import Path

import pytest
from tests.server.store.database.test_migrating import VERSIONS, old_database

from nardy.server.store import own_mistakes, puzzles
from nardy.server.store.database.opening import open_store
from nardy.server.store.own_mistakes import OwnMistake

MISTAKE = OwnMistake("m", "tapa", "text", "[]", "turn", "room", 3, "{}", 5)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_club_has_puzzles_and_mistakes(tmp_path: Path, version: str) -> None:
    store = open_store(old_database(tmp_path, version))
    assert asyncio.run(store.run(lambda c: own_mistakes.add(c, "a", [MISTAKE]))) == 1
    assert asyncio.run(store.read(lambda c: own_mistakes.get(c, "a", "m"))) == MISTAKE
    assert asyncio.run(store.read(lambda c: puzzles.standing_of(c, "a", "tapa"))).tried == 0
    store.close()
