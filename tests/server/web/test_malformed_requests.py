import pytest
from litestar.testing import TestClient

from nardy.server import create_app


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory):
    with TestClient(create_app(tmp_path_factory.mktemp("club") / "club.db")) as client:
        yield client


BODIES = {
    b"": "expected a body, got none in POST /api/me",
    b"{": "expected JSON, got a truncated body in POST /api/me",
    b"nope": "expected JSON, got a malformed body (invalid character (byte 4)) in POST /api/me",
    b'{"name": "a"} b': "got a malformed body (trailing characters (byte 15)) in POST /api/me",
    b'{"name": "\xff"}': "expected JSON, got a malformed body (not in UTF-8) in POST /api/me",
    b"[" * 5000: "expected JSON, got a malformed body (nested too deep) in POST /api/me",
    b"[]": "expected object, got array in POST /api/me",
    b"{}": "expected the field name, got none in POST /api/me",
    b'{"name": 3}': "expected str, got int as 'name' in POST /api/me",
    b'{"name": "a", "x": 1}': "expected only known fields, got x in POST /api/me",
    b"x" * 100_000: "got more in POST /api/me; send less",
}


@pytest.mark.parametrize("body", BODIES)
def test_what_cannot_be_read_is_refused_in_a_sentence(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/me", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 413)
    told = answer.json()
    assert BODIES[body] in told["detail"]
    assert told["detail"] == told["reason"] == told["says"]["en"]
    assert told["says"]["ru"].startswith("Клуб не понял")
    assert told["law"] == "message"


def test_a_query_is_named_by_its_key(client: TestClient) -> None:
    told = client.get("/api/players/me/games?before=soon").json()
    assert told["detail"].startswith(
        "expected int | null, got str as 'before' in GET /api/players/me/"
    )
    assert told["extra"][0]["source"] == "query"


def test_a_foreign_method_and_a_foreign_address_are_named(client: TestClient) -> None:
    answer = client.put("/api/me")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, OPTIONS, POST")
    assert "got PUT /api/me; /schema/openapi.json describes it" in answer.json()["detail"]
    answer = client.get("/api/nothing")
    assert answer.status_code == 404
    assert "expected an address of the club, got GET /api/nothing" in answer.json()["detail"]


def test_a_person_at_an_unknown_address_gets_the_page(client: TestClient) -> None:
    browser = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
    answer = client.get("/nothing/here", headers=browser)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    kept = client.get("/nothing/here", headers={**browser, "if-none-match": answer.headers["etag"]})
    assert kept.status_code == 304
    for path in ("/api/nothing", "/web/nothing.js"):
        assert client.get(path, headers=browser).headers["content-type"] == "application/json", path
    assert client.post("/nothing", headers=browser).headers["content-type"] == "application/json"


def test_what_the_club_itself_misses_keeps_its_sentence(client: TestClient) -> None:
    answer = client.get("/api/rooms/none/proof")
    assert answer.json() == {"status_code": 404, "detail": "expected the id of a room, got 'none'"}
    foreign = client.post("/api/me", json={"name": "a"}, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert foreign.json()["detail"].startswith("expected a page of this club")


def test_nothing_of_a_reader_is_told_back_as_a_page(client: TestClient) -> None:
    answer = client.get("/api/<script>alert(1)</script>")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
