"""Appending to the log of a room: the statements that every action runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store import fences
from nardy.server.store.dialects import CompiledStatement
from nardy.server.store.fences import Fence
from nardy.server.store.schema import entry, room


@dataclass(frozen=True, slots=True)
class NewEntries:
    """Entries for the end of a room's log."""

    room: str
    before: int
    """The number of the last entry that the writer knows."""
    rows: Sequence[Mapping[str, object]]
    """Rows of `entry`."""
    fence: Fence | None = None
    """The lease of the room's shard; None in a club of one process."""

    @property
    def after(self) -> int:
        return self.before + len(self.rows)


# The guard against two writers. It changes one row if the log still ends where the writer's copy
# ends and the room is not over; otherwise it changes none, and nothing may be appended.
_ADVANCE_IF_UNCHANGED = CompiledStatement(
    sql.update(room)
    .where(
        room.c.id == sql.bindparam("of"),
        room.c.version == sql.bindparam("before"),
        room.c.is_over.is_(False),
    )
    .values(version=sql.bindparam("after"), is_over=sql.bindparam("ends"))
)
_ADD = CompiledStatement(sql.insert(entry))


def append_one(connection: sql.Connection, new: NewEntries, *, is_over: bool = False) -> bool:
    """Append; False if the log has other entries by now, the room is over, or its shard has another owner."""
    if new.fence is not None and not fences.holds(connection, new.fence):
        return False
    moved = {"of": new.room, "before": new.before, "after": new.after, "ends": is_over}
    if _ADVANCE_IF_UNCHANGED.run(connection, [moved]) != 1:
        return False
    if new.rows:
        _ADD.run(connection, new.rows)
    return True
