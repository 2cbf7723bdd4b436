"""What stands for the other parts of a process in the tests of the relay."""

from collections.abc import Mapping
from typing import Any

from nardy.server.relay.switchboard import Switchboard
from nardy.server.shards.numbers import shard_of

SECRET_TEXT = "a secret that the processes share"  # noqa: S105 (of the tests)
ROOM, OTHER = "abcdefghijkl", "zyxwvutsrqpo"


class StandIn:
    """An ownership whose leases are what a test says."""

    def __init__(
        self,
        *,
        is_mine: bool = False,
        everything_at: str | None = None,
        at: Mapping[str, str] | None = None,
    ) -> None:
        """*at* is where single rooms are; `everything_at` all others."""
        self.is_mine, self.everything_at = is_mine, everything_at
        self.at = {shard_of(room): address for room, address in (at or {}).items()}
        self.mine = set[int]()
        self.suspected = list[str]()

    def has(self, shard: int) -> bool:
        return self.is_mine or shard in self.mine

    def address_of(self, shard: int) -> str | None:
        return None if self.has(shard) else self.at.get(shard, self.everything_at)

    def suspect(self, address: str) -> None:
        self.suspected.append(address)

    def page_of(self, shard: int) -> str | None:
        address = self.address_of(shard)
        return address and f"page-of-{address}"


def switchboard_of(own: Any) -> Switchboard:
    return Switchboard(own, SECRET_TEXT)
