import asyncio
from types import SimpleNamespace
from typing import Any

from tests.server.relay.stand_ins import SECRET_TEXT, StandIn, switchboard_of

from nardy.server.relay.fronts import front_of
from nardy.server.relay.headers import CLIENT, RELAYED, SECRET
from nardy.server.relay.page_relay import PageRelay
from nardy.server.relay.relayed_page import RelayedPage


class Page:
    """What a front needs of a page."""

    line = None

    def __init__(self) -> None:
        self.heard = list[str]()

    async def take(self, text: str) -> None:
        self.heard.append(text)


def socket_with(headers: list[tuple[bytes, bytes]], **more: object) -> Any:
    scope = {"type": "websocket", "scheme": "ws", "client": ("192.0.2.7", 5), "headers": headers}
    return SimpleNamespace(scope=scope | more)


async def ignore(_: bytes) -> None:
    """Nobody hears it."""


def test_in_a_club_of_one_process_a_page_hears_everything_itself() -> None:
    async def go() -> None:
        page: Any = Page()
        front = front_of(socket_with([]), page, None, ignore)
        await front.take('{"type": "watch", "room": "r"}')
        await front.take("#{}")
        await front.close()
        assert page.heard == ['{"type": "watch", "room": "r"}', "#{}"]

    asyncio.run(go())


def test_a_page_of_this_process_is_passed_on_and_one_that_was_passed_on_is_not() -> None:
    """Whatever the client writes into its headers: only the port of the relay marks the scope."""

    async def go() -> None:
        switch, page = switchboard_of(StandIn(is_mine=True)), Page()
        forged = [(SECRET, SECRET_TEXT.encode()), (CLIENT, b"10.9.9.9"), (RELAYED.encode(), b"1")]
        own = front_of(socket_with(forged), page, switch, ignore)  # type: ignore[arg-type]
        assert isinstance(own, PageRelay)
        assert switch.relays == {own}
        assert dict(own._headers)[CLIENT] == b"192.0.2.7"  # noqa: SLF001
        await own.close()
        assert not switch.relays
        relayed = front_of(socket_with([], **{RELAYED: True}), page, switch, ignore)  # type: ignore[arg-type]
        assert isinstance(relayed, RelayedPage)
        assert not switch.relays

    asyncio.run(go())
