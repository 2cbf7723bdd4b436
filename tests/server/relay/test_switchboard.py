import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.server.relay.stand_ins import ROOM, SECRET_TEXT, StandIn, switchboard_of

from nardy.server.relay import switchboard as module
from nardy.server.relay.switchboard import HERE
from nardy.server.shards.leases import LEASE_SECONDS
from nardy.server.shards.numbers import shard_of

SHARD = shard_of(ROOM)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(10):
            await test()

    asyncio.run(in_time())


@pytest.mark.parametrize(
    ("own", "address"),
    [
        (StandIn(is_mine=True, everything_at="a:1"), HERE),
        (StandIn(everything_at="a:1"), "a:1"),
        (StandIn(everything_at="a:1", at={ROOM: "b:2"}), "b:2"),
    ],
)
def test_a_known_owner_is_told_at_once(own: StandIn, address: str) -> None:
    async def test() -> None:
        assert await switchboard_of(own).owner(SHARD) == address

    run(test)


@pytest.mark.parametrize("is_mine", [False, True])
def test_one_waits_for_an_owner_as_long_as_it_takes_some_beats(is_mine: bool) -> None:
    async def test() -> None:
        own = StandIn()
        switch = switchboard_of(own)
        waiting = [asyncio.create_task(switch.owner(SHARD)) for _ in range(3)]
        for _ in range(3):
            await asyncio.sleep(0.005)
            switch.look_round()
            await asyncio.sleep(0.005)
            assert not any(task.done() for task in waiting)
        own.is_mine, own.everything_at = is_mine, "b:2"
        await asyncio.sleep(0.005)
        assert not any(task.done() for task in waiting)  # nobody polls
        switch.look_round()
        assert await asyncio.gather(*waiting) == [HERE if is_mine else "b:2"] * 3

    run(test)


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.OWNER_SECONDS > LEASE_SECONDS
    monkeypatch.setattr(module, "OWNER_SECONDS", 0.05)

    async def test() -> None:
        assert await switchboard_of(StandIn()).owner(SHARD) is None

    run(test)


def test_a_beat_wakes_those_who_wait_for_it_and_not_those_who_come_later() -> None:
    async def test() -> None:
        switch = switchboard_of(StandIn())
        first = asyncio.create_task(switch.beat())
        await asyncio.sleep(0)
        switch.look_round()
        second = asyncio.create_task(switch.beat())
        await asyncio.sleep(0.01)
        assert first.done()
        assert not second.done()
        switch.look_round()
        await second

    run(test)


def test_all_pages_are_sent_away_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEAVING_SECONDS", 0.2)

    async def test() -> None:
        switch, left = switchboard_of(StandIn()), list[float]()

        class Relay:
            def send_away(self) -> None:
                left.append(asyncio.get_running_loop().time())
                switch.relays.discard(self)  # type: ignore[arg-type]

        await switch.send_all_away()
        switch.relays |= {Relay() for _ in range(4)}  # type: ignore[arg-type]
        await switch.send_all_away()
        assert (len(left), len(switch.relays)) == (4, 0)
        assert left[-1] - left[0] > 0.1

    run(test)


def test_each_relay_looks_round_also_one_that_goes_meanwhile() -> None:
    async def test() -> None:
        switch, looked = switchboard_of(StandIn()), list[int]()

        class Relay:
            def __init__(self, number: int) -> None:
                self.number = number

            def look_round(self) -> None:
                looked.append(self.number)
                switch.relays.discard(self)  # type: ignore[arg-type]

        switch.relays |= {Relay(n) for n in range(4)}  # type: ignore[arg-type]
        switch.look_round()
        assert sorted(looked) == [0, 1, 2, 3]
        switch.look_round()
        assert len(looked) == 4
        assert switch.secret == SECRET_TEXT

    run(test)
