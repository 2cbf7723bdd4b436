from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from tests.server.crowd import crowd

from nardy.server import create_app
from nardy.server.api import accounts, rooms
from nardy.server.club.maintenance import go_round
from nardy.server.rate_limits import LIMITS, Limit, Rate

ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}
OTHER = "cloud ladle thirteen"
pytestmark = pytest.mark.usefixtures("quick_hashes")


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_a_guest_keeps_the_game_signs_out_and_comes_back(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "tapa", "against": "friend"}).json()["room"]
    signed = client.post("/api/account", json=ANNA)
    assert signed.status_code == 201
    assert len(signed.json()["codes"]) == 8
    me = {"name": "Anna", "rooms": [room], "role": "member", "avatar": ""}
    assert client.get("/api/me").json() == me
    assert client.post("/api/sessions/end", json={}).json()["name"] == ""
    assert client.get("/api/me").json() == {"name": "", "rooms": [], "role": "", "avatar": ""}
    assert client.post("/api/sessions", json=ANNA).json() == me


def test_signing_in_takes_a_new_token_and_ends_the_old_one(client: TestClient) -> None:
    client.post("/api/account", json=ANNA)
    client.post("/api/sessions/end", json={})
    client.post("/api/me", json={"name": "Somebody"})
    before = client.cookies["nardy"]
    client.post("/api/sessions", json=ANNA)
    assert client.cookies["nardy"] != before
    client.cookies.set("nardy", before)
    assert client.get("/api/me").json()["name"] == ""
    # A token that the club has not given is nobody's, before and after.
    client.cookies.set("nardy", "planted")
    assert client.post("/api/sessions", json=ANNA).status_code == 201
    client.cookies.clear()
    client.cookies.set("nardy", "planted")
    assert client.get("/api/me").json()["name"] == ""


def test_sessions_are_listed_and_one_elsewhere_is_ended(client: TestClient) -> None:
    client.post("/api/account", json=ANNA, headers={"user-agent": "Firefox/140 Linux"})
    here = client.cookies["nardy"]
    client.cookies.clear()
    client.post("/api/sessions", json=ANNA, headers={"user-agent": "x" * 300})
    there = client.cookies["nardy"]
    sessions = client.get("/api/sessions").json()
    assert {one["agent"] for one in sessions} == {"Firefox/140 Linux", "x" * 200}
    assert [one["is_this"] for one in sessions].count(True) == 1
    assert here not in str(sessions)
    other = next(one for one in sessions if not one["is_this"])
    # Another's session cannot be ended, and it is not told whether it exists.
    client.cookies.clear()
    client.post("/api/me", json={"name": "Boris"})
    assert client.post("/api/sessions/end", json={"id": other["id"]}).status_code == 400
    client.cookies.clear()
    client.cookies.set("nardy", there)
    assert client.post("/api/sessions/end", json={"id": other["id"]}).json()["name"] == "Anna"
    assert client.post("/api/sessions/end", json={"id": other["id"]}).status_code == 400
    client.cookies.clear()
    client.cookies.set("nardy", here)
    assert client.get("/api/me").json()["name"] == ""


def test_a_page_that_is_open_is_closed_when_its_session_ends(client: TestClient) -> None:
    client.post("/api/account", json=ANNA)
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "lobby"})
        live.receive_json()
        client.post("/api/sessions/end", json={})
        with pytest.raises(WebSocketDisconnect):
            live.receive_json()


def test_what_is_refused_has_a_code_for_other_languages(client: TestClient) -> None:
    client.post("/api/account", json=ANNA)
    for address, data, code in (
        ("/api/sessions", {**ANNA, "password": "wrong"}, "credentials"),
        ("/api/account/password", {"old": "wrong", "new": OTHER}, "credentials"),
        ("/api/account/password", {"old": ANNA["password"], "new": "x"}, "password"),
        ("/api/account/codes", {"password": "wrong"}, "credentials"),
        ("/api/account/end", {"password": "wrong"}, "credentials"),
    ):
        answer = client.post(address, json=data)
        assert (answer.status_code, answer.json()["law"]) == (400, code), address
    client.cookies.clear()
    assert client.post("/api/account", json=ANNA).json()["law"] == "name-taken"


def test_without_an_account_only_a_guests_own_can_be_done(client: TestClient) -> None:
    for address, data in (
        ("/api/account/password", {"old": "x", "new": OTHER}),
        ("/api/account/codes", {"password": "x"}),
        ("/api/account/end", {}),
        ("/api/sessions/end", {}),
    ):
        assert client.post(address, json=data).status_code == 400, address
    for address in ("/api/sessions", "/api/account/export"):
        assert client.get(address).status_code == 400, address


def test_a_code_lets_in_and_the_password_can_be_changed(client: TestClient) -> None:
    codes = client.post("/api/account", json=ANNA).json()["codes"]
    client.cookies.clear()
    recovery = {"name": "anna", "code": codes[3], "password": OTHER}
    assert client.post("/api/account/recovery", json=recovery).json()["name"] == "Anna"
    assert client.post("/api/account/recovery", json=recovery).status_code == 400
    change = {"old": OTHER, "new": ANNA["password"]}
    assert client.post("/api/account/password", json=change).json()["role"] == "member"
    renewed = client.post("/api/account/codes", json={"password": ANNA["password"]}).json()
    assert not set(renewed["codes"]) & set(codes)


def test_ones_data_is_told_as_a_file_and_deleted(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "tapa", "bot": "easy"}).json()["room"]
    client.post("/api/account", json=ANNA)
    told = client.get("/api/account/export")
    assert "attachment" in told.headers["content-disposition"]
    assert [one["id"] for one in told.json()["rooms"]] == [room]
    assert told.json()["rooms"][0]["events"]
    assert client.app.state.club.loaded(room).record.seed not in told.text
    assert client.post("/api/account/end", json=ANNA).status_code == 400
    gone = client.post("/api/account/end", json={"password": ANNA["password"]})
    assert gone.json()["name"] == ""
    assert client.get("/api/me").json()["name"] == ""
    assert client.post("/api/sessions", json=ANNA).status_code == 400
    assert client.get(f"/api/rooms/{room}/proof").status_code == 200


@pytest.mark.parametrize(
    ("kind", "gone"), [("friend", "Ann"), ("challenge", "Ann"), ("challenge", "Bo")]
)
def test_nobody_sits_down_where_a_deleted_person_was_awaited_or_waited(
    tmp_path: Path, kind: str, gone: str
) -> None:
    with crowd(tmp_path) as people:
        bo, wish = people.id_of("Bo"), {"game": "tapa", "clock": "600+8"}
        if kind == "friend":
            made = people.be("Ann").post("/api/rooms", json={**wish, "against": "friend"})
        else:
            made = people.be("Ann").post("/api/challenges", json={**wish, "player": bo})
        of, club = made.json()["room"], people.client.app.state.club
        ended = people.be(gone).post("/api/account/end", json={"password": "three odd words"})
        assert ended.status_code == 201
        refused = people.be("Cy").post(f"/api/rooms/{of}/seat").json()
        assert refused["law"] == ("opponent-gone" if gone == "Ann" else "seat-taken")
        people.client.blocking_portal.call(go_round, club)
        assert people.client.blocking_portal.call(club.room, of).record.is_over


@pytest.mark.parametrize("by", ["name", "address"])
def test_nobody_guesses_passwords_fast(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    rate = Rate(2, 60)
    limit = Limit("tries", rate if by == "name" else None, rate if by == "address" else None)
    monkeypatch.setitem(LIMITS, "sign-in", limit)
    names = ["Anna", "ANNA", " anna "] if by == "name" else ["Anna", "Boris", "Clara"]
    statuses = [
        client.post("/api/sessions", json={"name": name, "password": "x"}).status_code
        for name in names
    ]
    assert statuses == [400, 400, 429]


def test_wrong_passwords_from_elsewhere_shut_no_owner_out(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "sign-in", Limit("tries", Rate(2, 60), Rate(4, 60)))
    monkeypatch.setitem(LIMITS, "sign-in to", Limit("tries", Rate(3, 60), None))
    address = ["home"]
    monkeypatch.setattr(accounts, "address_of", lambda _: address[0])
    monkeypatch.setattr(rooms, "address_of", lambda _: address[0])
    codes = client.post("/api/account", json=ANNA).json()["codes"]
    client.get("/api/me")
    client.cookies.clear()
    told = []
    for address[0] in ("thief", "robber"):
        wrong = {**ANNA, "password": "x"}
        told += [client.post("/api/sessions", json=wrong).status_code for _ in range(3)]
    assert told == [400, 400, 429, 400, 400, 429]
    # Many guess at her name by now: strangers have a few attempts each, and she signs in from anywhere.
    for address[0] in ("cafe", "train"):
        client.cookies.clear()
        assert client.post("/api/sessions", json=ANNA).status_code == 201
    address[0] = "home"
    assert client.post("/api/sessions", json=ANNA).status_code == 201
    recovery = {"name": "anna", "code": codes[0], "password": OTHER}
    assert client.post("/api/account/recovery", json=recovery).status_code == 201
    address[0] = "train"
    change = {"old": OTHER, "new": ANNA["password"]}
    assert client.post("/api/account/password", json=change).status_code == 201
    # There she is signed in now, so it is known too.
    client.post("/api/sessions/end", json={})
    assert client.post("/api/sessions", json=ANNA).status_code == 201


@pytest.mark.parametrize("path", ["password", "codes", "end"])
def test_nobody_guesses_fast_what_an_open_browser_must_prove(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setitem(LIMITS, "prove", Limit("tries", Rate(2, 60), None))
    client.post("/api/account", json=ANNA)
    here = client.cookies["nardy"]
    client.cookies.clear()
    client.post("/api/sessions", json=ANNA)
    wrong = {"old": "x", "new": OTHER} if path == "password" else {"password": "x"}
    ask = f"/api/account/{path}"
    assert [client.post(ask, json=wrong).status_code for _ in range(3)] == [400, 400, 429]
    # In another browser of hers she is not kept waiting for it.
    client.cookies.clear()
    client.cookies.set("nardy", here)
    asked = {"password": ANNA["password"]}
    assert client.post("/api/account/codes", json=asked).status_code == 201


def test_what_is_typed_is_told_as_text_and_never_as_markup(client: TestClient) -> None:
    name = "<img src=x onerror=1>"
    answer = client.post("/api/account", json={**ANNA, "name": name})
    assert answer.status_code == 201
    me = client.get("/api/me")
    assert me.json()["name"] == name
    assert me.headers["content-type"].startswith("application/json")
    assert me.headers["x-content-type-options"] == "nosniff"


def test_of_many_guests_an_account_takes_few_along(client: TestClient) -> None:
    client.post("/api/account", json=ANNA)
    told = []
    for number in range(4):
        client.cookies.clear()
        client.post("/api/me", json={"name": f"Guest {number}"})
        told.append(client.post("/api/sessions", json={**ANNA, "take": True}).status_code)
    assert told == [201, 201, 201, 429]
    # He is still the guest that he was, may sign in without him, and no session has been left behind.
    assert client.get("/api/me").json()["name"] == "Guest 3"
    assert client.post("/api/sessions", json=ANNA).status_code == 201
    assert len(client.get("/api/sessions").json()) == 5
