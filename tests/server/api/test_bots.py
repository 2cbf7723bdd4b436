import asyncio
from pathlib import Path

from litestar.testing import TestClient
from tests.server.played import club_file, result

from nardy.server import create_app
from nardy.server.bots.levels import BOT_LEVELS

MEASURED = {str(number) for number in range(1, 9)}
"""Levels, which begin at the rating that their duels give them."""
RAPID = {"game": "long-nardy", "clock": "600+8"}


def test_bots_are_told_with_their_ratings_at_a_pace(tmp_path: Path) -> None:
    results = [result(n, "ann", "bot:baseline") for n in range(40)]
    file = asyncio.run(club_file(tmp_path, results))
    with TestClient(create_app(file)) as client:
        told = client.get("/api/bots", params=RAPID).json()
        assert [one["level"] for one in told] == list(BOT_LEVELS)
        assert {one["level"] for one in told if one["rating"] is not None} == {*MEASURED, "steady"}
        client.cookies.set("nardy", "token-ann")
        mine = client.get("/api/bots", params=RAPID).json()
        assert mine[list(BOT_LEVELS).index("steady")]["obstacle"] == "bot-weak"
        wish = {**RAPID, "bot": "steady", "rated": True}
        refused = client.post("/api/rooms", json=wish).json()
        assert refused["law"] == "bot-weak"
        assert "400 очков" in refused["says"]["ru"]
        assert client.post("/api/rooms", json={**wish, "rated": False}).status_code == 201
        for other in ({"clock": "60+2"}, {"clock": ""}):
            told = client.get("/api/bots", params={**RAPID, **other}).json()
            begun = {one["level"] for one in told if one["rating"] is not None}
            assert begun == (MEASURED if other["clock"] else set())
        assert client.get("/api/bots", params={"game": "chess"}).status_code == 400
