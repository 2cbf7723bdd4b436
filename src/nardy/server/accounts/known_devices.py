"""Known devices of accounts, so that two accounts of one place cannot play rated games unnoticed.

Stored are keyed hashes of the address (of IPv6 its /64 network) and of a random cookie, for 30 and 180
days (server/store/known_devices.py). The key is in the same database, so the hashes do not protect against
someone who has stolen it; deletion does.
"""

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


class KnownDevices:
    """Records each account's places, at most once an hour each."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._noted: Recent[tuple[str, RequestSource], int] = Recent(MOST_NOTED)

    async def note(self, guest: Guest, place: RequestSource) -> None:
        """Record an account's place; guests and programs are not recorded."""
        key, at = (guest.id, place), now()
        if guest.role in ("", PROGRAM) or at < (self._noted.get(key) or 0) + AN_HOUR:
            return
        # Before the write, so that requests during it do not write the same again.
        self._noted[key] = at
        await self._store.run(lambda c: known_devices.note(c, guest.id, place, at))

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
