import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from nardy.server.errors import DamagedLogError
from nardy.server.store import shared_reader
from nardy.server.store.shared_reader import SharedReader

MOST = 8


class Store:
    """A store that notes what is read together, and answers with the names."""

    def __init__(self, damaged: str = "", unreadable: str = "") -> None:
        self.damaged, self.unreadable = damaged, unreadable
        self.reading = self.most = 0
        self.readings = list[list[str]]()

    async def read(self, job: Callable[[Any], object]) -> object:
        self.reading += 1
        self.most = max(self.most, self.reading)
        try:
            found = job(self)
            await asyncio.sleep(0.001)
        finally:
            self.reading -= 1
        return found

    def find(self, keys: Sequence[str]) -> dict[str, Any]:
        self.readings.append([*keys])
        if self.unreadable in keys:
            raise ValueError(self.unreadable)
        known = (key for key in keys if key != "unknown")
        return {key: DamagedLogError(key, "none") if key == self.damaged else key for key in known}


def reader_of(store: Any, *, one_a_round: bool = False) -> SharedReader[Any]:
    return SharedReader(store, Store.find, MOST, one_a_round=one_a_round)


def reading(store: Store, *rooms: str) -> list[Any]:
    async def go() -> list[Any]:
        shared = reader_of(store)
        return await asyncio.gather(*map(shared.read, rooms), return_exceptions=True)

    return asyncio.run(go())


def test_who_waits_shares_a_reading_and_one_goes_on_at_a_time() -> None:
    store = Store()
    rooms = [str(number) for number in range(2 * MOST + 1)]
    assert reading(store, *rooms) == rooms
    assert store.most == 1
    assert [room for reading in store.readings for room in reading] == rooms
    assert [len(rooms) for rooms in store.readings] == [MOST, MOST, 1]


def test_a_log_that_several_wait_for_is_read_once_and_again_for_who_comes_later() -> None:
    async def go() -> None:
        store = Store()
        shared = reader_of(store)
        assert await asyncio.gather(shared.read("a"), shared.read("a")) == ["a", "a"]
        assert store.readings == [["a"]]
        first = asyncio.create_task(shared.read("a"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert store.readings == [["a"], ["a"]]
        # What is written from now on must be in the answer.
        assert await shared.read("a") == "a"
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


def test_who_waits_for_a_database_that_does_not_answer_waits_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_reader, "AT_ONCE", 0.0)
    store = Store(unreadable="b")
    found = reading(store, "a", "b", "c")
    assert [type(one) for one in found] == [ValueError] * 3
    assert store.readings == [["a", "b", "c"]]


@pytest.mark.parametrize("leaving", [0, 1])
def test_who_is_cancelled_keeps_nobody_waiting(leaving: int) -> None:
    async def go() -> None:
        shared = reader_of(Store())
        asking = [asyncio.create_task(shared.read(name)) for name in "aab"]
        await asyncio.sleep(0)
        asking.pop(leaving).cancel()
        assert await asyncio.gather(*asking) == ["a", "b"]

    asyncio.run(go())


@pytest.mark.parametrize("one_a_round", [False, True])
def test_answers_come_at_once_or_one_in_each_round(one_a_round: bool) -> None:
    async def go() -> None:
        shared = reader_of(Store(), one_a_round=one_a_round)
        asking = [asyncio.create_task(shared.read(str(number))) for number in range(MOST)]
        at_once = 0
        while not all(task.done() for task in asking):
            before = sum(task.done() for task in asking)
            await asyncio.sleep(0)
            at_once = max(at_once, sum(task.done() for task in asking) - before)
        assert at_once == (1 if one_a_round else MOST)

    asyncio.run(go())
