import asyncio
from collections.abc import Callable
from typing import Any

from nardy.server.club.log_reader import LogReader


class Store:
    """A store that notes how many read at once."""

    def __init__(self) -> None:
        self.reading = self.most = 0
        self.rooms = list[str]()

    async def read(self, job: Callable[[Any], object]) -> str:
        self.reading += 1
        self.most = max(self.most, self.reading)
        room = job.keywords["room_id"]  # type: ignore[attr-defined]
        await asyncio.sleep(0.001)
        self.reading -= 1
        if room == "damaged":
            raise ValueError(room)
        self.rooms.append(room)
        return room


def test_logs_are_read_one_after_another_in_their_order() -> None:
    async def go() -> None:
        store = Store()
        logs = LogReader(store)  # type: ignore[arg-type]
        rooms = ["a", "damaged", "b", "c"]
        found = await asyncio.gather(*map(logs.read, rooms), return_exceptions=True)
        assert store.rooms == ["a", "b", "c"]
        assert [one for one in found if isinstance(one, str)] == store.rooms
        assert store.most == 1

    asyncio.run(go())


def test_who_is_cancelled_keeps_nobody_waiting() -> None:
    async def go() -> None:
        store = Store()
        logs = LogReader(store)  # type: ignore[arg-type]
        first, second, third = (asyncio.create_task(logs.read(name)) for name in "abc")
        await asyncio.sleep(0)
        first.cancel()
        second.cancel()
        assert await third == "c"  # type: ignore[comparison-overlap]

    asyncio.run(go())
