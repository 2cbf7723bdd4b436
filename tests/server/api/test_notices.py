from pathlib import Path

from litestar.testing import TestClient

from nardy.server import create_app


def test_ones_games_against_people_are_told_wherever_one_is(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        assert client.get("/api/mine").json() == []
        client.post("/api/rooms", json={"game": "tapa", "bot": "easy"})
        wish = {"game": "plakoto", "against": "friend", "seat": "white", "clock": "0d259200"}
        room = client.post("/api/rooms", json=wish).json()["room"]
        (mine,) = client.get("/api/mine").json()
        assert (mine["room"], mine["name"], mine["is_your_turn"]) == (room, "", False)
        first = client.cookies["nardy"]
        client.cookies.clear()
        client.post(f"/api/rooms/{room}/seat")
        told = [client.get("/api/mine").json()]
        client.cookies.clear()
        client.cookies.set("nardy", first)
        told.append(client.get("/api/mine").json())
        assert [len(mine) for mine in told] == [1, 1]
        assert all(mine[0]["name"].startswith("Guest") for mine in told)
        assert all(mine[0]["clock"] == "0d259200" for mine in told)
