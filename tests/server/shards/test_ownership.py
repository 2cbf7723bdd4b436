import asyncio

from nardy.server.shards.numbers import shard_of
from nardy.server.shards.ownership import Ownership
from nardy.server.store.shard_tables import ALL


def test_a_process_that_is_alone_owns_everything_and_needs_no_lease() -> None:
    alone = Ownership()
    assert alone.is_alone
    assert alone.leads
    assert all(alone.has(shard) for shard in ALL)
    assert alone.owns("r")
    assert alone.fence("r") is None
    assert alone.last_beat("r") is None
    assert alone.bulletins == {}
    assert (alone.count, alone.lost, alone.processes) == (len(ALL), 0, 1)


def test_its_ids_are_of_any_shard() -> None:
    ids = [Ownership().new_id() for _ in range(50)]
    assert len(set(ids)) == 50
    assert len({shard_of(one) for one in ids}) > 30


def test_it_has_nothing_to_hand_over() -> None:
    alone = Ownership()
    asyncio.run(alone.close())
    assert alone.owns("r")
