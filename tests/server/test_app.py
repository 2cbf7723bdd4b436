import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from nardy.server import create_app
from nardy.server.app import AGAIN, HANDSHAKES, MOVED
from nardy.server.club.club import Club
from nardy.server.errors import StoreError
from nardy.server.settings import read_settings
from nardy.server.shards.ownership import Ownership
from nardy.server.store import guests, outbox
from nardy.server.store.database.lock import DatabaseLock, HeldError
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.outbox import NewNotice
from nardy.server.web.authorization import who_comes
from nardy.server.web.cookies import AnySocket


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_the_page_comes_at_every_address_that_is_one(client: TestClient) -> None:
    for address in ("/", "/play/abc", "/join/abc"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "unsafe-inline" not in answer.headers["content-security-policy"]
        assert "/web/" in answer.text


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


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_process_that_ends_sends_new_pages_to_the_others(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, is_alone: bool
) -> None:
    monkeypatch.setattr(Ownership, "is_alone", is_alone)
    monkeypatch.setattr(client.app.state.club.process, "is_ending", True)
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "lobby"})
        if is_alone:
            assert live.receive_json()["type"] == "lobby"
        else:
            with pytest.raises(WebSocketDisconnect) as closed:
                live.receive_json()
            assert closed.value.code == MOVED


def test_a_process_that_is_cut_off_refuses_new_pages_without_asking_the_database(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def waits(*_: object) -> None:
        raise AssertionError("it would wait for the database")

    monkeypatch.setattr(Ownership, "is_trusted", False)
    monkeypatch.setattr("nardy.server.app.who_comes", waits)
    with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/live"):
        pass
    assert closed.value.code == AGAIN


def test_the_description_of_the_api_needs_no_other_site(client: TestClient) -> None:
    told = client.get("/schema/openapi.json").json()
    assert {"/api/rooms", "/api/games"} <= told["paths"].keys()
    assert "/web/{name}" not in told["paths"]


HOSTILE: list[str | bytes] = [
    *("", " ", "null", "7", '"act"', "[]", "{}", "{", '{"type":"act"}', '{"type":"?"}'),
    '{"type":"act","room":"ROOM","id":"k","version":-1,"act":"roll"}',
    '{"type":"act","room":"ROOM","id":"k","version":9e99,"act":"roll"}',
    '{"type":"act","room":"ROOM","id":"k","version":1,"act":"play","moves":[{"from":-9,"to":99}]}',
    '{"type":"act","room":"ROOM","id":"k","version":1,"act":"resign:\\u0000"}',
    '{"type":"act","room":"ROOM","id":"k","version":1,"act":"roll","more":1}',
    '{"type":"watch","room":"../../etc/passwd","since":-5}',
    '{"type":"watch","room":"ROOM","since":99999999999999999999}',
    '{"type":"say","room":"ROOM","id":"k","text":"<script>alert(1)</script>"}',
    '{"type":"commit","room":"ROOM","tip":"' + "g" * 64 + '"}',
    '{"type":"link","room":"ROOM","number":-1,"link":"' + "0" * 64 + '"}',
    '{"type":"lobby","x":' + "[" * 5000 + "]" * 5000 + "}",
    '{"type":"watch","room":"' + "x" * 30_000 + '"}',
    '{"type":"watch","room":"\\ud800"}',
    b"\xff\xfe\x00",
    b'{"type":"watch","room":"\xc3\x28"}',
]


@pytest.mark.parametrize("message", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_message_is_refused_or_ends_its_own_connection_alone(
    client: TestClient, message: str | bytes
) -> None:
    """Of somebody who looks on: illegal, foreign, stale, too long, too deep, no text."""
    room = client.post("/api/rooms", json={"game": "tapa", "against": "friend"}).json()["room"]
    version = client.app.state.club.loaded(room).version
    client.cookies.clear()
    with client.websocket_connect("/live") as live:
        if isinstance(message, str):
            live.send_text(message.replace("ROOM", room))
        else:
            live.send_bytes(message)
        with contextlib.suppress(WebSocketDisconnect):
            live.send_json({"type": "lobby"})
            told = live.receive_json()
            assert told["type"] in ("refused", "lobby", "update"), told
            assert "Traceback" not in str(told)
    assert client.app.state.club.loaded(room).version == version
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "lobby"})
        assert live.receive_json()["type"] == "lobby"


def test_an_app_holds_its_database_while_it_runs(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with TestClient(create_app(file)):
        with pytest.raises(HeldError):
            DatabaseLock(file)
        is_refused = pytest.RaisesGroup(HeldError, flatten_subgroups=True)
        with is_refused, TestClient(create_app(file)):
            pass
    with DatabaseLock(file) as lock, TestClient(create_app(file, lock=lock)):
        pass
    DatabaseLock(file).release()


@pytest.mark.parametrize("switch", ["on", "off"])
def test_a_copy_of_a_club_that_is_tried_sends_no_notice(tmp_path: Path, switch: str) -> None:
    async def notice(is_put: bool) -> str:
        store = open_store(tmp_path / "club.db")
        if is_put:
            new = NewNotice(kind="turn", key="turn r 1", game="", path="/", due=1, until=2**50)
            await store.run(lambda c: guests.add_guest(c, Guest("a", "Anna"), "token", 1))
            await store.run(lambda c: outbox.put_for(c, "a", ("push", "1"), new, 1))
        (found,) = await store.read(lambda c: outbox.latest_of(c, "a", 2))
        store.close()
        return found.state

    assert asyncio.run(notice(is_put=True)) == "waiting"
    given = {"database": tmp_path / "club.db", "no_notices": switch}
    # The runner looks at once. That nothing is sent can only be waited for, so that wait is short.
    end = time.monotonic() + (0.5 if switch == "on" else 60)
    with TestClient(create_app(settings=read_settings(given, environment={}))):
        while is_waiting := asyncio.run(notice(is_put=False)) == "waiting":
            if time.monotonic() > end:
                break
            time.sleep(0.02)
    assert is_waiting == (switch == "on")


def test_a_page_that_comes_while_the_database_fails_is_told_to_come_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("nardy.server.app.who_comes", fails)
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/live"):
            pass
    assert closed.value.code == 1013
    # Whoever was refused is not counted as connected.
    assert client.get("/health").json()["connections"] == 0
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "lobby"})
        assert live.receive_json()


def test_pages_that_come_at_once_are_let_in_a_few_at_a_time_and_relayed_ones_behind_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coming, most, all_turns_taken = Counter[bool](), Counter[bool](), asyncio.Event()

    async def comes(socket: AnySocket) -> None:
        relayed = is_relayed(socket.scope)
        coming[relayed] += 1
        most[relayed] = max(most[relayed], coming[relayed])
        if sum(coming.values()) == 2 * HANDSHAKES:
            all_turns_taken.set()
        async with asyncio.timeout(10):
            await all_turns_taken.wait()
        coming[relayed] -= 1

    def is_relayed(scope: Mapping[str, Any]) -> bool:
        return scope["query_string"] == b"relayed"

    def enter(live: WebSocketTestSession) -> None:
        opened.enter_context(live).send_json({"type": "lobby"})
        assert live.receive_json()

    count = 2 * HANDSHAKES
    monkeypatch.setattr("nardy.server.app.who_comes", comes)
    monkeypatch.setattr("nardy.server.app.is_relayed", is_relayed)
    with (
        TestClient(create_app(tmp_path / "club.db")) as client,
        contextlib.ExitStack() as opened,
        ThreadPoolExecutor(2 * count) as threads,
    ):
        pages = [
            client.websocket_connect(f"/live?{kind}")
            for kind in ["own"] * count + ["relayed"] * count
        ]
        list(threads.map(enter, pages))
    assert most == {False: HANDSHAKES, True: HANDSHAKES}


def test_a_page_whose_session_ends_while_it_is_let_in_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def comes_too_late(socket: AnySocket) -> Guest | None:
        guest = await who_comes(socket)
        assert guest is not None
        club: Club = socket.app.state.club
        await club.accounts.end(guest)
        return guest

    with TestClient(create_app(tmp_path / "club.db")) as client:
        client.post("/api/me", json={"name": "Anna"})
        monkeypatch.setattr("nardy.server.app.who_comes", comes_too_late)
        with client.websocket_connect("/live") as live:
            # One that is open would answer.
            live.send_json({"type": "lobby"})
            with pytest.raises(WebSocketDisconnect):
                live.receive_json()
