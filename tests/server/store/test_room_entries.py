import asyncio
import logging
from pathlib import Path

import pytest
import sqlalchemy as sql
from msgspec import structs
from tests.server.packed import finish, log_of, pack_all

from nardy.server.errors import StoreError
from nardy.server.store import log, room_entries
from nardy.server.store.database.opening import open_store
from nardy.server.store.packed_tables import packed_room
from nardy.server.store.schema import entry


def test_a_packed_room_is_read_as_before(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    logs = {"r1": log_of("backgammon"), "r2": log_of("tapa", 2)}

    async def go() -> None:
        for room_id, entries in logs.items():
            await finish(store, room_id, entries)
        before = await store.read(lambda c: log.load_room(c, "r1"))
        first = await store.read(lambda c: room_entries.first_events(c, list(logs), 7))
        assert await pack_all(store) == 2
        after = await store.read(lambda c: log.load_room(c, "r1"))
        assert before is not None
        assert after is not None
        assert after[0] == before[0]
        # All but the ids of acts, which nobody sends again.
        assert list(after[1]) == [structs.replace(one, key=None) for one in before[1]]
        assert await store.read(lambda c: room_entries.first_events(c, list(logs), 7)) == first
        assert [len(events) for events in first.values()] == [7, 7]
        assert await store.read(lambda c: room_entries.entries_of(c, "none")) == []

    asyncio.run(go())
    store.close()


def test_a_room_whose_archive_is_away_is_told_in_one_sentence(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> None:
        await finish(store, "r1", log_of("backgammon"))
        await pack_all(store)
        await finish(store, "r2", log_of("backgammon"))
        away = sql.update(packed_room).values(data=None, archive="old.games")
        await store.run(lambda c: c.execute(away))
        with pytest.raises(StoreError, match=r"expected the archive .*old\.games.* put it back"):
            await store.read(lambda c: log.load_room(c, "r1"))
        first = await store.read(lambda c: room_entries.first_events(c, ["r1", "r2"], 3))
        assert list(first) == ["r2"]

    asyncio.run(go())
    store.close()


def test_rooms_that_cannot_be_read_hide_no_first_events_of_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_store(tmp_path / "club.db")
    room_entries.tell_once.cache_clear()

    async def go() -> None:
        await finish(store, "packed-damaged", log_of("tapa"))
        await pack_all(store)
        damaged = sql.update(packed_room).values(data=b"\x01zz")
        await store.run(lambda c: c.execute(damaged))
        for room_id in ("row-damaged", "sound"):
            await finish(store, room_id, log_of("tapa"))
        torn = sql.update(entry).where(entry.c.room == "row-damaged", entry.c.number == 2)
        await store.run(lambda c: c.execute(torn.values(event='{"kind":')))
        rooms = ["packed-damaged", "row-damaged", "sound"]
        for _ in range(2):
            first = await store.read(lambda c: room_entries.first_events(c, rooms, 3))
            assert list(first) == ["sound"]

    with caplog.at_level(logging.ERROR):
        asyncio.run(go())
    store.close()
    assert [one.getMessage() for one in caplog.records] == [
        f"the log of room {room_id} cannot be read: its first turns are left out"
        for room_id in ("row-damaged", "packed-damaged")
    ]
