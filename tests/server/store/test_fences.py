"""How a fence holds against another process that takes the shard is tested on PostgreSQL, in test_leases.py."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server import thrown
from tests.server.store.test_appends import one

from nardy.server.store.appends import NewEntries
from nardy.server.store.database.opening import open_store
from nardy.server.store.fences import Fence, holds
from nardy.server.store.shard_tables import shard_lease


@pytest.mark.parametrize(
    ("fence", "is_held"),
    [
        (None, True),
        (Fence(7, 3), True),
        (Fence(7, 2), False),  # an owner before
        (Fence(7, 4), False),
        (Fence(7, -1), False),  # a process that has no lease
        (Fence(8, 3), False),  # no such shard
    ],
)
def test_only_the_last_epoch_of_a_shard_holds(
    fence: Fence | None, is_held: bool, tmp_path: Path
) -> None:
    async def go() -> bool:
        store = open_store(tmp_path / "club.db")
        lease = sql.insert(shard_lease).values(shard=7, owner="a", epoch=3)
        await store.run(lambda c: c.execute(lease) and None)
        told = await store.run(lambda c: holds(c, fence))
        store.close()
        return told

    assert asyncio.run(go()) is is_held


def fenced(room_id: str, before: int, key: str, fence: Fence) -> NewEntries:
    plain = one(room_id, before, key)
    return NewEntries(plain.room, plain.before, plain.rows, fence)


def test_an_append_under_an_old_lease_changes_nothing(tmp_path: Path) -> None:
    """Alone and in one batch with others: the version is right, and the epoch is not."""

    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(3)
        await thrown.make(store, rooms)
        lease = sql.insert(shard_lease).values(shard=7, owner="a", epoch=3)
        await store.run(lambda c: c.execute(lease) and None)
        assert not await store.append(fenced("r0", 0, "a", Fence(7, 2)))
        wanted = [
            fenced("r0", 0, "b", Fence(7, 3)),
            fenced("r1", 0, "c", Fence(7, 2)),
            fenced("r2", 0, "d", Fence(8, 3)),
        ]
        assert await asyncio.gather(*map(store.append, wanted)) == [True, False, False]
        store.close()

    asyncio.run(go())
