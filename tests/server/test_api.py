from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.games import GAMES
from nardy.server import create_app


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_one_request_makes_a_room_and_a_guest(client: TestClient) -> None:
    assert client.get("/api/me").json() == {"name": "", "rooms": []}
    answer = client.post("/api/rooms", json={"game": "long nardy", "bot": "steady"})
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    me = client.get("/api/me").json()
    assert me["rooms"] == [answer.json()["room"]]
    again = client.post("/api/rooms", json={"game": "plakoto"})
    assert "set-cookie" not in again.headers
    assert len(client.get("/api/me").json()["rooms"]) == 2


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "backgammon,head=1"}, "head"),
        ({"game": "backgammon", "bot": "god"}, "easy"),
        ({"game": "backgammon", "seat": "red"}, "seat"),
        ({"game": "x" * 300}, "200"),
        ({"game": "backgammon", "seed": 1}, "seed"),
        ({}, "game"),
        ([], ""),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused(client: TestClient, wish, told: str) -> None:
    answer = client.post("/api/rooms", json=wish)
    assert answer.status_code == 400
    assert told in answer.text


def test_another_sites_page_cannot_act_for_our_visitor(client: TestClient) -> None:
    wish = {"game": "backgammon"}
    foreign = {"origin": "https://evil.example"}
    assert client.post("/api/rooms", json=wish, headers=foreign).status_code == 403
    ours = {"origin": "http://testserver.local"}
    assert client.post("/api/rooms", json=wish, headers=ours).status_code == 201


def test_games_and_their_rules_are_told(client: TestClient) -> None:
    assert {laws["id"] for laws in client.get("/api/games").json()} == set(GAMES)
    english = client.get("/api/rules/long-nardy").json()
    russian = client.get("/api/rules/long-nardy?language=ru").json()
    assert [section["title"] for section in english][:2] == ["Board and start", "Who starts"]
    assert russian[0]["title"] == "Доска и расстановка"
    assert client.get("/api/rules/chess").status_code == 400
    assert client.get("/api/rules/long-nardy?language=xx").status_code == 400
