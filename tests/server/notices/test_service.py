import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.notices.push_service import Browser

from nardy.server.errors import RefusedError
from nardy.server.notices.mail import MailSender, MailServer
from nardy.server.notices.push import PushSender, VapidKey
from nardy.server.notices.service import CONFIRM_TIME, Facts, Notices
from nardy.server.store import guests, notice_channels
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.notice_channels import NoticeChoice

ANNA = Guest("a", "Anna", session=guests.hashed("token"))
FACTS = Facts(key="challenge 1", game="tapa", path="/play/r")


@asynccontextmanager
async def notices(folder: Path) -> AsyncGenerator[Notices]:
    """Notices of a club with both channels, whose outbox nobody empties."""
    store = open_store(folder / "club.db")
    await store.run(lambda c: guests.add_guest(c, ANNA, "token", 1))
    service = Notices(store)
    service.push = PushSender(VapidKey(VapidKey.new_pem()))
    server = MailServer(host="127.0.0.1", port=1, sender="club@nardy.example")
    service.mail = MailSender(server)
    try:
        yield service
    finally:
        store.close()


def places(told: list[Any]) -> list[tuple[str, str]]:
    return sorted((one.kind, one.channel) for one in told)


def test_a_person_is_told_once_wherever_they_want_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with notices(tmp_path) as service:
            await service.tell(ANNA.seat, "challenge", FACTS)
            assert await service.latest(ANNA) == []
            for host in ("one", "two"):
                await service.subscribe(ANNA, Browser().target(f"https://{host}.example/x"))
            await service.tell(ANNA.seat, "challenge", FACTS)
            await service.tell(ANNA.seat, "challenge", FACTS)
            assert places(await service.latest(ANNA)) == [("challenge", "push")] * 2
            await service.choose(ANNA, NoticeChoice(push="turn"))
            later = Facts(key="challenge 2", game="tapa", path="/play/r")
            await service.tell(ANNA.seat, "challenge", later)
            assert len(await service.latest(ANNA)) == 2
            for nobody in ("bot:baseline", "guest:unknown"):
                await service.tell(nobody, "challenge", FACTS)

    asyncio.run(go())


def test_an_address_gets_one_letter_until_its_link_was_followed(tmp_path: Path) -> None:
    async def go() -> None:
        async with notices(tmp_path) as service:
            await service.ask_address(ANNA, "anna@mail.example")
            await service.tell(ANNA.seat, "challenge", FACTS)
            assert places(await service.latest(ANNA)) == [("confirm", "mail")]
            address = await service.address(ANNA)
            assert address is not None
            assert not await service.confirm("wrong")
            assert not await service.confirm(address.leave_code)
            assert await service.confirm(address.confirm_code)
            await service.tell(ANNA.seat, "challenge", FACTS)
            assert places(await service.latest(ANNA)) == [
                ("challenge", "mail"),
                ("confirm", "mail"),
            ]
            assert await service.leave(address.leave_code)
            assert not await service.leave(address.leave_code)
            later = Facts(key="challenge 2", game="tapa", path="/play/r")
            await service.tell(ANNA.seat, "challenge", later)
            assert len(await service.latest(ANNA)) == 2

    asyncio.run(go())


def test_the_letter_of_an_address_that_was_corrected_is_not_needed(tmp_path: Path) -> None:
    async def go() -> None:
        async with notices(tmp_path) as service:
            await service.ask_address(ANNA, "wrong@mail.example")
            await service.ask_address(ANNA, "anna@mail.example")
            needed = [await service.is_needed(one) for one in await service.latest(ANNA)]
            assert needed == [True, False]

    asyncio.run(go())


def test_a_link_of_three_days_ago_confirms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with notices(tmp_path) as service:
            await service.ask_address(ANNA, "anna@mail.example")
            address = await service.address(ANNA)
            assert address is not None
            at = address.since + CONFIRM_TIME + 1
            monkeypatch.setattr("nardy.server.notices.service.now", lambda: at)
            assert not await service.confirm(address.confirm_code)

    asyncio.run(go())


def test_what_is_no_address_or_no_subscription_is_refused(tmp_path: Path) -> None:
    async def go() -> None:
        async with notices(tmp_path) as service:
            for text in ("boris", "boris@mail.example\nBcc: x@mail.example"):
                with pytest.raises(RefusedError) as refusal:
                    await service.ask_address(ANNA, text)
                assert text not in str(refusal.value)
            good = Browser().target("https://push.example/x")
            for wrong in ("http://push.example/x", "https://push.example:25/x"):
                with pytest.raises(RefusedError):
                    await service.subscribe(ANNA, Browser().target(wrong))
            await service.subscribe(ANNA, good)
            service.mail = None
            with pytest.raises(RefusedError):
                await service.ask_address(ANNA, "anna@mail.example")

    asyncio.run(go())


def test_a_browser_that_is_signed_out_is_told_nothing(tmp_path: Path) -> None:
    async def go() -> None:
        async with notices(tmp_path) as service:
            await service.subscribe(ANNA, Browser().target("https://push.example/x"))
            assert await service.count_browsers(ANNA) == 1
            store = service._store  # noqa: SLF001
            await store.run(lambda c: guests.end_sessions(c, "a"))
            assert await service.count_browsers(ANNA) == 0
            await service.tell(ANNA.seat, "challenge", FACTS)
            assert await service.latest(ANNA) == []
            await store.run(notice_channels.remove_signed_out)

    asyncio.run(go())
