import asyncio
from pathlib import Path

from tests.server.notices.mail_server import open_mail_house
from tests.server.notices.push_service import Browser, open_push_service

from nardy.server.notices.mail import MailServer
from nardy.server.notices.opening import Channels, open_outbox
from nardy.server.notices.service import Facts, Notices
from nardy.server.store import guests
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest


def test_a_club_keeps_its_key_and_tells_what_is_put_into_the_outbox(tmp_path: Path) -> None:
    anna, browser, keys = Guest("a", "Anna", session=guests.hashed("token")), Browser(), []

    async def run(service: str, key: str) -> None:
        store = open_store(tmp_path / "club.db")
        notices = Notices(store)
        async with open_outbox(store, notices, Channels(push_service=service), lambda _: {}):
            assert notices.push is not None
            assert notices.mail is None
            keys.append(notices.push.key.public)
            if not await store.read(lambda c: guests.is_there(c, "a")):
                await store.run(lambda c: guests.add_guest(c, anna, "token", 1))
            await notices.subscribe(anna, browser.target(f"{service}/send/1"))
            await notices.tell(anna.seat, "challenge", Facts(key=key, game="", path="/play/r"))
            async with asyncio.timeout(5):
                while next(one.state for one in await notices.latest(anna)) != "sent":
                    await asyncio.sleep(0.01)
        store.close()

    with open_push_service() as service:
        for key in ("challenge 1", "challenge 2"):
            asyncio.run(run(service.origin, key))
        assert len(service.got) == 2
    assert keys[0] == keys[1]


def test_push_services_are_told_how_to_reach_the_operator() -> None:
    with open_mail_house() as house:
        mail = MailServer(host="127.0.0.1", port=house.port, sender="club@nardy.example")
    assert Channels(mail=mail).contact == "mailto:club@nardy.example"
    assert Channels(origin="https://nardy.example").contact == "https://nardy.example"
    assert Channels(origin="http://localhost").contact == ""
