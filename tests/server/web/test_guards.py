import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import PermissionDeniedException, WebSocketDisconnect
from litestar.testing import TestClient
from tests.effort import THOROUGH
from tests.server.club_room import open_club

from nardy.server import create_app
from nardy.server.connection.websocket import Page
from nardy.server.rate_limits import LIMITS, Limit, Limits, Rate
from nardy.server.settings import read_settings
from nardy.server.web import guards
from nardy.server.web.guards import RequestGuard
from nardy.server.web.pages import HEADERS

EVIL = "https://evil.example"


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db"), raise_server_exceptions=False) as client:
        yield client


def posts(client: TestClient) -> list[str]:
    """Every address of the API that changes something."""
    told = client.get("/schema/openapi.json").json()["paths"]
    found = {
        address.replace("{room_id}", "r")
        for address, methods in told.items()
        if {"post", "put", "patch", "delete"} & methods.keys()
    }
    assert len(found) >= 4
    return sorted(found)


def readers(client: TestClient) -> list[str]:
    """Those that read a body; what is sent to the others is not looked at."""
    told = client.get("/schema/openapi.json").json()["paths"]
    bodiless = {
        address.replace("{room_id}", "r")
        for address, methods in told.items()
        if not any("requestBody" in methods.get(one, {}) for one in ("post", "put", "patch"))
    }
    assert bodiless
    return [address for address in posts(client) if address not in bodiless]


def test_a_name_that_is_not_the_clubs_is_refused(tmp_path: Path) -> None:
    """What was found: any Host that agrees with the Origin was believed."""
    for origin, host, is_known in (
        ("", "evil.example", False),
        ("", "localhost.evil.example", False),
        ("", f"{socket.gethostname()}.evil.example", False),
        ("", "127.0.0.1.evil.example", False),
        ("", "localhost:8080", True),
        ("", "nardy.localhost", True),
        ("", "192.168.1.7:8080", True),
        ("", "[::1]:8080", True),
        ("", f"{socket.gethostname()}.local:8080", True),
        ("https://nardy.example", "nardy.example", True),
        ("https://nardy.example", "NARDY.example.", True),
        ("https://nardy.example", "evil.example", False),
        ("https://nardy.example", "127.0.0.1:8080", True),
    ):
        settings = read_settings({"database": tmp_path / "c.db", "origin": origin}, environment={})
        with TestClient(create_app(settings=settings)) as client:
            for address in ("/", "/api/me"):
                answer = client.get(address, headers={"host": host})
                assert (answer.status_code == 200) == is_known, (origin, host)
            assert is_known or "--origin" in answer.json()["detail"]
            page = {"host": host, "origin": origin or f"http://{host}"}
            if not is_known:
                with (
                    pytest.raises(WebSocketDisconnect),
                    client.websocket_connect("/live", headers=page) as live,
                ):
                    live.receive_json()


def test_only_what_says_that_it_is_json_is_read(client: TestClient) -> None:
    body = b'{"game": "backgammon", "against": "friend"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "text/json"):
        answer = client.post("/api/rooms", content=body, headers={"content-type": kind})
        assert (kind, answer.status_code) == (kind, 415)
        assert "application/json" in answer.json()["detail"]
    kind = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/rooms", content=body, headers=kind).status_code == 201


def test_over_https_the_browser_is_told_to_stay_there(tmp_path: Path) -> None:
    for origin, told in (
        ("", None),
        ("http://club.local", None),
        ("https://club.local", guards.HSTS),
    ):
        settings = read_settings({"database": tmp_path / "c.db", "origin": origin}, environment={})
        with TestClient(create_app(settings=settings)) as client:
            for address in ("/", "/api/me", "/nothing"):
                answer = client.get(address)
                assert answer.headers.get("strict-transport-security") == told


def test_another_sites_page_can_change_nothing(client: TestClient) -> None:
    for address in posts(client):
        for headers in ({"origin": EVIL}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            answer = client.post(address, json={}, headers=headers)
            assert answer.status_code == 403, (address, headers)
    for headers in ({"origin": EVIL}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/live", headers=headers),
        ):
            pass
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


def test_the_origin_that_is_set_is_the_only_one(tmp_path: Path) -> None:
    from nardy.server.settings import read_settings  # noqa: PLC0415

    ours = "https://nardy.example"
    settings = read_settings({"database": tmp_path / "club.db", "origin": ours}, environment={})
    with TestClient(create_app(settings=settings)) as client:
        wish = {"game": "backgammon"}
        for origin, status in ((ours, 201), ("http://testserver.local", 403)):
            answer = client.post("/api/rooms", json=wish, headers={"origin": origin})
            assert answer.status_code == status


def test_every_answer_has_the_headers_refusals_too(client: TestClient) -> None:
    asked = [
        *(client.get(address) for address in ("/", "/api/games", "/api/rules/chess", "/nowhere")),
        client.get("/web/js/main.js"),
        client.put("/api/me"),
        client.post("/api/rooms", content=b"\xff"),
        client.get("/schema/openapi.json"),
    ]
    assert {answer.status_code for answer in asked} >= {200, 400, 404, 405}
    for answer in asked:
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], (answer.url, name)


def test_the_policy_lets_nothing_in_from_elsewhere_and_nothing_inline(client: TestClient) -> None:
    policy = dict(
        part.strip().split(" ", 1)
        for part in client.get("/").headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    # WebAssembly may be compiled, which no text of a page can become.
    more = {"img-src": "data:", "script-src": "'wasm-unsafe-eval'"}
    for name, value in policy.items():
        assert set(value.split()) <= {"'self'", "'none'", more.get(name, "'self'")}, name


HOSTILE = {
    "deep": b'{"game":' + b"[" * 9_000 + b"]" * 9_000 + b"}",
    "deeper objects": b'{"a":' * 3_000 + b"1" + b"}" * 3_000,
    "not UTF-8": b'{"game": "\xff\xfe"}',
    "half a surrogate": b'{"game": "\\ud800"}',
    "NUL": b'{"game": "\\u0000"}',
    "no JSON": b"{",
    "nothing": b"",
    "a number": b"1e999",
    "another shape": b'{"game": {"game": 1}}',
    "a key twice": b'{"game": "x", "game": "y"}',
    "script": b'{"game": "<script>alert(1)</script>"}',
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_body_is_refused(client: TestClient, body: bytes) -> None:
    is_tried = THOROUGH or body in (b"", b"{")
    for address in readers(client):
        for kind in ("application/json", "text/plain")[: 1 + is_tried]:
            answer = client.post(address, content=body, headers={"content-type": kind})
            assert 400 <= answer.status_code < 500, (address, answer.text)
            assert "Traceback" not in answer.text
            # What is echoed is JSON and never a page.
            assert answer.headers["content-type"].startswith("application/json")


LARGER = {
    "/api/me/offline-games": 2_100_000,
    "/api/admin/club/logo": 400_000,
    "/api/matches": 1_600_000,
    "/api/real-board": 1_100_000,
    "/api/rooms/r/notes": 260_000,
}
"""Letters that are too many where more than elsewhere are taken."""


def test_an_oversized_body_is_refused(client: TestClient) -> None:
    for address in readers(client):
        letters = LARGER.get(address, 30_000)
        answer = client.post(address, json={"game": "x" * letters})
        # Where no body is expected none is read: then what is not there is told.
        is_there = "/r/" not in address and "{" not in address
        assert answer.status_code in ({413} if is_there else {413, 404}), address


SAID = [
    "",
    "null",
    "[]",
    "{}",
    '"watch"',
    '{"type": "watch"}',
    '{"type": 7}',
    '{"type": "fly"}',
    '{"type": "watch", "room": 7}',
    '{"type": "watch", "room": "r", "since": 1e400}',
    '{"type": "watch", "room": "\\ud800"}',
    '{"type": "watch", "room": "\\u0000"}',
    '{"type": "watch", "room": "r", "admin": true}',
    '{"type": "act", "room": "r", "id": "1", "version": 99999999999999999999, "act": "roll"}',
    '{"type": "link", "room": "r", "number": 1, "link": "' + "g" * 64 + '"}',
    "[" * 19_000,
    '{"type": "ask", "room": "r", "id": "1", "moves": ' + "[" * 9_000 + "]" * 9_000 + "}",
    '{"type": "watch", "room": "' + "x" * 30_000 + '"}',
    "\ud800",
]


@pytest.mark.parametrize("text", SAID, ids=range(len(SAID)))
def test_a_hostile_message_is_refused_and_the_connection_goes_on(tmp_path: Path, text: str) -> None:
    async def go() -> list[dict[str, Any]]:
        async with open_club(tmp_path) as club:
            page, told = Page(club, "guest:a"), []

            async def keep(message: bytes) -> None:
                told.append(json.loads(message))

            task = asyncio.create_task(page.tell(keep))
            await page.hear(text)
            await page.hear('{"type": "lobby"}')
            async with asyncio.timeout(5):
                while len(told) < 2:
                    await asyncio.sleep(0.001)
            task.cancel()
            return told

    first, second = asyncio.run(go())
    assert (first["type"], first["law"] in ("message", "no-room")) == ("refused", True)
    assert second == {"type": "lobby", "seeks": [], "games": [], "mine": [], "pools": []}


def test_bytes_where_text_is_expected_do_no_harm(client: TestClient) -> None:
    with client.websocket_connect("/live") as live:
        live.send_bytes(b"\xff\xfe")
        assert live.receive_json()["law"] == "message"


def test_who_asks_too_often_is_told_when_to_come_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "make", Limit("new games", Rate(2, 30), None))
    wish = {"game": "backgammon", "against": "friend"}
    assert [client.post("/api/rooms", json=wish).status_code for _ in range(3)] == [201, 201, 429]
    refused = client.post("/api/rooms", json=wish)
    assert 29 <= int(refused.headers["retry-after"]) <= 30
    assert "expected fewer new games; try again in" in refused.json()["reason"]


@pytest.mark.parametrize("name", ["ask", "visit", "connect"])
def test_an_address_has_so_much_whoever_comes_from_there(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(LIMITS, name, Limit(name, None, Rate(2, 60)))
    statuses: list[int] = []
    for _ in range(3):
        client.cookies.clear()
        if name == "connect":
            try:
                with client.websocket_connect("/live"):
                    statuses.append(201)
            except WebSocketDisconnect:
                statuses.append(429)
        else:
            statuses.append(client.post("/api/me", json={"name": "x"}).status_code)
    assert statuses == [201, 201, 429]


def test_an_address_has_so_many_connections_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "MOST_CONNECTIONS", 2)
    door = RequestGuard(Limits())
    for _ in range(2):
        door.enter("a")
    with pytest.raises(PermissionDeniedException, match="at most 2 connections"):
        door.enter("a")
    door.enter("b")
    door.leave("a")
    door.enter("a")


def test_who_says_too_much_is_heard_slowly_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "say", Limit("messages", Rate(3, 0.02), None))

    async def go() -> tuple[float, int]:
        async with open_club(tmp_path) as club:
            page, told = Page(club, None), []

            async def keep(message: bytes) -> None:
                told.append(message)

            task = asyncio.create_task(page.tell(keep))
            begin = asyncio.get_running_loop().time()
            for _ in range(13):
                await page.take('{"type": "fly"}')
            spent = asyncio.get_running_loop().time() - begin
            await asyncio.sleep(0.05)
            task.cancel()
            return spent, len(told)

    spent, told = asyncio.run(go())
    assert told == 13
    assert spent > 0.15


def test_the_seed_of_a_running_game_comes_through_no_door(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        wish = {"game": "backgammon", "against": "friend"}
        room = client.post("/api/rooms", json=wish).json()["room"]
        club = client.app.state.club
        record = club.loaded(room).record
        paths = client.get("/schema/openapi.json").json()["paths"]
        asked = [
            *("/", "/schema/openapi.json", "/schema"),
            *(path.replace("{room_id}", room).replace("{game}", "tapa") for path in paths),
        ]
        assert any(room in path for path in asked)
        for path in asked:
            for params in ({}, {"seed": "1"}, {"fields": "*"}):
                answer = client.get(path, params=params)
                assert record.seed not in answer.text
                assert record.seed not in str(answer.headers)
        with client.websocket_connect("/live") as live:
            live.send_json({"type": "watch", "room": room})
            assert record.seed not in live.receive_text()
