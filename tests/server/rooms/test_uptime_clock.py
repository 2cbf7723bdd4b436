import asyncio

from nardy.server.rooms.clock import BEAT_SECONDS, STALL, ServedTime, keep_beating


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
        hour.now += STALL
        clock.beat()
    assert clock() == 1000 + 5 * STALL
    before = clock()
    hour.now += 60_000
    # What is done before the next beat, and what behind it, is done at the same time.
    assert clock() == before + STALL
    clock.beat()
    assert clock() == before + STALL
    hour.now += 50
    assert clock() == before + STALL + 50
    clock.stop()
    hour.now += 60_000
    assert clock() == before + STALL + 60_050


def test_a_loop_that_serves_beats_until_it_ends() -> None:
    assert STALL > 2 * 1000 * BEAT_SECONDS
    hour = Hour()
    clock = ServedTime(hour)

    async def go() -> None:
        task = asyncio.create_task(keep_beating(clock))
        await asyncio.sleep(0)
        hour.now += 60_000
        assert clock() == 1000 + STALL
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        hour.now += 60_000
        assert clock() == 61_000 + STALL

    asyncio.run(go())
