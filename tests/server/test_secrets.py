"""What nobody may read: not in a log, however much is logged, and not through any door of a running game."""

import asyncio
import logging
import re
import sqlite3
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient
from sqlalchemy.exc import IntegrityError
from tests.server.club_room import open_club

from nardy.server import create_app
from nardy.server.rooms.new_room import NewRoom

PASSWORD = "lamp gravel tuesday"  # noqa: S105 (of nobody)
WRONG = "tuesday gravel lamp"
ANNA = {"name": "Anna", "password": PASSWORD}
ADMIN = {"name": "NewRoom", "password": PASSWORD}
_STRANGERS = {"httpx", "httpcore", "asyncio"}
"""Loggers of the test's own client."""


@pytest.fixture
def client(tmp_path: Path, quick_hashes: None) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path / "club.db"), raise_server_exceptions=False) as client:
        yield client


def a_busy_hour(client: TestClient) -> list[str]:
    """What people do with secrets, well and badly; all secrets of theirs and of the club."""
    codes = client.post("/api/account", json=ANNA).json()["codes"]
    tokens = [client.cookies["nardy"]]
    room = client.post("/api/rooms", json={"game": "tapa", "bot": "easy"}).json()["room"]
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "watch", "room": room})
        live.receive_json()
        live.send_text('{"type":"commit","room":3}')
        live.receive_json()
    client.post("/api/account/password", json={"password": WRONG, "new": "x"})
    client.post("/api/sessions/end", json={})
    client.post("/api/sessions", json={**ANNA, "password": WRONG})
    client.post("/api/sessions", json=ANNA)
    tokens.append(client.cookies["nardy"])
    client.post("/api/sessions", content=f'{{"password": "{PASSWORD}", ')
    again = {"name": "Anna", "code": codes[0], "password": "gravel tuesday lamp"}
    client.post("/api/account/recovery", json=again)
    tokens.append(client.cookies["nardy"])
    seed = client.app.state.club.loaded(room).record.seed
    return [PASSWORD, WRONG, "gravel tuesday lamp", *codes, *tokens, seed]


def test_no_log_has_a_secret_however_much_is_logged(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in (*logging.root.manager.loggerDict, "sqlalchemy.engine"):
        if (of := name.partition(".")[0]) not in _STRANGERS:
            # The statements too; only SQLAlchemy's DEBUG, which tells whole rows, is nobody's log.
            caplog.set_level(logging.INFO if of == "sqlalchemy" else logging.DEBUG, logger=name)
    secrets = a_busy_hour(client)
    lines = [r for r in caplog.records if r.name.partition(".")[0] not in _STRANGERS]
    told = "\n".join(logging.Formatter().format(record) for record in lines)
    assert len(secrets) > 12
    assert "INSERT INTO room" in told
    assert not [secret for secret in secrets if secret in told]


def test_what_cannot_be_written_is_not_logged_either(tmp_path: Path, quick_hashes: None) -> None:
    """The database fails on the row itself, and whoever logs the error logs all of it."""
    told: list[str] = []

    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Anna")
            with sqlite3.connect(tmp_path / "club.db") as database:
                for table in ("room", "session", "account", "recovery"):
                    database.execute(
                        f"create trigger no_{table} before insert on {table} "
                        "begin select raise(abort, 'no more'); end"
                    )
            for doing in (
                club.make(NewRoom(games=("tapa",), white=f"guest:{guest.id}")),
                club.welcome("Bo"),
                club.accounts.begin(guest.id, "a browser"),
            ):
                with pytest.raises(IntegrityError, match="no more") as caught:
                    await doing
                told.extend(traceback.format_exception(caught.value))

    asyncio.run(go())
    assert len(told) > 9
    # Neither a seed nor the hash of a token.
    assert not re.search(r"[0-9a-f]{64}", "".join(told))


def test_the_seed_of_a_running_game_is_told_to_no_admin(client: TestClient, tmp_path: Path) -> None:
    """Through any operation that is described, asked as an admin about a game that has begun."""
    room = client.post("/api/rooms", json={"game": "backgammon", "bot": "easy"}).json()["room"]
    record = client.app.state.club.loaded(room).record
    client.cookies.clear()
    client.post("/api/account", json=ADMIN)
    with sqlite3.connect(tmp_path / "club.db") as database:
        database.execute("update account set role = 'admin'")
    assert client.get("/api/admin").status_code == 200
    paths = client.get("/schema/openapi.json").json()["paths"]
    named = {"room_id": room, "game": "tapa", "player": "me", "tournament": room, "pace": "rapid"}
    bodies: list[dict[str, object]] = [
        {},
        {"room": room},
        {"about": room, "what": "mute"},
        {"position": room},
        {"name": room, "password": PASSWORD},
    ]
    for path, methods in paths.items():
        address = re.sub(r"\{(\w+)\}", lambda found: named.get(found[1], room), path)
        for method in methods:
            for body in bodies if method == "post" else [None]:
                answer = client.request(method, address, json=body, params={"name": room})
                assert record.seed not in answer.text + str(answer.headers), (method, address)
    assert not client.app.state.club.loaded(room).record.is_over
    with client.websocket_connect("/live") as live:
        for message in ({"type": "watch"}, {"type": "follow"}, {"type": "evaluate", "id": "e"}):
            live.send_json({**message, "room": room})
            assert record.seed not in live.receive_text()
