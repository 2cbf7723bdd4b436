import asyncio
from pathlib import Path

from tests.server import thrown

from nardy.core.events import RolledOff
from nardy.server.store import log
from nardy.server.store.appends import NewEntries, append_one
from nardy.server.store.database.opening import open_store
from nardy.server.store.log import LogEntry, append_of


def one(room_id: str, before: int, *keys: str | None) -> NewEntries:
    return append_of(room_id, before, [LogEntry(RolledOff(3, 1), 7, key) for key in keys])


def test_what_is_appended_follows_the_last_entry() -> None:
    new = one("r0", 4, None, "a")
    assert (new.before, new.after) == (4, 6)
    assert [(row["number"], row["key"]) for row in new.rows] == [(5, None), (6, "a")]


def test_many_append_at_once_and_each_is_told_whether_its_entries_stand(tmp_path: Path) -> None:
    """Those that come late, for a room that is over, or for none, change nothing."""

    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(9)
        await thrown.make(store, rooms)
        await thrown.end(store, rooms[8:])
        wanted = [
            *(one(f"r{n}", 0, "a", "b") for n in range(8)),
            *(one(f"r{n}", 0, "c") for n in range(3)),  # after the first ones
            one("r0", 2, "c"),
            one("r1", 1),
            one("r8", 0, "a"),
            one("none", 0, "a"),
        ]
        told = await asyncio.gather(*map(store.append, wanted))
        assert told == [True] * 8 + [False] * 3 + [True] + [False] * 3
        lengths = [len(await loaded(store, f"r{n}")) for n in range(9)]
        assert lengths == [3, *[2] * 7, 0]
        assert [each.key for each in await loaded(store, "r0")] == ["a", "b", "c"]
        store.close()

    async def loaded(store, room_id: str):
        found = await store.read(lambda c: log.load_room(c, room_id))
        assert found
        return found[1]

    asyncio.run(go())


def test_in_a_job_it_is_part_of_the_transaction(tmp_path: Path) -> None:
    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(1)
        await thrown.make(store, rooms)
        assert await store.run(lambda c: append_one(c, one("r0", 0, "a")))
        assert not await store.run(lambda c: append_one(c, one("r0", 0, "b")))
        assert await store.run(lambda c: append_one(c, one("r0", 1, "b"), is_over=True))
        assert not await store.append(one("r0", 2, "c"))
        store.close()

    asyncio.run(go())
