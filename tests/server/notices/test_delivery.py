import asyncio
from pathlib import Path
from typing import Any

from tests.server.notices.mail_server import open_mail_house
from tests.server.notices.push_service import Browser, open_push_service
from tests.server.notices.test_outbox_runner import new

from nardy.server.notices.delivery import Delivery
from nardy.server.notices.mail import MailSender, MailServer
from nardy.server.notices.outcome import Outcome
from nardy.server.notices.push import PushSender, VapidKey
from nardy.server.notices.service import Notices
from nardy.server.store import guests, notice_channels, outbox
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.notice_channels import MailAddress, NoticeChoice, Subscription
from nardy.server.store.outbox import Notice
from nardy.server.timestamps import now

ORIGIN = "https://club.example"
NAMES = {"en": "Tapa\r\nBcc: x@mail.example", "ru": "Тапа"}
ADDRESS = MailAddress("a", "anna@mail.example", "yes", "no", 1, confirmed=2)


async def delivered(
    folder: Path, *, push: str = "", mail: int = 0, address: MailAddress = ADDRESS, **about: Any
) -> tuple[Outcome, list[Subscription]]:
    """What becomes of a notice to Anna by one channel, and her browsers after it."""
    store = open_store(folder / "club.db")
    notices = Notices(store)
    notices.push = PushSender(VapidKey(VapidKey.new_pem()), "", push)
    server = MailServer(host="127.0.0.1", port=mail, sender="club@nardy.example")
    notices.mail = MailSender(server) if mail else None
    target = about.pop("target", Browser().target(f"{push}/send/1"))
    keys = (target.endpoint, target.p256dh, target.auth, guests.hashed("token"))

    def job(connection: Any) -> Notice:
        guests.add_guest(connection, Guest("a", "Anna"), "token", 1)
        language = about.pop("language", "en")
        notice_channels.choose(connection, "a", NoticeChoice(language=language))
        notice_channels.subscribe(connection, "a", Subscription("s", *keys, 1))
        notice_channels.set_address(connection, address)
        place = ("push", "s") if push else ("mail", "")
        outbox.put_for(connection, "a", place, new(**about), now())
        [claimed] = outbox.claim(connection, now() + 1, 1)
        return claimed

    delivery = Delivery(store, notices, lambda _: NAMES, ORIGIN)
    claimed = await store.run(job)
    outcome = await delivery.send(claimed)
    left = await store.read(lambda c: notice_channels.subscriptions_of(c, "a"))
    await notices.push.close()
    store.close()
    return outcome, left


def test_a_browser_is_told_the_game_and_where_it_is_and_nobodys_name(tmp_path: Path) -> None:
    browser = Browser()
    with open_push_service() as service:
        target = browser.target(f"{service.origin}/send/1")
        told = asyncio.run(delivered(tmp_path, push=service.origin, target=target, language="ru"))
        [(_, headers, body)] = service.got
    assert told[0] == Outcome("sent")
    text = browser.read(body).decode()
    assert '"title": "Ваш ход", "text": "Сейчас ваш ход: Тапа.", "path": "/play/r"' in text
    assert "Anna" not in text
    assert len(headers["topic"]) == 32


def test_a_subscription_that_is_gone_is_removed(tmp_path: Path) -> None:
    with open_push_service() as service:
        service.status = 410
        outcome, left = asyncio.run(delivered(tmp_path, push=service.origin))
    assert outcome == Outcome("gone", "status 410")
    assert left == []


def test_a_letter_has_two_links_and_the_name_of_a_game_is_on_one_line(tmp_path: Path) -> None:
    with open_mail_house() as house:
        outcome, _ = asyncio.run(delivered(tmp_path, mail=house.port))
    assert outcome == Outcome("sent")
    [(_, people, letter)] = house.letters
    assert people == ["anna@mail.example"]
    assert letter["Subject"] == "Your turn · nardy"
    assert letter["Bcc"] is None
    assert letter["List-Unsubscribe"] == f"<{ORIGIN}/mail/leave/no>"
    text = letter.get_content()
    assert "It is your turn: Tapa Bcc: x@mail.example." in text
    assert f"\r\n{ORIGIN}/play/r\r\n" in text or f"\n{ORIGIN}/play/r\n" in text
    assert f"{ORIGIN}/mail/leave/no" in text
    assert "Anna" not in text


def test_nothing_goes_to_an_address_that_is_not_confirmed(tmp_path: Path) -> None:
    asked = MailAddress("a", "anna@mail.example", "yes", "no", 1)
    with open_mail_house() as house:
        outcome, _ = asyncio.run(delivered(tmp_path, mail=house.port, address=asked))
        assert outcome == Outcome("dropped")
        assert house.said == []


def test_what_nobody_needs_any_more_is_not_sent(tmp_path: Path) -> None:
    with open_push_service() as service:
        outcome, _ = asyncio.run(delivered(tmp_path, push=service.origin, lasts=-1))
        assert outcome == Outcome("dropped")
        assert service.got == []
