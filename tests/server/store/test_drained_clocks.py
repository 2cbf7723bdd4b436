import asyncio
from pathlib import Path

from nardy.core.events import RolledOff
from nardy.server.store import drained_clocks, log
from nardy.server.store.database.opening import open_store
from nardy.server.store.drained_clocks import DrainedClock
from nardy.server.store.log import LogEntry, RoomRecord


def test_a_clock_stands_in_the_last_note_and_nothing_else_changes(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    entries = [LogEntry(RolledOff(3, 3), 1, "a", {"clock": [9]}), LogEntry(RolledOff(3, 1), 2)]
    clocks = {
        "r": DrainedClock(2, [5, 6], 9),
        # Another process has gone on with it.
        "late": DrainedClock(1, [7], 9),
        "gone": DrainedClock(1, [8], 9),
    }

    async def go() -> None:
        for room in ("r", "late"):
            record = RoomRecord(id=room, games=("backgammon",))
            await store.run(lambda c, of=record: log.make_room(c, of, entries))
        await store.run(lambda c: drained_clocks.keep(c, clocks))
        read = {of: await store.read(lambda c, of=of: log.load_room(c, of)) for of in clocks}
        assert read["r"] is not None
        note = {"stand": [5, 6], "stood_at": 9}
        assert read["r"][1] == (entries[0], LogEntry(RolledOff(3, 1), 2, None, note))
        assert read["late"] is not None
        assert read["late"][1] == tuple(entries)
        assert read["gone"] is None

    asyncio.run(go())
    store.close()
