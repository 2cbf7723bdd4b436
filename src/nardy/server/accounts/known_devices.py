"""Known devices of accounts, so that two accounts of one place cannot play rated games unnoticed.

Stored are keyed hashes of the address (of IPv6 its /64 network) and of a random cookie, for 30 and 180
days (server/store/known_devices.py). The key is in the same database, so the hashes do not protect against
someone who has stolen it; deletion does.
"""

import asyncio
from functools import partial

from nardy.server.lru_cache import Recent
from nardy.server.store import accounts, known_devices
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.store.known_devices import RequestSource
from nardy.server.timestamps import now

# Marks are kept for days: an hour is exact enough, and most requests write nothing.
AN_HOUR = 3_600_000
MOST_NOTED = 10_000
"""Most pairs of account and place whose last write is cached."""


Sighting = tuple[str, RequestSource]
"""The id of an account and a place of it."""


class KnownDevices:
    """Records each account's places, at most once an hour each.

    No handshake of a page waits for it. Where another process has died, a hundred pages come at once, and a slow
    database would let nobody in. A rated game waits for it.
    """

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._noted: Recent[Sighting, int] = Recent(MOST_NOTED)
        self._writing: dict[Sighting, asyncio.Task[None]] = {}

    async def note(self, guest: Guest, place: RequestSource) -> None:
        """Record an account's place, and wait until it is on the disk; guests and programs are not recorded.

        Raises:
            StoreError: the database could not be written.
        """
        self.note_soon(guest, place)
        await self.written(guest.id)

    def note_soon(self, guest: Guest, place: RequestSource) -> None:
        """Record an account's place, without waiting for it."""
        key, at = (guest.id, place), now()
        is_noted = key in self._writing or at < (self._noted.get(key) or 0) + AN_HOUR
        if is_noted or guest.role in ("", PROGRAM):
            return
        job = partial(known_devices.note, guest=guest.id, place=place, at=at)
        self._writing[key] = task = asyncio.create_task(self._store.run(job))
        task.add_done_callback(lambda done: self._end(key, at, done))

    async def written(self, guest: str) -> None:
        """Wait until the places of an account are on the disk.

        Raises:
            StoreError: the database could not be written.
        """
        writing = [task for (who, _), task in self._writing.items() if who == guest]
        if writing:
            # Unlike `gather`, this cancels no write whose request is gone.
            await asyncio.wait(writing)
        for task in writing:
            task.result()

    async def finish(self) -> None:
        """Wait for what is being written."""
        await asyncio.gather(*self._writing.values(), return_exceptions=True)

    def _end(self, key: Sighting, at: int, done: "asyncio.Task[None]") -> None:
        del self._writing[key]
        # What could not be written (the store has logged it) is tried again.
        if not done.cancelled() and done.exception() is None:
            self._noted[key] = at

    async def knows(self, name: str, place: RequestSource) -> bool:
        """Whether the account with this normalized name has used this browser before."""
        if not place.browser:
            return False

        def job(connection: Connection) -> bool:
            account = accounts.account_named(connection, name)
            return account is not None and known_devices.is_known(connection, account.guest, place)

        return await self._store.read(job)

    async def forget_old(self) -> None:
        """Delete marks older than their retention."""
        await self._store.run(lambda c: known_devices.forget_old(c, now()))
