import asyncio
import threading

import pytest

from nardy.server.store.database.batches import MOST_TOGETHER, Batches


def test_what_waits_meanwhile_is_one_batch() -> None:
    seen, gate = list[list[int]](), threading.Event()

    def commit(batch: list[int]) -> list[object]:
        gate.wait(10)
        seen.append(batch)
        return [ZeroDivisionError() if one == 3 else one * 10 for one in batch]

    async def go() -> list[object]:
        batches = Batches[int]("test", commit)
        asked = [asyncio.create_task(batches.do(number)) for number in range(400)]
        await asyncio.sleep(0.05)
        gate.set()
        told = await asyncio.gather(*asked, return_exceptions=True)
        batches.close()
        assert sum(batches.sizes.counts) == len(seen)
        assert batches.sizes.total == 400
        return told

    told = asyncio.run(go())
    assert isinstance(told[3], ZeroDivisionError)
    assert [one for one in told if not isinstance(one, Exception)] == [
        number * 10 for number in range(400) if number != 3
    ]
    assert [number for batch in seen for number in batch] == list(range(400))
    assert max(map(len, seen)) == MOST_TOGETHER


def test_who_closes_waits_for_all_and_nobody_is_left() -> None:
    async def go() -> None:
        batches = Batches[int]("test", list)
        last = asyncio.create_task(batches.do(7))
        await asyncio.sleep(0)
        batches.close()
        assert await last == 7

    asyncio.run(go())


@pytest.mark.parametrize("count", [1, 5])
def test_one_who_gave_up_stops_no_other(count: int) -> None:
    async def go() -> None:
        gate = threading.Event()

        def commit(batch: list[int]) -> list[object]:
            gate.wait(10)
            return list(batch)

        batches = Batches[int]("test", commit)
        gone, *others = (asyncio.create_task(batches.do(number)) for number in range(count))
        await asyncio.sleep(0.01)
        gone.cancel()
        gate.set()
        assert await asyncio.gather(*others) == list(range(1, count))
        batches.close()

    asyncio.run(go())
