import asyncio
from pathlib import Path

import pytest
from tests.server import thrown
from tests.server.store.test_dice_counts import truth

from nardy.server.dice_audit import service
from nardy.server.dice_audit.service import DiceStatistics
from nardy.server.store.database.opening import open_store


def test_what_is_old_is_counted_piece_by_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "STRETCH", 10)
    monkeypatch.setattr(service, "PAUSE_SECONDS", 0)

    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(3)
        await thrown.fill(store, rooms, 95, seed=2)
        dice = DiceStatistics(store)
        assert not (await dice.counts()).is_complete
        await dice.catch_up()
        assert await dice.counts() == truth(rooms)
        # Another club on the same file goes on where this one had come to.
        assert await DiceStatistics(store).counts() == truth(rooms)
        store.close()

    asyncio.run(go())


def test_many_who_ask_at_once_are_told_the_same(tmp_path: Path) -> None:
    async def go() -> None:
        store, rooms = open_store(tmp_path / "club.db"), thrown.tables(3)
        await thrown.fill(store, rooms, 60, seed=2)
        dice = DiceStatistics(store)
        told = await asyncio.gather(*(dice.counts() for _ in range(9)))
        assert all(one == truth(rooms) for one in told)
        store.close()

    asyncio.run(go())
