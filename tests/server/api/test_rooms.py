from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.server import create_app


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_one_request_makes_a_room_and_a_guest(client: TestClient) -> None:
    assert client.get("/api/me").json() == {"name": "", "rooms": [], "role": "", "avatar": ""}
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
        ({"game": "backgammon", "clock": "soon"}, "expected a clock"),
        ({"game": "backgammon", "against": "everyone"}, "against"),
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


def test_the_rules_of_a_game_are_told(client: TestClient) -> None:
    english = client.get("/api/rules/long-nardy").json()
    russian = client.get("/api/rules/long-nardy?language=ru").json()
    assert [section["title"] for section in english][:2] == ["Board and start", "Who starts"]
    assert russian[0]["title"] == "Доска и расстановка"
    assert client.get("/api/rules/chess").status_code == 400
    assert client.get("/api/rules/long-nardy?language=xx").status_code == 400


def other(client: TestClient, address: str, told: object) -> dict[str, str]:
    """What another visitor, without our cookie, is answered."""
    kept = dict(client.cookies)
    client.cookies.clear()
    answer = client.post(address, json=told)
    client.cookies.clear()
    client.cookies.update(kept)
    return answer.json()


def test_a_friend_sits_down_by_the_link_and_nobody_else_can(client: TestClient) -> None:
    wish = {"game": "backgammon", "against": "friend", "clock": "600+8", "seat": "black"}
    room = client.post("/api/rooms", json=wish).json()["room"]
    seat = f"/api/rooms/{room}/seat"
    assert other(client, seat, {}) == {"room": room}
    assert "both are taken" in other(client, seat, {})["reason"]
    assert client.post(seat, json={}).json() == {"room": room}
    assert client.post("/api/rooms/none/seat", json={}).status_code == 404
    assert "expected a finished game" in client.post(f"/api/rooms/{room}/again", json={}).text


def test_who_wants_anyone_gets_who_already_waits(client: TestClient) -> None:
    wish = {"game": "plakoto", "against": "anyone"}
    first = client.post("/api/rooms", json=wish).json()["room"]
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "watch", "room": first})
        live.receive_json()
        assert other(client, "/api/rooms", {**wish, "game": "tapa"})["room"] != first
        assert other(client, "/api/rooms", {**wish, "clock": "60+5"})["room"] != first
        assert other(client, "/api/rooms", wish)["room"] == first
        assert other(client, "/api/rooms", wish)["room"] != first


def test_the_proof_of_a_room_can_be_had_by_anybody_without_the_seed(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "plakoto", "against": "friend"}).json()["room"]
    answer = client.get(f"/api/rooms/{room}/proof")
    assert answer.json()["seed"] is None
    assert answer.json()["room"] == room
    assert "attachment" in answer.headers["content-disposition"]
    assert client.get("/api/rooms/none/proof").status_code == 404
