import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from litestar.testing import TestClient
from tests.server.outside.house import (
    CLIENT,
    SECRET,
    House,
    another_key,
    open_house,
    signed_by,
    unsigned,
)

from nardy.server import create_app
from nardy.server.limits import LIMITS, Limit, Rate
from nardy.server.outside.providers import Provider
from nardy.server.settings import Settings

ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}
pytestmark = pytest.mark.usefixtures("quick_hashes")


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as house:
        yield house


@pytest.fixture
def client(tmp_path: Path, house: House) -> Iterator[TestClient[Any]]:
    provider = Provider(
        id="home", name="Home", issuer=house.address, client_id=CLIENT, secret=SECRET
    )
    settings = Settings(database=tmp_path / "club.db", providers=(provider,))
    with TestClient(create_app(settings=settings)) as client:
        client.follow_redirects = False
        yield client


def set_out(client: TestClient[Any], **going: Any) -> str:
    """Where the browser is sent."""
    answer = client.post("/api/outside/home", json=going)
    assert answer.status_code == 201, answer.text
    return answer.json()["address"]


def way_back(address: str) -> str:
    """The person signs in there; the address of ours to which the browser is sent back."""
    return httpx.get(address).headers["location"]


def returned(client: TestClient[Any], address: str) -> str:
    """What the page says after the browser has come back."""
    answer = client.get(urlsplit(address)._replace(scheme="", netloc="").geturl())
    assert answer.status_code == 303, answer.text
    where = urlsplit(answer.headers["location"])
    assert (where.netloc, where.path) == ("", "/")
    return dict(parse_qsl(where.query))["outside"]


def sign_in(client: TestClient[Any], **going: Any) -> str:
    return returned(client, way_back(set_out(client, **going)))


def leave(client: TestClient[Any]) -> None:
    client.post("/api/sessions/end", json={})
    client.cookies.clear()


def test_somebody_comes_from_elsewhere_and_comes_again(client: TestClient[Any]) -> None:
    assert client.get("/api/ways").json()["outside"] == [
        {"id": "home", "name": "Home", "since": None}
    ]
    assert sign_in(client) == "new"
    assert client.get("/api/me").json() == {
        "name": "Анна",
        "rooms": [],
        "role": "member",
        "avatar": "",
    }
    ways = client.get("/api/ways").json()
    assert (ways["has_password"], ways["is_fresh"]) == (False, True)
    assert ways["outside"][0]["since"] > 0
    leave(client)
    assert client.get("/api/me").json()["name"] == ""
    assert sign_in(client) == "in"
    assert client.get("/api/me").json()["name"] == "Анна"


def test_a_guests_games_go_along_into_a_new_account_and_into_an_old_one(
    client: TestClient[Any],
) -> None:
    wish = {"game": "tapa", "against": "friend"}
    first = client.post("/api/rooms", json=wish).json()["room"]
    before = client.cookies["nardy"]
    assert sign_in(client) == "new"
    assert client.cookies["nardy"] != before
    assert client.get("/api/me").json()["rooms"] == [first]
    leave(client)
    second = client.post("/api/rooms", json=wish).json()["room"]
    assert sign_in(client, take=True) == "in"
    assert client.get("/api/me").json()["rooms"] == [second, first]
    leave(client)
    third = client.post("/api/rooms", json=wish).json()["room"]
    assert sign_in(client) == "in"
    assert third not in client.get("/api/me").json()["rooms"]


def test_a_token_from_before_is_worth_nothing_after(client: TestClient[Any]) -> None:
    """Session fixation: whatever cookie somebody was given, signing in makes another."""
    client.post("/api/me", json={"name": "Mallory"})
    planted = client.cookies["nardy"]
    sign_in(client)
    assert client.cookies["nardy"] != planted
    with_old = client.get("/api/me", headers={"cookie": f"nardy={planted}"})
    assert client.get("/api/me").json()["name"] == "Анна"
    client.cookies.clear()
    client.cookies.set("nardy", planted)
    assert client.get("/api/me").json()["name"] == ""
    assert with_old.status_code == 200


def test_a_name_that_is_taken_gets_a_number_and_one_that_cannot_be_seen_another(
    client: TestClient[Any], house: House
) -> None:
    names = []
    for subject, name in (
        ("1", "Anna"),
        ("2", "ANNA"),
        ("3", "x" * 300),
        ("4", "\u202e"),
        ("5", ""),
    ):
        house.subject, house.name = subject, name
        assert sign_in(client) == "new"
        names.append(client.get("/api/me").json()["name"])
        leave(client)
    assert names[:3] == ["Anna", "ANNA 2", "x" * 24]
    assert all(name.startswith("Guest ") for name in names[3:])


def test_an_account_is_linked_and_unlinked_but_never_loses_its_last_way(
    client: TestClient[Any], house: House
) -> None:
    client.post("/api/account", json=ANNA)
    assert sign_in(client, link=True) == "linked"
    assert sign_in(client, link=True) == "linked"
    assert client.get("/api/ways").json()["has_password"]
    leave(client)
    assert sign_in(client) == "in"
    assert client.get("/api/me").json()["name"] == "Anna"
    gone = client.post("/api/outside/home/end", json={}).json()
    assert gone["outside"][0]["since"] is None
    assert client.post("/api/outside/home/end", json={}).json()["law"] == "way-none"
    leave(client)
    house.name = "Boris"
    assert sign_in(client) == "new"
    assert client.get("/api/me").json()["name"] == "Boris"
    last = client.post("/api/outside/home/end", json={})
    assert (last.status_code, last.json()["law"]) == (400, "way-last")
    assert client.get("/api/ways").json()["outside"][0]["since"]
    # With a password there is another way; who has none sets one while he has just signed in.
    change = {"old": "", "new": ANNA["password"]}
    assert client.post("/api/account/password", json=change).status_code == 201
    assert client.post("/api/outside/home/end", json={}).status_code == 201


def test_one_account_elsewhere_is_one_here(client: TestClient[Any], house: House) -> None:
    sign_in(client)
    leave(client)
    client.post("/api/account", json=ANNA)
    assert sign_in(client, link=True) == "outside-taken"
    house.subject = "another"
    assert sign_in(client, link=True) == "linked"
    house.subject = "third"
    assert sign_in(client, link=True) == "outside-taken"


def test_a_link_is_for_who_asked_for_it(client: TestClient[Any]) -> None:
    client.post("/api/account", json=ANNA)
    back = way_back(set_out(client, link=True))
    client.post("/api/sessions/end", json={})
    assert returned(client, back) == "outside-state"
    client.post("/api/me", json={"name": "Guest 7"})
    assert client.post("/api/outside/home", json={"link": True}).status_code == 400


def test_who_signed_in_long_ago_proves_who_he_is(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/api/account", json=ANNA)
    monkeypatch.setattr("nardy.server.accounts.FRESH", 0)
    refused = client.post("/api/outside/home", json={"link": True})
    assert refused.json()["law"] == "credentials"
    right = {"link": True, "password": ANNA["password"]}
    assert client.post("/api/outside/home", json=right).status_code == 201
    leave(client)
    assert sign_in(client) == "new"
    for address in ("/api/outside/home/end", "/api/account/end", "/api/account/codes"):
        assert client.post(address, json={}).json()["law"] == "proof", address
    monkeypatch.setattr("nardy.server.accounts.FRESH", 60_000)
    assert len(client.post("/api/account/codes", json={}).json()["codes"]) == 8
    assert client.post("/api/account/end", json={}).status_code == 201
    assert sign_in(client) == "new"


def test_what_is_kept_of_it_is_told_and_deleted(client: TestClient[Any], house: House) -> None:
    sign_in(client)
    told = client.get("/api/account/export").json()["outside"]
    assert [(one["issuer"], one["subject"]) for one in told] == [(house.address, "anna-17")]
    client.post("/api/account/end", json={})
    assert sign_in(client) == "new"


# Attacks


def test_an_errand_is_done_once_in_the_browser_that_was_sent(client: TestClient[Any]) -> None:
    back = way_back(set_out(client))
    kept = dict(client.cookies)
    client.cookies.clear()
    assert returned(client, back) == "outside-state"  # another browser: login CSRF
    client.cookies.set("nardy-errand", "x" * 43)
    assert returned(client, back) == "outside-state"
    client.cookies.clear()
    for name, value in kept.items():
        client.cookies.set(name, value)
    assert returned(client, back) == "new"  # what others tried has not spoiled it
    leave(client)
    for name, value in kept.items():
        client.cookies.set(name, value)
    assert returned(client, back) == "outside-state"  # replayed, code and all
    assert client.get("/api/me").json()["name"] == ""


def test_a_code_of_another_errand_is_worth_nothing(client: TestClient[Any]) -> None:
    """PKCE: who steals a code and brings it on an errand of his own has not its verifier."""
    stolen = dict(parse_qsl(urlsplit(way_back(set_out(client))).query))["code"]
    mine = urlsplit(way_back(set_out(client)))
    state = dict(parse_qsl(mine.query))["state"]
    back = mine._replace(query=f"state={state}&code={stolen}").geturl()
    assert returned(client, back) == "outside-refused"


@pytest.mark.parametrize(
    "query", ["", "state=x&code=y", "code=y", "state=%00&code=%ff", "error=access_denied&state=x"]
)
def test_who_was_not_sent_does_not_come_back(client: TestClient[Any], query: str) -> None:
    assert returned(client, f"/api/outside/home/back?{query}") == "outside-state"
    assert returned(client, f"/api/outside/none/back?{query}") == "outside-none"


def shifted(name: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda claims: claims.update({name: value})


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (shifted("nonce", "of somebody else"), "nonce"),
        (lambda claims: claims.pop("nonce"), "nonce"),
        (shifted("aud", "another club"), "InvalidClaim"),
        (shifted("aud", [CLIENT, "another"]), "azp"),
        (shifted("azp", "another"), "azp"),
        (shifted("iss", "http://127.0.0.1:9"), "InvalidClaim"),
        (shifted("exp", 1_700_000_000), "Expired"),
        (lambda claims: claims.pop("exp"), "Missing"),
        (shifted("iat", 99_999_999_999), "InvalidClaim"),
        (shifted("sub", ""), "Missing|InvalidClaim"),
        (shifted("sub", "x" * 300), "sub"),
        (shifted("sub", 7), "InvalidClaim"),
    ],
)
def test_a_token_that_says_something_else_lets_nobody_in(
    client: TestClient[Any],
    house: House,
    caplog: pytest.LogCaptureFixture,
    lie: Callable[[dict[str, Any]], object],
    why: str,
) -> None:
    house.lie = lie
    assert sign_in(client) == "outside-untrue"
    assert client.get("/api/me").json()["name"].startswith(("", "Guest"))
    assert client.get("/api/me").json()["role"] == ""
    assert any(part in caplog.text for part in why.split("|")), caplog.text


def test_a_token_that_the_house_has_not_signed_lets_nobody_in(
    client: TestClient[Any], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.signs_with = another_key()
    assert sign_in(client) == "outside-untrue"
    claims: dict[str, Any] = {}
    house.signs_with, make = None, house.token

    def none(nonce: str) -> str:
        house.lie = claims.update
        make(nonce)
        return unsigned(claims)

    monkeypatch.setattr(house, "token", none)
    assert sign_in(client) == "outside-untrue"
    for text in ("", "x", "a.b.c", "e30.e30.", 7, None):
        monkeypatch.setattr(house, "token", lambda _, text=text: text)
        assert sign_in(client) in ("outside-untrue", "outside-down"), text


def test_its_own_public_key_as_a_shared_secret_signs_nothing(
    client: TestClient[Any], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims: dict[str, Any] = {}
    make = house.token

    def shared(nonce: str) -> str:
        house.lie = claims.update
        make(nonce)
        return signed_by(house.key.as_pem(private=False), claims)

    monkeypatch.setattr(house, "token", shared)
    assert sign_in(client) == "outside-untrue"


def test_a_house_that_changes_its_key_is_asked_for_it(
    client: TestClient[Any], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sign_in(client) == "new"
    leave(client)
    house.key = another_key()
    assert sign_in(client) == "outside-untrue"  # the same name for another key is a forgery


def test_a_house_that_is_down_is_told_in_a_sentence(
    client: TestClient[Any], house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.is_down = True
    answer = client.post("/api/outside/home", json={})
    assert (answer.status_code, answer.json()["law"]) == (400, "outside-down")
    assert answer.json()["says"]["ru"].startswith("Там сейчас не отвечают")
    house.is_down = False
    back = way_back(set_out(client))
    house.is_down = True
    assert returned(client, back) == "outside-down"
    house.is_down, house.token_status = False, 500
    assert sign_in(client) == "outside-down"
    house.token_status = 302
    assert sign_in(client) == "outside-down"


def test_a_no_is_a_no(client: TestClient[Any], house: House) -> None:
    house.says_no = True
    assert sign_in(client) == "outside-refused"
    assert client.get("/api/me").json()["role"] == ""


def test_a_house_that_is_mixed_up_with_another_is_refused(
    client: TestClient[Any], house: House
) -> None:
    """RFC 9207: the answer says whose it is."""
    back = way_back(set_out(client))
    assert returned(client, f"{back}&iss=https%3A%2F%2Fother.example") == "outside-untrue"
    back = way_back(set_out(client))
    assert returned(client, f"{back}&iss={house.address}") == "new"


def test_other_sites_pages_send_nobody_anywhere(client: TestClient[Any]) -> None:
    headers = {"origin": "https://other.example"}
    for address in ("/api/outside/home", "/api/outside/home/end"):
        assert client.post(address, json={}, headers=headers).status_code == 403


def test_journeys_are_not_begun_too_often(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "outside", Limit("journeys", None, Rate(2, 60)))
    statuses = [client.post("/api/outside/home", json={}).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]
    assert returned(client, "/api/outside/home/back") == "too-often"


def test_no_secret_is_logged(
    client: TestClient[Any], house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    tokens: list[str] = []
    make = house.token
    house.token = lambda nonce: tokens.append(make(nonce)) or tokens[-1]  # type: ignore[method-assign]
    errand = way_back(set_out(client))
    code = dict(parse_qsl(urlsplit(errand).query))["code"]
    nonce = house.codes[code]["nonce"]
    assert returned(client, errand) == "new"
    house.lie = shifted("nonce", "another")
    assert sign_in(client) == "outside-untrue"
    logged = [record.getMessage() for record in caplog.records]
    # The browser of this test logs its own requests; those of the club go to neither of these.
    text = "\n".join(one for one in logged if "/authorize" not in one and "/api/" not in one)
    assert "(nonce)" in text
    assert "/token" in text
    for secret in (SECRET, *tokens, nonce, code, client.cookies["nardy"]):
        assert secret not in text
    assert SECRET not in repr(client.app.state.settings)


def test_who_is_banned_comes_in_no_other_way(client: TestClient[Any]) -> None:
    sign_in(client)
    back = way_back(set_out(client))
    with sqlite3.connect(client.app.state.settings.database) as database:
        database.execute("insert into sanction select guest, 'ban', null from account")
    assert returned(client, back) == "account-closed"
