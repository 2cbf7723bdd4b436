"""Who comes back from a house elsewhere with what he should not have."""

import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from litestar.testing import TestClient
from tests.server.accounts.oidc.house import CLIENT, SECRET, House, another_key, signed_by, unsigned
from tests.server.accounts.oidc.journeys import leave, returned, set_out, sign_in, way_back
from tests.server.databases import connected

from nardy.server.rate_limits import LIMITS, Limit, Rate

pytestmark = pytest.mark.usefixtures("quick_hashes")


def test_an_errand_is_done_once_in_the_browser_that_was_sent(visitor: TestClient[Any]) -> None:
    back = way_back(set_out(visitor))
    kept = dict(visitor.cookies)
    visitor.cookies.clear()
    assert returned(visitor, back) == "outside-state"  # another browser: login CSRF
    visitor.cookies.set("nardy-errand", "x" * 43)
    assert returned(visitor, back) == "outside-state"
    visitor.cookies.clear()
    for name, value in kept.items():
        visitor.cookies.set(name, value)
    assert returned(visitor, back) == "new"  # what others tried has not spoiled it
    leave(visitor)
    for name, value in kept.items():
        visitor.cookies.set(name, value)
    assert returned(visitor, back) == "outside-state"  # replayed, code and all
    assert visitor.get("/api/me").json()["name"] == ""


def test_a_code_of_another_errand_is_worth_nothing(visitor: TestClient[Any]) -> None:
    """PKCE: who steals a code and brings it on an errand of his own has not its verifier."""
    stolen = dict(parse_qsl(urlsplit(way_back(set_out(visitor))).query))["code"]
    mine = urlsplit(way_back(set_out(visitor)))
    state = dict(parse_qsl(mine.query))["state"]
    back = mine._replace(query=f"state={state}&code={stolen}").geturl()
    assert returned(visitor, back) == "outside-refused"


@pytest.mark.parametrize(
    "query", ["", "state=x&code=y", "code=y", "state=%00&code=%ff", "error=access_denied&state=x"]
)
def test_who_was_not_sent_does_not_come_back(visitor: TestClient[Any], query: str) -> None:
    assert returned(visitor, f"/api/outside/home/back?{query}") == "outside-state"
    assert returned(visitor, f"/api/outside/none/back?{query}") == "outside-none"


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
    visitor: TestClient[Any],
    house: House,
    caplog: pytest.LogCaptureFixture,
    lie: Callable[[dict[str, Any]], object],
    why: str,
) -> None:
    house.lie = lie
    assert sign_in(visitor) == "outside-untrue"
    assert visitor.get("/api/me").json()["name"].startswith(("", "Guest"))
    assert visitor.get("/api/me").json()["role"] == ""
    assert any(part in caplog.text for part in why.split("|")), caplog.text


def test_a_token_that_the_house_has_not_signed_lets_nobody_in(
    visitor: TestClient[Any], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.signs_with = another_key()
    assert sign_in(visitor) == "outside-untrue"
    claims: dict[str, Any] = {}
    house.signs_with, make = None, house.token

    def none(nonce: str) -> str:
        house.lie = claims.update
        make(nonce)
        return unsigned(claims)

    monkeypatch.setattr(house, "token", none)
    assert sign_in(visitor) == "outside-untrue"
    for text in ("", "x", "a.b.c", "e30.e30.", 7, None):
        monkeypatch.setattr(house, "token", lambda _, text=text: text)
        assert sign_in(visitor) in ("outside-untrue", "outside-down"), text


def test_its_own_public_key_as_a_shared_secret_signs_nothing(
    visitor: TestClient[Any], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims: dict[str, Any] = {}
    make = house.token

    def shared(nonce: str) -> str:
        house.lie = claims.update
        make(nonce)
        return signed_by(house.key.as_pem(private=False), claims)

    monkeypatch.setattr(house, "token", shared)
    assert sign_in(visitor) == "outside-untrue"


def test_a_house_that_changes_its_key_is_asked_for_it(
    visitor: TestClient[Any], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sign_in(visitor) == "new"
    leave(visitor)
    house.key = another_key()
    assert sign_in(visitor) == "outside-untrue"  # the same name for another key is a forgery


def test_a_house_that_is_down_is_told_in_a_sentence(
    visitor: TestClient[Any], house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.is_down = True
    answer = visitor.post("/api/outside/home", json={})
    assert (answer.status_code, answer.json()["law"]) == (400, "outside-down")
    assert answer.json()["says"]["ru"].startswith("Другой сайт сейчас не отвечает")
    house.is_down = False
    back = way_back(set_out(visitor))
    house.is_down = True
    assert returned(visitor, back) == "outside-down"
    house.is_down, house.token_status = False, 500
    assert sign_in(visitor) == "outside-down"
    house.token_status = 302
    assert sign_in(visitor) == "outside-down"


def test_a_no_is_a_no(visitor: TestClient[Any], house: House) -> None:
    house.says_no = True
    assert sign_in(visitor) == "outside-refused"
    assert visitor.get("/api/me").json()["role"] == ""


def test_a_house_that_is_mixed_up_with_another_is_refused(
    visitor: TestClient[Any], house: House
) -> None:
    """RFC 9207: the answer says whose it is."""
    back = way_back(set_out(visitor))
    assert returned(visitor, f"{back}&iss=https%3A%2F%2Fother.example") == "outside-untrue"
    back = way_back(set_out(visitor))
    assert returned(visitor, f"{back}&iss={house.address}") == "new"


def test_other_sites_pages_send_nobody_anywhere(visitor: TestClient[Any]) -> None:
    headers = {"origin": "https://other.example"}
    for address in ("/api/outside/home", "/api/outside/home/end"):
        assert visitor.post(address, json={}, headers=headers).status_code == 403


def test_journeys_are_not_begun_too_often(
    visitor: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "outside", Limit("journeys", None, Rate(2, 60)))
    statuses = [visitor.post("/api/outside/home", json={}).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]
    assert returned(visitor, "/api/outside/home/back") == "too-often"


def test_no_secret_is_logged(
    visitor: TestClient[Any], house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    tokens: list[str] = []
    make = house.token
    house.token = lambda nonce: tokens.append(make(nonce)) or tokens[-1]  # type: ignore[method-assign]
    login = way_back(set_out(visitor))
    code = dict(parse_qsl(urlsplit(login).query))["code"]
    nonce = house.codes[code]["nonce"]
    assert returned(visitor, login) == "new"
    house.lie = shifted("nonce", "another")
    assert sign_in(visitor) == "outside-untrue"
    logged = [record.getMessage() for record in caplog.records]
    # The browser of this test logs its own requests; those of the club go to neither of these.
    text = "\n".join(one for one in logged if "/authorize" not in one and "/api/" not in one)
    assert "(nonce)" in text
    assert "/token" in text
    for secret in (SECRET, *tokens, nonce, code, visitor.cookies["nardy"]):
        assert secret not in text
    assert SECRET not in repr(visitor.app.state.settings)


def test_who_is_banned_comes_in_no_other_way(visitor: TestClient[Any]) -> None:
    sign_in(visitor)
    back = way_back(set_out(visitor))
    with connected(visitor.app.state.settings.database) as database:
        database.execute("insert into sanction select guest, 'ban', null from account")
    assert returned(visitor, back) == "account-closed"
