import asyncio
from pathlib import Path

from litestar.testing import TestClient
from tests.server.club_room import open_club
from tests.server.players.test_standings import played

from nardy.server import create_app


def test_anybody_is_told_what_was_thrown_and_nothing_of_where(tmp_path: Path) -> None:
    async def go() -> int:
        async with open_club(tmp_path) as club:
            room, _ = await played(club, {})
            return room.throws.count

    throws = asyncio.run(go())
    with TestClient(create_app(tmp_path / "club.db")) as client:
        told = client.get("/api/dice").json()
        assert client.get("/dice").headers["content-type"].startswith("text/html")
    assert (told["throws"], told["rooms"], told["is_complete"]) == (throws, 1, True)
    assert sum(sum(one["counts"]) for one in told["thrown"]) == throws
    assert "guest" not in str(told)


def test_a_new_club_has_thrown_nothing(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        told = client.get("/api/dice").json()
    assert (told["throws"], told["is_complete"]) == (0, True)
    assert told["rolls"][0] == "1-1"
    assert told["rolls"][-1] == "6-6"
