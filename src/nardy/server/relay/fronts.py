"""Where the messages of one page go."""

from typing import Protocol

from nardy.server.connection.websocket import Page
from nardy.server.relay.headers import is_relayed, marked
from nardy.server.relay.page_relay import PageRelay, Send
from nardy.server.relay.relayed_page import RelayedPage
from nardy.server.relay.switchboard import Switchboard
from nardy.server.web.cookies import AnySocket


class Front(Protocol):
    """What takes the messages of a page."""

    async def take(self, text: str) -> None:
        """Handle a message, or pass it on."""

    async def close(self) -> None:
        """The page has gone."""


class _Local:
    """A page of a club of one process."""

    def __init__(self, page: Page) -> None:
        self.take = page.take

    async def close(self) -> None:
        """Nothing was passed on."""


def front_of(socket: AnySocket, page: Page, switchboard: Switchboard | None, send: Send) -> Front:
    """The front of a page: it is this process's own, or another process passes its messages on."""
    if switchboard is None:
        return _Local(page)
    if is_relayed(socket.scope):
        return RelayedPage(page, switchboard.ownership)
    return PageRelay(page, switchboard, marked(socket.scope, switchboard.secret), send)
