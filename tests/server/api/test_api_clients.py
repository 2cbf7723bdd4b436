from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from nardy.server import create_app

ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}
ANNA_AGAIN = {"password": ANNA["password"]}
pytestmark = pytest.mark.usefixtures("quick_hashes")
Client = TestClient[Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        client.post("/api/account", json=ANNA)
        yield client


def made(client: Client) -> tuple[dict[str, str], dict[str, str]]:
    """A program, and the header with which it comes; the owner's browser has gone."""
    told = client.post("/api/programs", json={"name": "Engine"}).json()
    client.cookies.clear()
    return told, {"Authorization": f"Bearer {told['token']}"}


def test_a_program_asks_as_itself_and_gets_no_cookie(client: Client) -> None:
    told, header = made(client)
    answer = client.get("/api/me", headers=header)
    assert (answer.json()["name"], answer.json()["role"]) == ("Engine", "program")
    wish = {"game": "hypergammon", "against": "anyone"}
    room = client.post("/api/rooms", json=wish, headers=header)
    assert room.status_code == 201
    assert not client.cookies
    with client.websocket_connect("/live", headers=header) as live:
        live.send_json({"type": "watch", "room": room.json()["room"]})
        facts = live.receive_json()["facts"]
    seat = facts[facts["you"]]
    assert (seat["name"], seat["id"], seat["is_program"]) == ("Engine", told["id"], True)
    profile = client.get(f"/api/players/{told['id']}").json()
    assert profile["program_of"] == "Anna"


def test_the_owner_lists_renews_and_ends_it(client: Client) -> None:
    first = client.post("/api/programs", json={"name": "Engine"}).json()
    (one,) = client.get("/api/programs").json()
    assert (one["id"], one["name"]) == (first["id"], "Engine")
    assert "token" not in one
    assert one["scopes"] == ["play", "read"]
    second = client.post(f"/api/programs/{first['id']}/token", json={"scopes": ["read"]}).json()
    assert client.get("/api/programs").json()[0]["scopes"] == ["read"]
    assert (second["name"], second["token"] == first["token"]) == ("Engine", False)
    assert client.post(f"/api/programs/{first['id']}/end", json={}).json() == []
    refused = client.post(f"/api/programs/{first['id']}/end", json={})
    assert (refused.status_code, refused.json()["law"]) == (400, "program-none")
    assert "ru" in refused.json()["says"]


@pytest.mark.parametrize("with_its_owner", [False, True])
def test_nothing_is_left_of_a_deleted_program(client: Client, *, with_its_owner: bool) -> None:
    told = client.post("/api/programs", json={"name": "Engine"}).json()
    header = {"Authorization": f"Bearer {told['token']}"}
    wish = {"game": "hypergammon", "against": "anyone"}
    room = client.post("/api/rooms", json=wish, headers=header).json()["room"]
    with client.websocket_connect("/live", headers=header) as live:
        live.send_json({"type": "watch", "room": room})
        assert "Engine" in live.receive_text()
        live.send_json({"type": "say", "room": room, "id": "1", "text": "I am Engine"})
        while live.receive_json()["type"] != "done":
            pass
    if with_its_owner:
        assert client.post("/api/account/end", json=ANNA_AGAIN).status_code == 201
    else:
        assert client.post(f"/api/programs/{told['id']}/end", json={}).json() == []
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "watch", "room": room})
        assert "Engine" not in live.receive_text() + live.receive_text()


def test_a_token_that_is_none_lets_nobody_in_and_makes_no_guest(client: Client) -> None:
    client.cookies.clear()
    header = {"Authorization": "Bearer nobody"}
    for answer in (
        client.get("/api/me", headers=header),
        client.post("/api/rooms", json={"game": "hypergammon"}, headers=header),
    ):
        assert answer.status_code == 401
        assert "got one that was revoked" in answer.json()["detail"]
    assert not client.cookies
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect("/live", headers=header) as live,
    ):
        live.receive_json()
    assert refused.value.code == 4403


def test_ratings_and_tournaments_are_not_for_programs(client: Client) -> None:
    rated = {"game": "backgammon", "against": "friend", "clock": "600+8", "rated": True}
    room = client.post("/api/rooms", json=rated).json()["room"]
    plan = {"name": "Cup", "game": "hypergammon", "format": "swiss", "clock": "300+5"}
    cup = client.post("/api/tournaments", json=plan).json()["tournament"]
    _, header = made(client)
    for path, data in (
        ("/api/rooms", rated),
        (f"/api/rooms/{room}/seat", {}),
        ("/api/tournaments", plan),
        (f"/api/tournaments/{cup}/enter", {}),
    ):
        refused = client.post(path, json=data, headers=header)
        is_closed = (
            "tournaments" in path
        )  # to every token: see tests/server/web/test_authorization.py
        assert (path, refused.status_code) == (path, 403 if is_closed else 400)
        assert is_closed or refused.json()["law"] == "program-casual"
