import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from nardy.server.club.log_reader import TOGETHER, LogReader
from nardy.server.errors import DamagedLogError


class Store:
    """A store that notes what is read together, and answers with the names."""

    def __init__(self, damaged: str = "", unreadable: str = "") -> None:
        self.damaged, self.unreadable = damaged, unreadable
        self.reading = self.most = 0
        self.readings = list[list[str]]()

    async def read(self, job: Callable[[Any], object]) -> dict[str, object]:
        rooms: Sequence[str] = job.keywords["rooms"]  # type: ignore[attr-defined]
        self.readings.append([*rooms])
        self.reading += 1
        self.most = max(self.most, self.reading)
        await asyncio.sleep(0.001)
        self.reading -= 1
        if self.unreadable in rooms:
            raise ValueError(self.unreadable)
        known = (room for room in rooms if room != "unknown")
        return {
            room: DamagedLogError(room, "none") if room == self.damaged else room for room in known
        }


def reading(store: Store, *rooms: str) -> list[Any]:
    async def go() -> list[Any]:
        logs = LogReader(store)  # type: ignore[arg-type]
        return await asyncio.gather(*map(logs.read, rooms), return_exceptions=True)

    return asyncio.run(go())


def test_who_waits_shares_a_reading_and_one_goes_on_at_a_time() -> None:
    store = Store()
    rooms = [str(number) for number in range(2 * TOGETHER + 1)]
    assert reading(store, *rooms) == rooms
    assert store.most == 1
    assert [room for reading in store.readings for room in reading] == rooms
    assert [len(rooms) for rooms in store.readings] == [TOGETHER, TOGETHER, 1]


def test_a_log_that_several_wait_for_is_read_once_and_again_for_who_comes_later() -> None:
    async def go() -> None:
        store = Store()
        logs = LogReader(store)  # type: ignore[arg-type]
        assert await asyncio.gather(logs.read("a"), logs.read("a")) == ["a", "a"]
        assert store.readings == [["a"]]
        first = asyncio.create_task(logs.read("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert store.readings == [["a"], ["a"]]
        # What is written from now on must be in the answer.
        assert await logs.read("a") == "a"  # type: ignore[comparison-overlap]
        assert len(store.readings) == 3
        await first

    asyncio.run(go())


def test_a_room_that_does_not_exist_is_none() -> None:
    assert reading(Store(), "a", "unknown") == ["a", None]


def test_a_damaged_log_is_told_to_whoever_asks_for_it() -> None:
    found = reading(Store(damaged="b"), "a", "b", "c")
    assert [found[0], found[2]] == ["a", "c"]
    assert isinstance(found[1], DamagedLogError)


def test_what_cannot_be_read_at_all_fails_alone() -> None:
    store = Store(unreadable="b")
    found = reading(store, "a", "b", "c")
    assert [found[0], found[2]] == ["a", "c"]
    assert isinstance(found[1], ValueError)
    assert store.readings == [["a", "b", "c"], ["a"], ["b"], ["c"]]
    assert store.most == 1


@pytest.mark.parametrize("leaving", [0, 1])
def test_who_is_cancelled_keeps_nobody_waiting(leaving: int) -> None:
    async def go() -> None:
        logs = LogReader(Store())  # type: ignore[arg-type]
        asking = [asyncio.create_task(logs.read(name)) for name in "aab"]
        await asyncio.sleep(0)
        asking.pop(leaving).cancel()
        assert await asyncio.gather(*asking) == ["a", "b"]

    asyncio.run(go())
