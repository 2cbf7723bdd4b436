from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.effort import some
from tests.server.accounts.device import PRESENT, Device, content, text

from nardy.server import create_app
from nardy.server.accounts import passkeys

ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}
pytestmark = pytest.mark.usefixtures("quick_hashes")
Client = TestClient[Any]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        client.post("/api/account", json=ANNA)
        yield client


def offered(client: Client) -> dict[str, Any]:
    answer = client.post("/api/passkeys/offer", json={})
    assert answer.status_code == 201, answer.text
    return answer.json()


def added(client: Client, device: Device, name: str = "Phone") -> Any:
    made = {"name": name, "credential": device.make(offered(client))}
    return client.post("/api/passkeys", json=made)


def asked(client: Client) -> dict[str, Any]:
    return client.post("/api/sessions/passkey/offer").json()


def entered(client: Client, device: Device, **more: Any) -> Any:
    signed = {"credential": device.sign(asked(client)), **more}
    return client.post("/api/sessions/passkey", json=signed)


def leave(client: Client) -> None:
    client.post("/api/sessions/end", json={})
    client.cookies.clear()


def test_a_key_is_made_lets_in_is_named_and_removed(client: Client) -> None:
    device = Device()
    options = offered(client)
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    (key,) = added(client, device).json()["passkeys"]
    assert key["name"] == "Phone"
    excluded = offered(client)["excludeCredentials"]
    assert [one["id"] for one in excluded] == [key["id"]]
    leave(client)
    before = client.post("/api/me", json={"name": "Guest 7"}).cookies["nardy"]
    assert entered(client, device).json()["name"] == "Anna"
    assert client.cookies["nardy"] != before
    named = client.post("/api/passkeys/name", json={"id": key["id"], "name": "Old phone"})
    assert named.json()["passkeys"][0]["name"] == "Old phone"
    assert client.get("/api/account/export").json()["passkeys"][0]["name"] == "Old phone"
    gone = client.post("/api/passkeys/end", json={"id": key["id"]})
    assert gone.json()["passkeys"] == []
    leave(client)
    assert entered(client, device).json()["law"] == "passkey-none"


def test_a_guests_games_go_along(client: Client) -> None:
    device = Device()
    added(client, device)
    leave(client)
    room = client.post("/api/rooms", json={"game": "tapa", "against": "friend"}).json()["room"]
    assert entered(client, device, take=True).json()["rooms"] == [room]


@pytest.mark.parametrize(
    "change",
    [
        lambda device: setattr(device, "origin", "https://other.example"),
        lambda device: setattr(device, "place", "other.example"),
        lambda device: setattr(device, "flags", PRESENT),
        lambda device: setattr(device, "flags", 0),
        lambda device: setattr(device, "count", 0),
        lambda device: setattr(device, "key", Device().key),
        lambda device: setattr(device, "user", text(b"somebody else")),
    ],
    ids=["origin", "place", "unverified", "absent", "copy", "key", "user"],
)
def test_a_key_that_signs_for_something_else_lets_nobody_in(
    client: Client, change: Callable[[Device], object]
) -> None:
    device = Device()
    added(client, device)
    leave(client)
    assert entered(client, device).json()["name"] == "Anna"
    leave(client)
    change(device)
    assert entered(client, device).json()["law"] == "passkey-untrue"
    assert client.get("/api/me").json()["name"] == ""


def test_a_signature_is_worth_something_once(client: Client) -> None:
    device = Device()
    added(client, device)
    signed = {"credential": device.sign(asked(client))}
    assert client.post("/api/sessions/passkey", json=signed).status_code == 201
    assert client.post("/api/sessions/passkey", json=signed).json()["law"] == "passkey-state"
    # The question for a new key is none for coming in, and that of another is not mine.
    options = offered(client)
    assert (
        client.post("/api/sessions/passkey", json={"credential": device.sign(options)}).json()[
            "law"
        ]
        == "passkey-state"
    )
    leave(client)
    client.post("/api/account", json={**ANNA, "name": "Boris"})
    stolen = {"name": "x", "credential": Device(id=b"other").make(options)}
    assert client.post("/api/passkeys", json=stolen).json()["law"] == "passkey-state"


def test_a_key_is_of_one_account_and_belongs_to_it_alone(client: Client) -> None:
    device = Device()
    (key,) = added(client, device).json()["passkeys"]
    leave(client)
    client.post("/api/account", json={**ANNA, "name": "Boris"})
    assert added(client, device).json()["law"] == "passkey-untrue"
    for address in ("/api/passkeys/name", "/api/passkeys/end"):
        more = {"name": "Mine"} if address.endswith("name") else {}
        assert client.post(address, json={"id": key["id"], **more}).json()["law"] == "way-none"


def test_an_account_has_so_many_keys(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    added(client, Device(id=b"one"))
    monkeypatch.setattr(passkeys, "MOST", 1)
    many = client.post("/api/passkeys/offer", json={})
    assert many.json()["law"] == "passkey-many"


def test_who_has_no_account_or_signed_in_long_ago_makes_none(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nardy.server.accounts.accounts.FRESH", 0)
    assert client.post("/api/passkeys/offer", json={}).json()["law"] == "credentials"
    right = {"password": ANNA["password"]}
    assert client.post("/api/passkeys/offer", json=right).status_code == 201
    client.cookies.clear()
    assert client.post("/api/passkeys/offer", json={}).status_code == 400


def test_numbers_are_no_place_for_a_key(client: Client) -> None:
    for host in ("127.0.0.1:8080", "[::1]:8080", "192.168.1.7", "[", ""):
        answer = client.post("/api/passkeys/offer", json={}, headers={"host": host})
        assert answer.json()["law"] == "passkey-place", host


JUNK: list[Any] = ["", 7, None, [], {}, "é", "A", "AA" * 3000, {"x": {"x": []}}, True, "eyJ9"]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_what_is_no_credential_is_refused_in_a_sentence(client: Client, junk: Any) -> None:
    device = Device()
    for part in ("clientDataJSON", "attestationObject", "id", "rawId", "type", "response"):
        made = device.make(offered(client))
        place = made["response"] if part in made["response"] else made
        place[part] = junk
        answer = client.post("/api/passkeys", json={"name": "x", "credential": made})
        assert answer.status_code == 400, (part, answer.text)
    added(client, device)
    for part in ("clientDataJSON", "authenticatorData", "signature", "userHandle", "id", "rawId"):
        signed = device.sign(asked(client))
        place = signed["response"] if part in signed["response"] else signed
        place[part] = junk
        answer = client.post("/api/sessions/passkey", json={"credential": signed})
        is_fine = part == "userHandle" and junk is None
        assert answer.status_code == (201 if is_fine else 400), (part, answer.text)


@pytest.mark.parametrize("place", some(range(0, 160, 9), 6))
def test_a_changed_byte_anywhere_lets_nobody_in(client: Client, place: int) -> None:
    device = Device()
    added(client, device)
    signed = device.sign(asked(client))
    for part in ("authenticatorData", "signature"):
        changed = bytearray(content(signed["response"][part]))
        changed[place % len(changed)] ^= 1
        response = {**signed["response"], part: text(bytes(changed))}
        answer = client.post(
            "/api/sessions/passkey", json={"credential": {**signed, "response": response}}
        )
        assert answer.json()["law"] in ("passkey-untrue", "passkey-state")


def test_other_sites_pages_make_and_use_none(client: Client) -> None:
    headers = {"origin": "https://other.example"}
    for address in ("offer", "name", "end"):
        assert client.post(f"/api/passkeys/{address}", json={}, headers=headers).status_code == 403
    for address in ("/api/passkeys", "/api/sessions/passkey", "/api/sessions/passkey/offer"):
        assert client.post(address, json={}, headers=headers).status_code == 403
