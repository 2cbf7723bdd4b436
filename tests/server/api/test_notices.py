import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.server.notices.mail_server import MailHouse, open_mail_house
from tests.server.notices.push_service import Browser, PushService, open_push_service

from nardy.server import create_app
from nardy.server.notices.service import Facts
from nardy.server.settings import Settings

pytestmark = pytest.mark.usefixtures("quick_hashes")
ORIGIN = "http://testserver.local"
ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}
ADDRESS = {"address": "anna@mail.example", "language": "ru"}


@pytest.fixture
def mail() -> Iterator[MailHouse]:
    with open_mail_house() as house:
        yield house


@pytest.fixture
def push() -> Iterator[PushService]:
    with open_push_service() as service:
        yield service


@pytest.fixture
def client(tmp_path: Path, mail: MailHouse, push: PushService) -> Iterator[TestClient[Any]]:
    """A club with both channels, in which Anna has an account."""
    settings = Settings(
        database=tmp_path / "club.db",
        origin=ORIGIN,
        mail_server=f"127.0.0.1:{mail.port}",
        mail_from="club@nardy.example",
        push_service=push.origin,
    )
    with TestClient(create_app(settings=settings), base_url=ORIGIN) as client:
        client.post("/api/account", json=ANNA)
        yield client


def until(is_so: Any) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def tell(client: TestClient[Any], key: str) -> None:
    """The start of Anna's round, as another part of the club tells it."""
    club = client.app.state.club
    [(who,)] = _rows(club, "select guest from account")
    facts = Facts(key=key, game="tapa", path="/play/r")
    client.blocking_portal.call(club.notices.tell, f"guest:{who}", "round", facts)


def _rows(club: Any, query: str) -> list[Any]:
    with club.store._engine.connect() as connection:  # noqa: SLF001
        return list(connection.exec_driver_sql(query))


def link_in(letter: Any, kind: str) -> str:
    found = re.search(rf"{ORIGIN}(/mail/{kind}/[\w-]+)", letter.get_content())
    assert found
    return found[1]


def test_a_browser_subscribes_is_told_and_unsubscribes(
    client: TestClient[Any], push: PushService
) -> None:
    browser = Browser()
    before = client.get("/api/notices").json()
    assert before["push"] == before["mail"] == ["turn", "round", "challenge"]
    assert len(before["push_key"]) == 87
    subscription = browser.subscription(f"{push.origin}/send/1")
    assert client.post("/api/notices/push", json=subscription).json()["browsers"] == 1
    tell(client, "round 1")
    until(lambda: push.got)
    assert "Ваша турнирная партия на доске" in browser.read(push.got[0][2]).decode()
    until(lambda: client.get("/api/notices").json()["latest"][0]["state"] == "sent")
    ended = client.post("/api/notices/push/end", json={"endpoint": subscription["endpoint"]})
    assert ended.json()["browsers"] == 0


def test_kinds_are_chosen_for_each_channel(client: TestClient[Any]) -> None:
    chosen = {"push": ["closing", "turn"], "mail": [], "language": "en"}
    told = client.post("/api/notices", json=chosen).json()
    assert (told["push"], told["mail"]) == (["turn", "closing"], [])
    assert client.post("/api/notices", json={**chosen, "push": ["gossip"]}).status_code == 400
    assert client.post("/api/notices", json={**chosen, "language": "x\n"}).status_code == 400


def test_an_address_is_confirmed_told_and_left_by_links_alone(
    client: TestClient[Any], mail: MailHouse
) -> None:
    told = client.post("/api/notices/mail", json=ADDRESS).json()
    assert (told["address"], told["is_confirmed"]) == ("anna@mail.example", False)
    until(lambda: mail.letters)
    letter = mail.letters[0][2]
    assert letter["Subject"] == "Подтвердите адрес почты · nardy"
    confirm, leave = link_in(letter, "confirm"), link_in(letter, "leave")
    session = dict(client.cookies)
    client.cookies.clear()
    # A program that looks at links confirms and ends nothing.
    for path in (confirm, leave):
        assert "<button" in client.get(path).text
    assert client.post(confirm).status_code == 200
    tell(client, "round 1")
    until(lambda: len(mail.letters) == 2)
    assert mail.letters[1][2]["Subject"] == "Начинается ваш тур · nardy"
    # As a mail program does it (RFC 8058).
    form = {"content-type": "application/x-www-form-urlencoded", "origin": "https://mail.example"}
    answer = client.post(leave, content="List-Unsubscribe=One-Click", headers=form)
    assert answer.status_code == 200
    client.cookies.update(session)
    assert client.get("/api/notices").json()["address"] == ""
    for path in (confirm, leave, "/mail/leave/wrong", "/mail/confirm/wrong"):
        assert client.get(path).status_code == 404
        assert client.post(path).status_code == 404


@pytest.mark.parametrize(
    "address", ["anna", "anna@mail.example\r\nBcc: x@mail.example", "a@b.example, c@d.example", " "]
)
def test_what_is_no_address_is_refused_and_no_letter_is_sent(
    client: TestClient[Any], mail: MailHouse, address: str
) -> None:
    answer = client.post("/api/notices/mail", json={**ADDRESS, "address": address})
    assert answer.status_code == 400
    assert answer.json()["law"] == "mail-address"
    assert client.get("/api/notices").json()["latest"] == []
    assert mail.said == []


def test_nobodys_mailbox_is_filled(client: TestClient[Any], mail: MailHouse) -> None:
    answers = [client.post("/api/notices/mail", json=ADDRESS).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]


def test_a_subscription_elsewhere_in_the_network_is_refused(client: TestClient[Any]) -> None:
    for endpoint in ("http://127.0.0.1/x", "https://127.0.0.1:8443/x", "https://x@push.example/x"):
        answer = client.post("/api/notices/push", json=Browser().subscription(endpoint))
        assert answer.status_code == 400, endpoint
        assert answer.json()["law"] == "push"


def test_a_guest_without_an_account_is_told_by_push_alone(
    client: TestClient[Any], push: PushService
) -> None:
    client.cookies.clear()
    assert client.get("/api/notices").json()["browsers"] == 0
    client.post("/api/me", json={"name": "Boris"})
    subscription = Browser().subscription(f"{push.origin}/send/2")
    told = client.post("/api/notices/push", json=subscription).json()
    assert (told["browsers"], told["has_mail"]) == (1, False)
    assert client.post("/api/notices/mail", json=ADDRESS).status_code == 400
