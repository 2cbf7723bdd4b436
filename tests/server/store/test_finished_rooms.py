import asyncio
from pathlib import Path

import sqlalchemy as sql
from tests.server import thrown

from nardy.core.events import RolledOff
from nardy.server.store import finished_rooms, log, merge_guest
from nardy.server.store.database.opening import open_store
from nardy.server.store.log import LogEntry
from nardy.server.store.merge_guest import MergedIds


def test_rooms_are_numbered_in_the_order_of_their_ends(tmp_path: Path) -> None:
    """By a last entry, by being closed, or since two guests turned out to be one."""
    rooms = thrown.tables(5)
    ids = [one.record.id for one in rooms]

    def job(connection: sql.Connection) -> list[int]:
        one = [LogEntry(RolledOff(3, 1), 1)]
        assert log.append(connection, ids[3], 0, one, is_over=True)
        assert log.close(connection, ids[1])
        assert not log.close(connection, ids[1])
        assert not log.append(connection, ids[3], 1, one, is_over=True)
        merge_guest.join(connection, MergedIds("guest:bo", "guest:ann"))
        return [finished_rooms.number_of(connection, room_id) for room_id in ids]

    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        await thrown.make(store, rooms)
        assert await store.run(job) == [3, 2, 0, 1, 0]
        store.close()

    asyncio.run(go())


def test_rooms_to_count_come_in_portions_by_their_entries(tmp_path: Path) -> None:
    rooms = thrown.tables(6)

    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        await thrown.fill(store, rooms, 60)
        lengths = {one.record.id: len(one.entries) for one in rooms}
        seen = list[str]()
        while some := await store.read(lambda c: finished_rooms.uncounted(c, 4, 25)):
            assert len(some) == 1 or sum(map(lengths.__getitem__, some)) <= 25
            await store.run(lambda c, of=some: finished_rooms.note_counted(c, of, 4))
            seen += some
        assert seen == [*lengths]
        assert await store.read(lambda c: finished_rooms.counted(c, 4)) == seen
        assert await store.read(finished_rooms.latest_count) == 4
        # The next count takes them all again.
        assert await store.read(lambda c: finished_rooms.uncounted(c, 5, 1_000)) == seen
        store.close()

    asyncio.run(go())
