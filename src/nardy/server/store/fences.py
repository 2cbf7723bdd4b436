"""Fences: with several processes, what a room's owner writes counts only under its present lease."""

from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store.shard_tables import shard_lease


@dataclass(frozen=True, slots=True)
class Fence:
    """The lease under which a process writes."""

    shard: int
    epoch: int


def holds(connection: sql.Connection, fence: Fence | None) -> bool:
    """Whether the lease is still the shard's last one; it stays so until the transaction ends.

    None is a club of one process, which owns everything.
    """
    if fence is None:
        return True
    is_it = (shard_lease.c.shard == fence.shard, shard_lease.c.epoch == fence.epoch)
    # Locked, so that nobody takes the shard between this look and the commit.
    query = sql.select(sql.true()).where(*is_it).with_for_update(read=True)
    return connection.scalar(query) is not None
