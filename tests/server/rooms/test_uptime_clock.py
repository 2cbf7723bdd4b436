import asyncio

from nardy.server.rooms.clock import BEAT_SECONDS, STALL_MS, ServedTime, keep_beating


class Hour:
    now = 1000

    def __call__(self) -> int:
        return self.now


def test_where_nothing_beats_time_goes_on() -> None:
    hour = Hour()
    clock = ServedTime(hour)
    hour.now += 60_000
    assert clock() == 61_000


def test_time_stands_still_while_the_server_does() -> None:
    hour = Hour()
    clock = ServedTime(hour)
    clock.beat()
    for _ in range(5):
        hour.now += STALL_MS
        clock.beat()
    assert clock() == 1000 + 5 * STALL_MS
    before = clock()
    hour.now += 60_000
    # What is done before the next beat, and what behind it, is done at the same time.
    assert clock() == before + STALL_MS
    clock.beat()
    assert clock() == before + STALL_MS
    hour.now += 50
    assert clock() == before + STALL_MS + 50
    clock.stop()
    hour.now += 60_000
    assert clock() == before + STALL_MS + 60_050


def test_a_loop_that_serves_beats_until_it_ends() -> None:
    assert STALL_MS > 2 * 1000 * BEAT_SECONDS
    hour = Hour()
    clock = ServedTime(hour)

    async def go() -> None:
        task = asyncio.create_task(keep_beating(clock))
        await asyncio.sleep(0)
        hour.now += 60_000
        assert clock() == 1000 + STALL_MS
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        hour.now += 60_000
        assert clock() == 61_000 + STALL_MS

    asyncio.run(go())
