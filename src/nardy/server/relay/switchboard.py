"""The relays of one process: what they need, and which there are."""

import asyncio
import contextlib
from typing import Protocol

from nardy.server.shards.leases import SharedOwnership

OWNER_SECONDS = 5.0
"""How long to wait for a shard to have an owner: the lease of a dead one ends within three."""
LEAVING_SECONDS = 0.5
"""Over how long the pages of a process that ends are sent to the others."""
HERE = ""


class Relay(Protocol):
    """One page whose messages may be passed on."""

    def look_round(self) -> None:
        """Send the page away if a room of it lives elsewhere by now."""

    def send_away(self) -> None:
        """Send the page to another process."""


class Switchboard:
    """What all relays of a process share."""

    def __init__(self, ownership: SharedOwnership, secret: str) -> None:
        """*secret* is what the processes of the club know each other by."""
        self.ownership, self.secret = ownership, secret
        self.relays: set[Relay] = set()
        self.relayed = 0
        """Messages and requests that were passed on."""
        self.misdirected = 0
        """Connections that a proxy was asked to make to another process."""
        self._beat = asyncio.Event()

    def look_round(self) -> None:
        """After a beat: wake up who waits for an owner, and send pages away whose rooms have moved."""
        self._beat.set()
        self._beat = asyncio.Event()
        for relay in list(self.relays):
            relay.look_round()

    async def send_all_away(self) -> None:
        """Send all pages to other processes, one after the other: this one ends, and they need not wait for it."""
        leaving = list(self.relays)
        for relay in leaving:
            relay.send_away()
            await asyncio.sleep(LEAVING_SECONDS / len(leaving))

    async def owner(self, shard: int) -> str | None:
        """The address of a shard's owner, `HERE` if it is this process; None if there is none for too long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OWNER_SECONDS):
                while True:
                    if self.ownership.has(shard):
                        return HERE
                    if (address := self.ownership.address_of(shard)) is not None:
                        return address
                    await self.beat()
        return None

    async def beat(self) -> None:
        """Wait for the next beat, which may tell another owner."""
        await self._beat.wait()
