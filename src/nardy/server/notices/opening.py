"""Opening the outbox of a club: keys, senders, the task."""

import contextlib
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from nardy.server.notices.delivery import Delivery, NameGame
from nardy.server.notices.mail import MailSender, MailServer
from nardy.server.notices.outbox_runner import OutboxRunner
from nardy.server.notices.push import PushSender, VapidKey
from nardy.server.notices.service import Notices
from nardy.server.store import about
from nardy.server.store.database.writer import Connection, Writer

KEY = "vapid"
"""The name of the key pair in the table `about`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channels:
    """What the settings say about the channels."""

    origin: str = ""
    mail: MailServer | None = None
    push_service: str = ""

    @property
    def contact(self) -> str:
        """How push services reach the operator (RFC 8292, 2.1); they accept https and mailto."""
        if self.mail is not None:
            return f"mailto:{self.mail.sender}"
        return self.origin if self.origin.startswith("https:") else ""


@contextlib.asynccontextmanager
async def open_outbox(
    store: Writer,
    notices: Notices,
    channels: Channels,
    name_game: NameGame,
    leads: Callable[[], bool] = lambda: True,
) -> AsyncGenerator[OutboxRunner]:
    """Open the channels of a club and empty its outbox until the end, while this process leads."""
    key = VapidKey(await store.run(_key))
    notices.push = push = PushSender(key, channels.contact, channels.push_service)
    notices.mail = MailSender(channels.mail) if channels.mail else None
    delivery = Delivery(store, notices, name_game, channels.origin)
    runner = OutboxRunner(store, delivery.send, leads)
    notices.wake = runner.wake
    try:
        yield runner
    finally:
        notices.wake = lambda: None
        await runner.close()
        await push.close()


def _key(connection: Connection) -> str:
    """The club's key pair, made at the first start: subscriptions are for it alone."""
    if (known := about.get(connection, KEY)) is not None:
        return known
    about.put(connection, KEY, made := VapidKey.new_pem())
    return made
