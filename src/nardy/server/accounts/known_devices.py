"""From where accounts come, so that two accounts of one place play no rated game unseen.

Kept are keyed hashes of the address (of version 6 its /64 network) and of a random cookie, for 30 and 180
days (server/store/known_devices.py). Whoever has the database has its key too, so these hashes protect against a
glance and not against a thief: what protects is that they are deleted.
"""

from collections import OrderedDict

from nardy.server.store import accounts, known_devices
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.store.known_devices import RequestSource
from nardy.server.timestamps import now

AN_HOUR = 3_600_000
MOST_NOTED = 10_000
"""Of accounts with their places whose last sighting is known in memory."""


class KnownDevices:
    """Notes each account's places, at most once an hour each."""

    def __init__(self, store: Writer) -> None:
        """Nobody has been seen."""
        self._store = store
        self._noted: OrderedDict[tuple[str, RequestSource], int] = OrderedDict()

    async def note(self, guest: Guest, place: RequestSource) -> None:
        """Somebody with an account is here; guests and programs are not followed."""
        key, at = (guest.id, place), now()
        if guest.role in ("", PROGRAM) or at < self._noted.get(key, 0) + AN_HOUR:
            return
        self._noted[key] = at
        self._noted.move_to_end(key)
        if len(self._noted) > MOST_NOTED:
            self._noted.popitem(last=False)
        await self._store.run(lambda c: known_devices.note(c, guest.id, place, at))

    async def knows(self, name: str, place: RequestSource) -> bool:
        """Whether the account of this name, as names are compared, has come with this browser before."""
        if not place.browser:
            return False

        def job(connection: known_devices.sql.Connection) -> bool:
            account = accounts.account_named(connection, name)
            return account is not None and known_devices.is_known(connection, account.guest, place)

        return await self._store.read(job)

    async def forget_old(self) -> None:
        """Delete what is older than is said above."""
        await self._store.run(lambda c: known_devices.forget_old(c, now()))
