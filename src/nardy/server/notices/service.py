"""Notices of the club: `tell` puts one into the outbox for everywhere that a person wants it."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from nardy.server.errors import RefusedError
from nardy.server.notices.mail import MailSender, is_address
from nardy.server.notices.push import PushSender, PushTarget, is_usable
from nardy.server.seats import guest_id_of, is_guest
from nardy.server.store import notice_channels, outbox
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.guests import Guest
from nardy.server.store.notice_channels import MailAddress, NoticeChoice, Subscription
from nardy.server.store.outbox import NewNotice, Notice
from nardy.server.timestamps import DAY_MS, now

CONFIRM = "confirm"
"""The kind of the letter that asks whether an address is right."""
CONFIRM_PATH, LEAVE_PATH = "/mail/confirm/", "/mail/leave/"
"""The pages of the links in e-mails, before their codes."""
CONFIRM_TIME = 2 * DAY_MS
"""Milliseconds for which the link in it is valid."""
CODE_BYTES = 24
SHOWN = 8
"""The latest notices that a person sees with their choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a notice tells of; it names no person."""

    key: str
    """Names the event, such as `challenge ID`: the same key is told once."""
    game: str
    """As in position text; '' without a game."""
    path: str
    """The page that it opens, such as /play/ROOM."""
    wait: int = 0
    """Milliseconds until it is sent."""
    lasts: int = DAY_MS
    """Milliseconds after which it is no longer worth telling."""


class Notices:
    """Choices, push subscriptions and addresses of people, and the way into the outbox."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self.push: PushSender | None = None
        """None until the outbox is open."""
        self.mail: MailSender | None = None
        """None without an SMTP server in the settings."""
        self.wake: Callable[[], None] = lambda: None
        """Tells the outbox that something is waiting."""
        self.checks: dict[str, Callable[[Notice], Awaitable[bool]]] = {CONFIRM: self._is_asked}
        """By kind: whether a notice is still needed when it is due."""

    async def tell(self, who: str, kind: str, facts: Facts) -> None:
        """Tell a person something once, wherever they want it; bots are told nothing.

        *who* is `guest:ID`, *kind* one of `notice_channels.KINDS`.
        """
        await self._store.run(lambda c: self.put(c, who, kind, facts))
        self.wake()

    def put(self, connection: Connection, who: str, kind: str, facts: Facts) -> int:
        """The same as part of a transaction; the caller then calls `wake`. Returns the number of places."""
        if not is_guest(who):
            return 0
        return outbox.put(connection, guest_id_of(who), _new(kind, facts), now())

    def wake_now(self) -> None:
        """Tell the outbox that something may be waiting."""
        self.wake()

    # Choices

    async def choice(self, guest: Guest) -> NoticeChoice:
        return await self._store.read(lambda c: notice_channels.choice_of(c, guest.id))

    async def choose(self, guest: Guest, choice: NoticeChoice) -> None:
        await self._store.run(lambda c: notice_channels.choose(c, guest.id, choice))

    async def address(self, guest: Guest) -> MailAddress | None:
        return await self._store.read(lambda c: notice_channels.address_of(c, guest.id))

    async def count_browsers(self, guest: Guest) -> int:
        """The number of a person's browsers that get notices."""
        found = await self._store.read(lambda c: notice_channels.subscriptions_of(c, guest.id))
        return len(found)

    async def latest(self, guest: Guest) -> list[Notice]:
        return await self._store.read(lambda c: outbox.latest_of(c, guest.id, SHOWN))

    # Push

    async def subscribe(self, guest: Guest, target: PushTarget) -> None:
        """Keep the subscription of the browser that a person uses now.

        Raises:
            RefusedError: its push service may not be called, or its keys are wrong.
        """
        if self.push is None or not self.push.allows(target.endpoint) or not is_usable(target):
            reason = "expected a subscription of a push service at an https address"
            raise RefusedError("push", f"{reason}; use another browser")
        id_, keys = secrets.token_urlsafe(9), (target.p256dh, target.auth)
        wanted = Subscription(id_, target.endpoint, *keys, guest.session, now())
        await self._store.run(lambda c: notice_channels.subscribe(c, guest.id, wanted))

    async def unsubscribe(self, guest: Guest, endpoint: str) -> None:
        await self._store.run(lambda c: notice_channels.unsubscribe_endpoint(c, guest.id, endpoint))

    # E-mail

    async def ask_address(self, guest: Guest, address: str) -> None:
        """Set a person's address, to which only the e-mail that confirms it is sent at first.

        Raises:
            RefusedError: it is no address, or the club sends no e-mail.
        """
        if self.mail is None:
            raise RefusedError("mail-off", "expected a club with e-mail; ask whoever runs this one")
        if not is_address(address):
            reason = f"expected an e-mail address such as anna@mail.example, got {len(address)} characters"
            raise RefusedError("mail-address", f"{reason}; correct it")
        codes = (secrets.token_urlsafe(CODE_BYTES), secrets.token_urlsafe(CODE_BYTES))
        wanted = MailAddress(guest.id, address, *codes, now())
        path = CONFIRM_PATH + wanted.confirm_code
        facts = Facts(key=path, game="", path=path, lasts=CONFIRM_TIME)

        def job(connection: Connection) -> None:
            notice_channels.set_address(connection, wanted)
            # Not by `put`: this one goes to an address that is not confirmed.
            outbox.put_for(connection, guest.id, ("mail", ""), _new(CONFIRM, facts), now())

        await self._store.run(job)
        self.wake()

    async def remove_address(self, guest: Guest) -> None:
        await self._store.run(lambda c: notice_channels.remove_address(c, guest.id))

    async def found_by(self, column: str, code: str) -> MailAddress | None:
        """The address that belongs to a code of a letter: `confirm_code` or `leave_code`."""
        return await self._store.read(lambda c: notice_channels.address_by(c, column, code))

    async def confirm(self, code: str) -> bool:
        """Confirm an address; False if the code is unknown or too old."""
        at = now()
        return await self._store.run(
            lambda c: notice_channels.confirm_address(c, code, at, at - CONFIRM_TIME)
        )

    async def leave(self, code: str) -> bool:
        """Delete an address, so that no letter comes any more; False if it is gone already."""
        return await self._store.run(lambda c: notice_channels.leave(c, code))

    async def speak(self, guest: Guest, language: str) -> None:
        """Set the language in which a person is told things."""
        if (choice := await self.choice(guest)).language != language:
            await self.choose(guest, replace(choice, language=language))

    async def is_needed(self, notice: Notice) -> bool:
        """Whether a due notice still tells something."""
        check = self.checks.get(notice.kind)
        return now() < notice.until and (check is None or await check(notice))

    async def _is_asked(self, notice: Notice) -> bool:
        found = await self._store.read(lambda c: notice_channels.address_of(c, notice.guest))
        # An address that has been changed since has a letter and a code of its own.
        is_same = found is not None and notice.path == CONFIRM_PATH + found.confirm_code
        return is_same and found is not None and found.confirmed is None


def _new(kind: str, facts: Facts) -> NewNotice:
    due = now() + facts.wait
    told = {"key": facts.key, "game": facts.game, "path": facts.path}
    return NewNotice(kind=kind, due=due, until=now() + facts.lasts, **told)
