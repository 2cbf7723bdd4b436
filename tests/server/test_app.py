from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from nardy.server import create_app


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_the_page_comes_at_every_address_that_is_one(client: TestClient) -> None:
    for address in ("/", "/play/abc", "/join/abc"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "main.js" in answer.text


def test_files_are_sent_once_and_nothing_else_is(client: TestClient) -> None:
    first = client.get("/web/js/main.js")
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    again = client.get("/web/js/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    for address in ("/web/nothing.js", "/web/../server/app.py", "/web/%2e%2e/__init__.py", "/web/"):
        assert client.get(address).status_code == 404


def test_a_guest_plays_over_the_live_connection(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "long-nardy", "bot": "easy"}).json()["room"]
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "watch", "room": room})
        live.send_json({"type": "commit", "room": room, "tip": ""})
        update = live.receive_json()
        for _ in range(6):
            view = update["view"]
            if view["to_act"] == update["facts"]["you"] and view["phase"] == "roll":
                act = {"type": "act", "room": room, "version": update["version"], "act": "roll"}
                live.send_json({**act, "id": f"roll-{update['version']}"})
                assert live.receive_json()["type"] in ("done", "update")
                return
            update = live.receive_json()
    pytest.fail("nobody let us roll")


def test_another_sites_page_cannot_connect(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/live", headers={"origin": "https://evil.example"}),
    ):
        pass


def test_the_description_of_the_api_needs_no_other_site(client: TestClient) -> None:
    told = client.get("/schema/openapi.json").json()
    assert {"/api/rooms", "/api/games"} <= told["paths"].keys()
    assert "/web/{name}" not in told["paths"]
