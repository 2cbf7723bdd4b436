import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from tests.server.accounts.test_api_clients import owned
from tests.server.club_room import open_club

from nardy.server import create_app
from nardy.server.connection.websocket import Page
from nardy.server.errors import RefusedError
from nardy.server.protocol.messages import Act, Hint, ToServer
from nardy.server.store.guests import Guest
from nardy.server.web.authorization import MESSAGES, REQUESTS, require_message_scope
from nardy.server.web.deprecated_paths import RENAMED

ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}
OTHER = "heron bucket nine"
pytestmark = pytest.mark.usefixtures("quick_hashes")
Client = TestClient[Any]

# Every request that no token makes: accounts, ways to sign in, programs, clubs by invitation, what a director
# or an admin does, opinions of the club's bots, and the files of the page.
CLOSED = {
    *(("GET", "/api/notices"), ("POST", "/api/notices"), ("POST", "/api/notices/push")),
    *(("POST", "/api/notices/push/end"), ("POST", "/api/notices/mail")),
    *(("POST", "/api/notices/mail/end"), ("GET", "/mail/confirm/{code}")),
    *(("POST", "/mail/confirm/{code}"), ("GET", "/mail/leave/{code}")),
    ("POST", "/mail/leave/{code}"),
    *(("POST", "/api/schedules"), ("POST", "/api/schedules/{schedule}/end")),
    ("GET", "/api/groups/{group}/schedules"),
    *(("GET", "/api/club/look.css"), ("GET", "/api/club/logo.png")),
    ("POST", "/api/admin/club/logo"),
    *(("POST", "/api/admin/club"), ("GET", "/api/admin/numbers"), ("POST", "/api/admin/backup")),
    ("GET", "/api/puzzles"),
    ("GET", "/api/puzzles/{game}/{which}"),
    ("POST", "/api/puzzles/{game}/{which}"),
    ("GET", "/api/mistakes"),
    ("POST", "/api/mistakes/{mistake}"),
    ("POST", "/api/mistakes/{mistake}/end"),
    ("POST", "/api/rooms/{room_id}/mistakes"),
    ("GET", "/matches"),
    ("GET", "/real-board"),
    ("GET", "/clock"),
    ("POST", "/api/real-board"),
    ("POST", "/api/real-board/act"),
    ("POST", "/api/real-board/verdict"),
    ("GET", "/api/pictures/board"),
    ("GET", "/api/rooms/{room_id}/end"),
    ("GET", "/api/matches"),
    ("POST", "/api/matches"),
    ("GET", "/api/matches/{key}"),
    ("GET", "/api/matches/{key}/file/{kind}"),
    ("POST", "/api/matches/{key}/review"),
    ("POST", "/api/matches/{key}/link"),
    ("POST", "/api/matches/{key}/end"),
    *{(method, "/api/rooms/{room_id}/notes") for method in ("GET", "POST")},
    ("GET", "/api/books/{game}"),
    ("GET", "/api/openings/{game}"),
    ("POST", "/api/me"),
    ("POST", "/api/me/avatar"),
    ("POST", "/api/me/errors"),
    ("GET", "/api/admin/unusual"),
    ("POST", "/api/position/evaluation"),
    ("POST", "/api/position/explanation"),
    ("POST", "/api/position/rollout"),
    ("POST", "/api/rooms/{room_id}/review"),
    ("GET", "/api/rooms/{room_id}/review/game"),
    ("POST", "/api/account"),
    ("POST", "/api/account/password"),
    ("POST", "/api/account/codes"),
    ("POST", "/api/account/recovery"),
    ("POST", "/api/account/end"),
    ("GET", "/api/account/export"),
    ("GET", "/api/sessions"),
    ("POST", "/api/sessions"),
    ("POST", "/api/sessions/end"),
    ("POST", "/api/sessions/passkey/offer"),
    ("POST", "/api/sessions/passkey"),
    ("GET", "/api/login-methods"),
    ("POST", "/api/outside/{provider}"),
    ("GET", "/api/outside/{provider}/back"),
    ("POST", "/api/outside/{provider}/end"),
    ("POST", "/api/passkeys/offer"),
    ("POST", "/api/passkeys"),
    ("POST", "/api/passkeys/name"),
    ("POST", "/api/passkeys/end"),
    ("GET", "/api/programs"),
    ("POST", "/api/programs"),
    ("POST", "/api/programs/{program}/token"),
    ("POST", "/api/programs/{program}/end"),
    ("GET", "/api/groups"),
    ("POST", "/api/groups"),
    ("GET", "/api/groups/{group}"),
    ("GET", "/api/groups/{group}/leaders"),
    ("GET", "/api/groups/{group}/tournaments"),
    ("POST", "/api/groups/{group}/edit"),
    ("POST", "/api/groups/{group}/invitation"),
    ("POST", "/api/groups/{group}/members"),
    ("POST", "/api/groups/{group}/leave"),
    ("POST", "/api/groups/{group}/end"),
    # People find each other in their browsers.
    *{("GET", f"/api/{path}") for path in ("friends", "people", "people/{player}", "challenges")},
    *{("POST", f"/api/people/{{player}}/{what}") for what in ("follow", "mute")},
    *{
        ("POST", f"/api/{path}")
        for path in ("me/meeting", "challenges", "challenges/{room_id}/end")
    },
    ("GET", "/friends"),
    ("GET", "/api/invitations/{code}"),
    ("POST", "/api/invitations/{code}"),
    ("GET", "/admin"),
    ("GET", "/api/admin"),
    ("POST", "/api/admin"),
    ("POST", "/api/admin/reports"),
    ("GET", "/api/admin/people"),
    *((method, "/api/tournaments/{tournament}/chat") for method in ("GET", "POST")),
    ("POST", "/api/tournaments/{tournament}/chat/mute"),
    ("POST", "/api/tournaments/{tournament}/chat/report"),
    ("POST", "/api/tournaments"),
    ("POST", "/api/tournaments/{tournament}/enter"),
    ("POST", "/api/tournaments/{tournament}/leave"),
    ("POST", "/api/tournaments/{tournament}/begin"),
    ("POST", "/api/tournaments/{tournament}/end"),
    ("POST", "/api/tournaments/{tournament}/bots"),
    ("POST", "/api/tournaments/{tournament}/remove"),
    *{("GET", path) for path in ("/", "/play/{room}", "/join/{room}", "/learn")},
    *{
        ("GET", path)
        for path in ("/learn/{game}", "/openings/{game}", "/review/{room}", "/board", "/leaders")
    },
    *{("GET", f"/puzzles{rest}") for rest in ("", "/mistakes", "/{game}/{which}")},
    *{("GET", path) for path in ("/leaders/{game}/{pace}", "/player/{player}")},
    *{("GET", path) for path in ("/clubs", "/club/{group}", "/invited/{code}", "/dice", "/rules")},
    # Only browsers play without the club.
    *{(method, "/api/me/offline-games") for method in ("GET", "POST")},
    ("GET", "/api/me/offline-games/{game}"),
    ("POST", "/api/me/offline-games/{game}/end"),
    *{("GET", path) for path in ("/tournaments", "/tournaments/new", "/tournament/{tournament}")},
    *{("GET", path) for path in ("/tournaments/new/{group}", "/worker.js", "/web/{name}")},
    *{("GET", path) for path in ("/offline", "/offline/{game}")},
}
"""A new route belongs here, or into `nardy.server.web.authorization.REQUESTS`."""
for new, old in RENAMED.items():
    CLOSED |= {(method, path.replace(new, old)) for method, path in CLOSED}
# A program is never paired: it waits in an open room, where its name says what it is.
SHUT_MESSAGES = {"Hint", "Tutor", "Evaluate", "Search", "EndSearch"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        client.post("/api/account", json=ANNA)
        yield client


def header_of(client: Client, *opens: str) -> dict[str, str]:
    """The header of a new program; the owner's browser has gone."""
    wish = {"name": f"Engine {len(opens)}", **({"scopes": opens} if opens else {})}
    token = client.post("/api/programs", json=wish).json()["token"]
    client.cookies.clear()
    return {"Authorization": f"Bearer {token}"}


def routes_of(app: Litestar) -> set[tuple[str, str]]:
    found = {(m, r.path_format) for r in app.routes for m in getattr(r, "methods", ())}
    # A page answers HEAD as it answers GET, and OPTIONS tells what there is: neither does anything.
    return {(method, path) for method, path in found if method not in ("HEAD", "OPTIONS")}


def test_every_route_says_whether_a_token_opens_it(tmp_path: Path) -> None:
    routes = routes_of(create_app(tmp_path / "club.db"))
    assert REQUESTS.keys() & CLOSED == set()
    assert routes - REQUESTS.keys() - CLOSED == set(), "say in server/web/authorization.py or here"
    assert (REQUESTS.keys() | CLOSED) - routes == set(), "a route that is no more"


def test_no_token_passes_a_closed_route(client: Client) -> None:
    header = header_of(client)
    for method, template in sorted(CLOSED):
        path = re.sub(r"\{\w+\}", "x", template)
        data = {} if method == "POST" else None
        answer = client.request(method, path, json=data, headers=header)
        assert (answer.status_code, path) == (403, path)
        assert "open to tokens" in answer.json()["detail"]


def test_a_token_that_reads_plays_nothing(client: Client) -> None:
    header = header_of(client, "read")
    wish = {"game": "hypergammon", "against": "anyone"}
    assert client.get("/api/me", headers=header).json()["role"] == "program"
    refused = client.post("/api/rooms", json=wish, headers=header)
    assert refused.status_code == 403
    assert "'play'" in refused.json()["detail"]
    room = client.post("/api/rooms", json={**wish, "against": "friend"}).json()["room"]
    with client.websocket_connect("/live", headers=header) as live:
        live.send_json({"type": "watch", "room": room})
        assert live.receive_json()["type"] == "update"
        live.send_json({"type": "say", "room": room, "id": "1", "text": "Hello"})
        assert live.receive_json()["law"] == "token-scope"


def test_every_message_says_whether_a_token_opens_it() -> None:
    kinds = set(get_args(ToServer))
    assert MESSAGES.keys() <= kinds
    assert {kind.__name__ for kind in kinds - MESSAGES.keys()} == SHUT_MESSAGES
    opened = Guest("p", "Engine", "program", scopes=frozenset({"play", "read"}))
    require_message_scope(opened, Act("r", "1", 1, "roll"))
    with pytest.raises(RefusedError, match="hint"):
        require_message_scope(opened, Hint("r", "1"))


def test_neither_counts_in_the_others_place(client: Client) -> None:
    cookie = client.cookies["nardy"]
    token = header_of(client)["Authorization"].removeprefix("Bearer ")
    client.cookies.set("nardy", token)
    assert client.get("/api/me").json() == {"name": "", "rooms": [], "role": "", "avatar": ""}
    assert client.get("/api/account/export").status_code == 400
    client.cookies.clear()
    answer = client.get("/api/me", headers={"Authorization": f"Bearer {cookie}"})
    assert answer.status_code == 401


def test_a_fresh_token_proves_nothing(tmp_path: Path) -> None:
    """What was found: the program of a fresh token could set a password, since it had none."""

    async def go() -> None:
        async with open_club(tmp_path) as club:
            _, program, _ = await owned(club)
            assert not await club.accounts.is_fresh(program)
            with pytest.raises(Exception, match="recent sign-in"):
                await club.accounts.change_password(program, "anything", OTHER)
            with pytest.raises(Exception, match="recent sign-in"):
                await club.accounts.renew_codes(program, "")

    asyncio.run(go())


def test_who_comes_with_a_token_while_it_ends_is_shut_out(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = client.post("/api/programs", json={"name": "Engine"}).json()
    real = Page.of

    def late(*told: Any) -> Page:
        # The token ends between the question who comes and the page that could be closed.
        client.post(f"/api/programs/{made['id']}/end", json={})
        return real(*told)

    monkeypatch.setattr(Page, "of", late)
    header = {"Authorization": f"Bearer {made['token']}"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/live", headers=header) as live,
    ):
        live.receive_json()


def test_no_page_waits_at_the_door_for_the_note_of_its_place_but_requests_do(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = list[tuple[str, str]]()
    devices = client.app.state.club.known_devices

    async def note(guest: Guest, _: object) -> None:
        noted.append(("waits", guest.name))

    monkeypatch.setattr(devices, "note", note)
    monkeypatch.setattr(
        devices, "note_soon", lambda guest, _: noted.append(("goes on", guest.name))
    )
    assert client.get("/api/me").json()["name"] == "Anna"
    assert set(noted) == {("waits", "Anna")}
    noted.clear()
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "lobby"})
        assert live.receive_json()
    assert noted == [("goes on", "Anna")]
