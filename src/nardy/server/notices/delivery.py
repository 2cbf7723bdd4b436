"""Words and address of a notice, and its one attempt to be sent."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nardy.server.notices.mail import Letter
from nardy.server.notices.outcome import Outcome
from nardy.server.notices.push import PushTarget
from nardy.server.notices.service import CONFIRM, LEAVE_PATH, Notices
from nardy.server.store import notice_channels
from nardy.server.store.database.writer import Writer
from nardy.server.store.notice_channels import Subscription
from nardy.server.store.outbox import Notice
from nardy.server.timestamps import now
from nardy.translations import LANGUAGES, SOURCE, say

NameGame = Callable[[str], Mapping[str, str]]
"""The names of a game by language."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Sends notices for the outbox."""

    store: Writer
    notices: Notices
    name_game: NameGame
    origin: str
    """The public address of the club, for the links in e-mails."""

    async def send(self, notice: Notice) -> Outcome:
        """Send a claimed notice, if it still tells something and its place is still there."""
        if not await self.notices.is_needed(notice):
            return Outcome("dropped")
        if notice.channel == "push":
            return await self._push(notice)
        return await self._mail(notice)

    async def _push(self, notice: Notice) -> Outcome:
        found = await self.store.read(lambda c: notice_channels.subscription(c, notice.target))
        if found is None or self.notices.push is None:
            return Outcome("dropped")
        title, text = await self._words(notice)
        # The topic hides the event from the push service, and may have 32 characters (RFC 8030, 5.4).
        topic = _short(notice.key, 32)
        told = {"title": title, "text": text, "path": notice.path, "tag": topic}
        seconds = max(0, notice.until - now()) // 1000
        target = PushTarget(found.endpoint, found.p256dh, found.auth)
        content = json.dumps(told, ensure_ascii=False).encode()
        outcome = await self.notices.push.send(target, content, topic=topic, seconds=seconds)
        if outcome.state == "gone":
            await self._forget(found)
        return outcome

    async def _forget(self, gone: Subscription) -> None:
        await self.store.run(lambda c: notice_channels.unsubscribe(c, gone.id))

    async def _mail(self, notice: Notice) -> Outcome:
        found = await self.store.read(lambda c: notice_channels.address_of(c, notice.guest))
        is_right = found is not None and (found.confirmed is not None or notice.kind == CONFIRM)
        if found is None or not is_right or self.notices.mail is None:
            return Outcome("dropped")
        title, text = await self._words(notice)
        leave = f"{self.origin}{LEAVE_PATH}{found.leave_code}"
        link = f"{self.origin}{notice.path}"
        language = await self._language(notice)
        about = {"text": text, "link": link, "leave": leave, "club": self.origin}
        letter = Letter(
            to=found.address,
            subject=f"{title} · nardy",
            text=say(language, "notices", "letter", **about),
            leave=leave,
            id=f"{notice.id}-{_short(notice.key, 12)}",
        )
        return await self.notices.mail.send(letter)

    async def _words(self, notice: Notice) -> tuple[str, str]:
        """Title and sentence, in the person's language."""
        language = await self._language(notice)
        names: Mapping[str, str] = self.name_game(notice.game) if notice.game else {}
        # A game of the club's own may be named anything; a header has one line.
        game = " ".join(names.get(language, "").split())
        said = {"game": game, "club": self.origin}
        title = say(language, "notices", f"{notice.kind}.title")
        return title, say(language, "notices", f"{notice.kind}.text", **said)

    async def _language(self, notice: Notice) -> str:
        choice = await self.store.read(lambda c: notice_channels.choice_of(c, notice.guest))
        return choice.language if choice.language in LANGUAGES else SOURCE


def _short(text: str, letters: int) -> str:
    """A name of a fixed length that tells nothing."""
    return hashlib.sha256(text.encode()).hexdigest()[:letters]
