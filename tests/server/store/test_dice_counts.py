import asyncio
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sql
from tests.server import thrown

from nardy.server.dice_audit.audit import throws_of
from nardy.server.dice_counts.recount import recount
from nardy.server.protocol.dice import DiceCounts
from nardy.server.store import about, dice_counts, log, packing
from nardy.server.store.database.opening import open_store
from nardy.server.store.dice_counts import Counted


def truth(rooms: list[thrown.Table]) -> DiceCounts:
    return recount([throws_of(one.record, one.entries) for one in rooms])


def test_whatever_is_counted_when_everything_is_counted_once(tmp_path: Path) -> None:
    """In pieces of any size, by several clubs, and by one whose writing failed or was killed."""
    random, rooms = Random(1), thrown.tables(9)

    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        await thrown.make(store, rooms)
        known = [Counted(), Counted()]
        for _ in range(40):
            await thrown.play(store, rooms, random.randint(0, 30), random)
            who, limit = random.randrange(2), random.choice([1, 7, 1000])
            if random.random() < 0.3:
                with pytest.raises(ZeroDivisionError):
                    await store.run(
                        lambda c, k=known[who], n=limit: (dice_counts.extend(c, k, n), 1 // 0)
                    )
            if random.random() < 0.3:
                known[who] = Counted()  # a start
            known[who] = await store.run(
                lambda c, k=known[who], n=limit: dice_counts.extend(c, k, n)
            )
        for each in known:
            counted = await store.run(lambda c, k=each: dice_counts.extend(c, k, 10_000))
            assert counted.kept.counts == truth(rooms)
        store.close()

    asyncio.run(go())
    assert truth(rooms).throws > 200


def test_packed_games_are_counted_once_also_from_the_start(tmp_path: Path) -> None:
    """Rooms end and are packed between two counts, and the counts are lost now and then."""
    random, rooms = Random(5), thrown.tables(12)

    async def go() -> None:
        store, packed = open_store(tmp_path / "club.db"), 0
        await thrown.make(store, rooms)
        known = Counted()
        for step in range(30):
            going = rooms[(step + 2) // 3 :]
            await thrown.play(store, going, random.randint(1, 20), random)
            if step % 3 == 0:
                over = rooms[step // 3].record.id
                await store.run(lambda c, of=over: log.close(c, of))
            if random.random() < 0.3:
                await store.run(lambda c: about.put(c, dice_counts.NAME, "lost"))
                known = Counted()
            for _ in range(random.randint(1, 9)):
                limit = random.choice([3, 200])
                known = await store.run(lambda c, k=known, n=limit: dice_counts.extend(c, k, n))
            found, _ = await store.read(lambda c: packing.look_further(c, "", 1, 100))
            packed += await store.run(lambda c, of=found: packing.put(c, of, 1))
        while not known.kept.counts.is_complete:
            known = await store.run(lambda c, k=known: dice_counts.extend(c, k, 1000))
        assert known.kept.counts == truth(rooms)
        assert packed > 5
        upto = known.kept.upto
        for one in rooms:
            length = await store.read(
                lambda c, of=one.record.id: dice_counts.length_upto(c, of, upto)
            )
            assert length == len(one.entries)
        store.close()

    asyncio.run(go())


def test_what_is_counted_in_part_says_so(tmp_path: Path) -> None:
    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(3)
        await thrown.make(store, rooms)
        await thrown.play(store, rooms, 30, Random(2))
        part = await store.run(lambda c: dice_counts.extend(c, Counted(), 10))
        assert not part.kept.counts.is_complete
        whole = await store.run(lambda c: dice_counts.extend(c, part, 20))
        assert whole.kept.counts == truth(rooms)
        store.close()

    asyncio.run(go())


@pytest.mark.parametrize("harm", ["no counts at all", '{"counts": 3}', None])
def test_counts_that_cannot_be_of_this_log_are_made_anew(tmp_path: Path, harm: str | None) -> None:
    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(3)
        await thrown.make(store, rooms)
        await thrown.play(store, rooms, 30, Random(2))
        known = await store.run(lambda c: dice_counts.extend(c, Counted(), 1000))
        await thrown.play(store, rooms, 30, Random(3))

        def spoil(connection: sql.Connection) -> None:
            if harm is None:  # the file was written anew, with its rows in another order
                connection.exec_driver_sql("update entry set rowid = -rowid")
                connection.exec_driver_sql("update entry set rowid = rowid + 1000")
            else:
                about.put(connection, dice_counts.NAME, harm)

        await store.run(spoil)
        counted = await store.run(lambda c: dice_counts.extend(c, known, 100_000))
        assert counted.kept.counts.throws == truth(rooms).throws
        if harm:
            assert counted.kept.counts == truth(rooms)
        store.close()

    asyncio.run(go())


def test_the_memory_of_rooms_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice_counts, "MOST_ROOMS", 2)

    async def go() -> None:
        store, rooms, known = open_store(tmp_path / "club.db"), thrown.tables(9), Counted()
        await thrown.make(store, rooms)
        for n in range(20):
            await thrown.play(store, rooms, 10, Random(n))
            known = await store.run(lambda c, k=known: dice_counts.extend(c, k, 5))
            assert len(known.pasts) < 2 + 5
        known = await store.run(lambda c, k=known: dice_counts.extend(c, k, 1000))
        assert known.kept.counts == truth(rooms)
        store.close()

    asyncio.run(go())
