"""The guests by the tokens of their sessions, and when each session was seen last, so that those that nobody uses end."""

import asyncio
import functools

from nardy.server.store import guests
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest
from nardy.server.store.shared_reader import SharedReader
from nardy.server.timestamps import now

TOGETHER = 64
"""The most tokens in one reading, which takes hardly longer than one of them."""


class Sessions:
    """Finds guests, and notes at most once a minute that a session is in use.

    Nobody waits for the note. Where another process has died, a hundred pages come at once, and their handshakes would wait
    for as many writes. One that fails must not log people out.
    """

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._guests = SharedReader(store, guests.guests_of, TOGETHER)
        self._writing: dict[str, asyncio.Task[None]] = {}

    async def guest(self, token: str) -> Guest | None:
        """The guest with this session token, who is in the club now."""
        found = await self._guests.read(token)
        if found is not None:
            self.note(found)
        return found

    def note(self, guest: Guest) -> None:
        """The session of a guest is in use now."""
        session, at = guest.session, now()
        if guest.seen + guests.A_MINUTE < at and session not in self._writing:
            job = functools.partial(guests.see, token=session, at=at)
            self._writing[session] = task = asyncio.create_task(self._store.run(job))
            task.add_done_callback(lambda done: self._end(session, done))

    async def finish(self) -> None:
        """Wait for what is being written."""
        await asyncio.gather(*self._writing.values(), return_exceptions=True)

    def _end(self, session: str, done: "asyncio.Task[None]") -> None:
        del self._writing[session]
        if not done.cancelled():
            done.exception()  # the store has logged it
