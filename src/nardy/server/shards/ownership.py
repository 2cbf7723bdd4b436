"""What a process of the club owns. One that is alone owns everything."""

from collections.abc import Mapping

from nardy.server.shards.numbers import new_id
from nardy.server.store.fences import Fence
from nardy.server.store.shard_tables import ALL


class Ownership:
    """The ownership of a club of one process; `SharedOwnership` is that of several."""

    lost = 0
    """How many leases were lost without a handover."""

    @property
    def is_alone(self) -> bool:
        """Whether this is the only process of the club."""
        return True

    @property
    def is_renewed(self) -> bool:
        """Whether leases have been written just now, so that the database surely takes writes."""
        return False

    @property
    def is_trusted(self) -> bool:
        """Whether this process may still act for what it owns; one that is cut off from the database may not."""
        return True

    @property
    def processes(self) -> int:
        """How many processes the club has."""
        return 1

    @property
    def count(self) -> int:
        """How many leases this process has."""
        return len(ALL)

    def has(self, shard: int) -> bool:
        """Whether this process owns a shard."""
        return True

    def owns(self, name: str) -> bool:
        """Whether this process owns a room or tournament."""
        return True

    @property
    def leads(self) -> bool:
        """Whether this process does what the club does once."""
        return True

    def fence(self, name: str) -> Fence | None:
        """The lease under which this process writes a room or tournament; None needs none."""
        return None

    def new_id(self) -> str:
        """An id for a new room or tournament of this process."""
        return new_id()

    def last_beat(self, name: str) -> int | None:
        """When the owner before was last alive, if it died; milliseconds since 1970."""
        return None

    async def close(self) -> None:
        """Hand everything over to the other processes."""

    @property
    def bulletins(self) -> Mapping[str, str]:
        """What the other processes tell, by their ids."""
        return {}
