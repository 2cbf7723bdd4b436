from pathlib import Path

from litestar.testing import TestClient

from nardy import __version__
from nardy.server import create_app


def test_who_watches_over_the_club_sees_what_goes_on(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        quiet = {"version": __version__, "games": 0, "rooms": 0, "connections": 0}
        assert client.get("/health").json() == quiet
        client.post("/api/rooms", json={"game": "tapa", "against": "friend"})
        with client.websocket_connect("/live") as live:
            live.send_json({"type": "lobby"})
            live.receive_json()
            told = client.get("/health").json()
        assert told == {**quiet, "games": 1, "rooms": 1, "connections": 1}
