import asyncio
from pathlib import Path
from random import Random

import pytest
from tests.server import thrown

from nardy.server.dice_audit.audit import throws_of
from nardy.server.dice_counts.recount import recount
from nardy.server.protocol.dice import DiceCounts
from nardy.server.store import about, dice_counts, packing
from nardy.server.store.database.opening import open_store


def truth(rooms: list[thrown.Table]) -> DiceCounts:
    return recount([throws_of(one.record, one.entries) for one in rooms])


def test_whatever_is_counted_when_every_finished_room_is_counted_once(tmp_path: Path) -> None:
    """In pieces of any size, and by a club whose writing failed; games that go on are not counted."""
    random, rooms = Random(1), thrown.tables(9)

    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        await thrown.make(store, rooms)
        for step in range(40):
            over = step * len(rooms) // 40
            await thrown.play(store, rooms[over:], random.randint(0, 30), random)
            await thrown.end(store, rooms[:over])
            limit = random.choice([1, 40, 1000])
            if random.random() < 0.3:
                with pytest.raises(ZeroDivisionError):
                    await store.run(lambda c, n=limit: (dice_counts.extend(c, n), 1 // 0))
            told = await store.run(lambda c, n=limit: dice_counts.extend(c, n))
            assert not told.is_complete or told == truth(rooms[:over])
        await thrown.end(store, rooms)
        assert await store.run(lambda c: dice_counts.extend(c, 10_000)) == truth(rooms)
        store.close()

    asyncio.run(go())
    assert truth(rooms).throws > 200


def test_packed_games_are_counted_once_also_from_the_start(tmp_path: Path) -> None:
    """Rooms end and are packed between two counts, and the counts are lost now and then."""
    random, rooms = Random(5), thrown.tables(12)

    async def go() -> None:
        store, packed = open_store(tmp_path / "club.db"), 0
        await thrown.make(store, rooms)
        for step in range(36):
            await thrown.play(store, rooms[step // 3 :], random.randint(1, 20), random)
            if step % 3 == 2:
                await thrown.end(store, [rooms[step // 3]])
            if random.random() < 0.3:
                await store.run(lambda c: about.put(c, dice_counts.NAME, "lost"))
            for _ in range(random.randint(1, 3)):
                limit = random.choice([3, 200])
                await store.run(lambda c, n=limit: dice_counts.extend(c, n))
            found, _ = await store.read(lambda c: packing.look_further(c, "", 1, 100))
            packed += await store.run(lambda c, of=found: packing.put(c, of, 1))
        while not (await store.run(lambda c: dice_counts.extend(c, 1000))).is_complete:
            pass
        counts, counted = await store.read(dice_counts.counted_rooms)
        assert counts == truth(rooms)
        assert counted == [one.record.id for one in rooms]
        assert packed > 5
        store.close()

    asyncio.run(go())


def test_what_is_counted_in_part_says_so(tmp_path: Path) -> None:
    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(3)
        await thrown.fill(store, rooms, 30, seed=2)
        part = await store.run(lambda c: dice_counts.extend(c, 10))
        assert not part.is_complete
        assert part.throws > 0
        assert await store.run(lambda c: dice_counts.extend(c, 30)) == truth(rooms)
        store.close()

    asyncio.run(go())


@pytest.mark.parametrize("harm", ["no counts at all", '{"counts": 3}', '{"form": 1}'])
def test_counts_of_another_form_are_made_anew(tmp_path: Path, harm: str) -> None:
    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(3)
        await thrown.fill(store, rooms, 30, seed=2)
        await store.run(lambda c: dice_counts.extend(c, 1000))
        await store.run(lambda c: about.put(c, dice_counts.NAME, harm))
        assert await store.run(lambda c: dice_counts.extend(c, 100_000)) == truth(rooms)
        store.close()

    asyncio.run(go())
