import asyncio
import logging
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.packed import BEGAN, finish, log_of, pack_all

from nardy.core.events import RolledOff
from nardy.server.dice_audit.audit import audit
from nardy.server.dice_audit.service import DiceStatistics
from nardy.server.store import finished_rooms, log, packing
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry
from nardy.server.store.packed_games import form
from nardy.server.store.packed_tables import packed_room
from nardy.server.store.room_entries import entries_of, tell_once
from nardy.server.store.schema import entry, room

LATE = BEGAN * 2


async def rows(store: Writer) -> dict[str, tuple[int, int, int]]:
    """The month, the place and the length of packed rooms."""
    query = sql.select(packed_room)
    found = await store.read(lambda c: c.execute(query).all())
    return {one.room: (one.month, one.number, one.length) for one in found}


async def left(store: Writer) -> dict[str, int]:
    """How many entries rooms have as rows."""
    query = sql.select(entry.c.room, sql.func.count()).group_by(entry.c.room)
    return {one[0]: one[1] for one in await store.read(lambda c: c.execute(query).all())}


def test_a_finished_room_is_one_row_and_keeps_its_place(tmp_path: Path) -> None:
    store, game = open_store(tmp_path / "club.db"), log_of("backgammon")

    async def go() -> None:
        for name in ("r1", "r2", "r3"):
            await finish(store, name, game)
        assert await pack_all(store) == 3
        assert await rows(store) == {
            name: (202609, number, len(game)) for number, name in enumerate(("r1", "r2", "r3"), 1)
        }
        assert await left(store) == {}
        await finish(store, "r4", game[:1])
        assert await store.read(lambda c: finished_rooms.number_of(c, "r4")) == 4

    asyncio.run(go())
    store.close()


@pytest.mark.parametrize("why", ["goes on", "fresh", "not counted", "changed"])
def test_a_room_stays_as_it_is_while_it(
    why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, game = open_store(tmp_path / "club.db"), log_of("tapa")

    async def go() -> None:
        await finish(store, "r1", game)
        if why == "goes on":
            await store.run(lambda c: c.execute(sql.update(room).values(is_over=False)))
        if why == "not counted":
            found, _ = await store.read(lambda c: packing.look_further(c, "", LATE, 9))
            assert not found
        elif why == "changed":
            await pack_all(store, before=0)
            found, _ = await store.read(lambda c: packing.look_further(c, "", LATE, 9))
            gone = sql.delete(entry).where(entry.c.room == "r1", entry.c.number == len(game))
            await store.run(lambda c: c.execute(gone))
            assert await store.run(lambda c: packing.put(c, found, LATE)) == 0
        else:
            assert await pack_all(store, BEGAN if why == "fresh" else LATE) == 0
        assert await rows(store) == {}

    asyncio.run(go())
    store.close()
    assert not caplog.records


def test_what_unpacking_does_not_give_back_is_not_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store, game = open_store(tmp_path / "club.db"), log_of("tapa")
    unpack = form.unpack

    def forgetful(data: bytes) -> list[form.PackedEntry]:
        found = unpack(data)
        return [*found[:-1], found[-1]._replace(at=found[-1].at + 1)]

    async def go() -> None:
        for name in ("r1", "r2"):
            await finish(store, name, game)
        monkeypatch.setattr(form, "unpack", forgetful)
        with caplog.at_level(logging.ERROR):
            assert await pack_all(store) == 0
        assert await left(store) == {"r1": len(game), "r2": len(game)}
        assert await rows(store) == {}

    asyncio.run(go())
    store.close()
    assert "a finished room cannot be packed: r1" in caplog.text


def test_all_rooms_are_looked_at_in_portions(tmp_path: Path) -> None:
    store, names = open_store(tmp_path / "club.db"), [f"r{number}" for number in range(7)]

    async def go() -> None:
        for name in names:
            await finish(store, name, log_of("tapa")[:5])
        await pack_all(store, before=0)
        after, seen = "", list[str]()
        for _ in range(4):
            found, after = await store.read(
                lambda c, after=after: packing.look_further(c, after, LATE, 2)
            )
            seen += [one.room for one in found]
        assert after == ""
        assert seen == names

    asyncio.run(go())
    store.close()


def test_a_packed_room_takes_no_act(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> None:
        await finish(store, "r1", log_of("tapa"))
        await pack_all(store)
        length = len(await store.read(lambda c: entries_of(c, "r1")))
        one = [LogEntry(RolledOff(3, 1), 1)]
        assert not await store.run(lambda c: log.append(c, "r1", length, one))

    asyncio.run(go())
    store.close()


def test_a_room_that_cannot_be_read_keeps_no_other_from_being_counted_and_packed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, game = open_store(tmp_path / "club.db"), log_of("tapa")
    tell_once.cache_clear()

    async def go() -> None:
        for name in ("q1-torn", "q2", "q3"):
            await finish(store, name, game)
        torn = sql.update(entry).where(entry.c.room == "q1-torn", entry.c.number == len(game) - 1)
        await store.run(lambda c: c.execute(torn.values(event='{"kind":')))
        assert await pack_all(store) == 2
        assert await pack_all(store) == 0
        counts = await DiceStatistics(store).counts()
        assert (counts.is_complete, counts.rooms) == (True, 2)
        found = await audit(store, lambda *_: None)
        assert found.is_same
        assert sum("whole log of room q1-torn" in one for one in found.wrong) == 1

    with caplog.at_level(logging.ERROR):
        asyncio.run(go())
    store.close()
    for told in ("its throws are not counted", "it is not packed"):
        assert caplog.text.count(f"the log of room q1-torn cannot be read: {told}") == 1
