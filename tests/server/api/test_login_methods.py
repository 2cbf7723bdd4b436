from typing import Any

import pytest
from litestar.testing import TestClient
from tests.server.accounts.oidc.house import House
from tests.server.accounts.oidc.journeys import ANNA, leave, returned, set_out, sign_in, way_back

pytestmark = pytest.mark.usefixtures("quick_hashes")


def test_somebody_comes_from_elsewhere_and_comes_again(visitor: TestClient[Any]) -> None:
    assert visitor.get("/api/login-methods").json()["outside"] == [
        {"id": "home", "name": "Home", "since": None}
    ]
    assert sign_in(visitor) == "new"
    assert visitor.get("/api/me").json() == {
        "name": "Анна",
        "rooms": [],
        "role": "member",
        "avatar": "",
    }
    ways = visitor.get("/api/login-methods").json()
    assert (ways["has_password"], ways["is_fresh"]) == (False, True)
    assert ways["outside"][0]["since"] > 0
    leave(visitor)
    assert visitor.get("/api/me").json()["name"] == ""
    assert sign_in(visitor) == "in"
    assert visitor.get("/api/me").json()["name"] == "Анна"


def test_a_guests_games_go_along_into_a_new_account_and_into_an_old_one(
    visitor: TestClient[Any],
) -> None:
    wish = {"game": "tapa", "against": "friend"}
    first = visitor.post("/api/rooms", json=wish).json()["room"]
    before = visitor.cookies["nardy"]
    assert sign_in(visitor) == "new"
    assert visitor.cookies["nardy"] != before
    assert visitor.get("/api/me").json()["rooms"] == [first]
    leave(visitor)
    second = visitor.post("/api/rooms", json=wish).json()["room"]
    assert sign_in(visitor, take=True) == "in"
    assert visitor.get("/api/me").json()["rooms"] == [second, first]
    leave(visitor)
    third = visitor.post("/api/rooms", json=wish).json()["room"]
    assert sign_in(visitor) == "in"
    assert third not in visitor.get("/api/me").json()["rooms"]


def test_a_token_from_before_is_worth_nothing_after(visitor: TestClient[Any]) -> None:
    """Session fixation: whatever cookie somebody was given, signing in makes another."""
    visitor.post("/api/me", json={"name": "Mallory"})
    planted = visitor.cookies["nardy"]
    sign_in(visitor)
    assert visitor.cookies["nardy"] != planted
    with_old = visitor.get("/api/me", headers={"cookie": f"nardy={planted}"})
    assert visitor.get("/api/me").json()["name"] == "Анна"
    visitor.cookies.clear()
    visitor.cookies.set("nardy", planted)
    assert visitor.get("/api/me").json()["name"] == ""
    assert with_old.status_code == 200


def test_a_name_that_is_taken_gets_a_number_and_one_that_cannot_be_seen_another(
    visitor: TestClient[Any], house: House
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
        assert sign_in(visitor) == "new"
        names.append(visitor.get("/api/me").json()["name"])
        leave(visitor)
    assert names[:3] == ["Anna", "ANNA 2", "x" * 24]
    assert all(name.startswith("Guest ") for name in names[3:])


def test_an_account_is_linked_and_unlinked_but_never_loses_its_last_way(
    visitor: TestClient[Any], house: House
) -> None:
    visitor.post("/api/account", json=ANNA)
    assert sign_in(visitor, link=True) == "linked"
    assert sign_in(visitor, link=True) == "linked"
    assert visitor.get("/api/login-methods").json()["has_password"]
    leave(visitor)
    assert sign_in(visitor) == "in"
    assert visitor.get("/api/me").json()["name"] == "Anna"
    gone = visitor.post("/api/outside/home/end", json={}).json()
    assert gone["outside"][0]["since"] is None
    assert visitor.post("/api/outside/home/end", json={}).json()["law"] == "way-none"
    leave(visitor)
    house.name = "Boris"
    assert sign_in(visitor) == "new"
    assert visitor.get("/api/me").json()["name"] == "Boris"
    last = visitor.post("/api/outside/home/end", json={})
    assert (last.status_code, last.json()["law"]) == (400, "way-last")
    assert visitor.get("/api/login-methods").json()["outside"][0]["since"]
    # With a password there is another way; who has none sets one while he has just signed in.
    change = {"old": "", "new": ANNA["password"]}
    assert visitor.post("/api/account/password", json=change).status_code == 201
    assert visitor.post("/api/outside/home/end", json={}).status_code == 201


def test_one_account_elsewhere_is_one_here(visitor: TestClient[Any], house: House) -> None:
    sign_in(visitor)
    leave(visitor)
    visitor.post("/api/account", json=ANNA)
    assert sign_in(visitor, link=True) == "outside-taken"
    house.subject = "another"
    assert sign_in(visitor, link=True) == "linked"
    house.subject = "third"
    assert sign_in(visitor, link=True) == "outside-taken"


def test_a_link_is_for_who_asked_for_it(visitor: TestClient[Any]) -> None:
    visitor.post("/api/account", json=ANNA)
    back = way_back(set_out(visitor, link=True))
    visitor.post("/api/sessions/end", json={})
    assert returned(visitor, back) == "outside-state"
    visitor.post("/api/me", json={"name": "Guest 7"})
    assert visitor.post("/api/outside/home", json={"link": True}).status_code == 400


def test_who_signed_in_long_ago_proves_who_he_is(
    visitor: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.post("/api/account", json=ANNA)
    monkeypatch.setattr("nardy.server.accounts.accounts.FRESH", 0)
    refused = visitor.post("/api/outside/home", json={"link": True})
    assert refused.json()["law"] == "credentials"
    right = {"link": True, "password": ANNA["password"]}
    assert visitor.post("/api/outside/home", json=right).status_code == 201
    leave(visitor)
    assert sign_in(visitor) == "new"
    for address in ("/api/outside/home/end", "/api/account/end", "/api/account/codes"):
        assert visitor.post(address, json={}).json()["law"] == "proof", address
    monkeypatch.setattr("nardy.server.accounts.accounts.FRESH", 60_000)
    assert len(visitor.post("/api/account/codes", json={}).json()["codes"]) == 8
    assert visitor.post("/api/account/end", json={}).status_code == 201
    assert sign_in(visitor) == "new"


def test_what_is_kept_of_it_is_told_and_deleted(visitor: TestClient[Any], house: House) -> None:
    sign_in(visitor)
    told = visitor.get("/api/account/export").json()["outside"]
    assert [(one["issuer"], one["subject"]) for one in told] == [(house.address, "anna-17")]
    visitor.post("/api/account/end", json={})
    assert sign_in(visitor) == "new"


# Attacks
