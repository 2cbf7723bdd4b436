import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.testing import TestClient

from nardy.server import create_app
from nardy.server.protocol.nul_characters import has_nul


@given(st.text(alphabet=["\0", "\\", "u", "0", '"', "я", "\ud83d"], max_size=12))
def test_a_nul_is_found_in_json_where_there_is_one(text: str) -> None:
    for written in (json.dumps({text: [text]}), json.dumps(text, ensure_ascii=False)):
        assert has_nul(written) == ("\0" in text)
        assert has_nul(written.encode("utf-8", "surrogatepass")) == ("\0" in text)


def test_no_request_with_a_nul_reaches_the_database(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        asked = [
            client.post("/api/me", json={"name": "a\0b"}),
            client.get("/api/players/a%00b"),
            client.get("/api/leaders?game=a%00b"),
        ]
        assert client.post("/api/me", json={"name": r"a\u0000b"}).status_code < 300
    for answer in asked:
        assert answer.status_code == 400, answer.text
        assert "without the character NUL" in answer.json()["detail"]


def test_a_message_with_a_nul_is_refused_and_the_next_is_taken(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        client.post("/api/me", json={"name": "Ann"})
        with client.websocket_connect("/live") as page:
            page.send_text(json.dumps({"type": "watch", "room": "a\0"}))
            told = page.receive_json()
            assert (told["type"], told["law"]) == ("refused", "message")
            assert "without the character NUL" in told["reason"]
            page.send_text(json.dumps({"type": "lobby"}))
            assert page.receive_json()["type"] != "refused"


@pytest.mark.thorough
def test_a_large_body_is_looked_through_quickly() -> None:
    assert not has_nul(b"\\\\u0000" * 200_000)
