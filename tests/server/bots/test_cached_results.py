import asyncio
from dataclasses import replace

import pytest
from tests.server.club_room import room_in_memory

from nardy.server.bots.cached_results import Thoughts


def test_what_failed_is_told_to_all_who_waited_and_thought_of_anew() -> None:
    room, thoughts, begun = room_in_memory("tapa"), Thoughts[int](), []

    async def think() -> int:
        begun.append(room.version)
        await asyncio.sleep(0)
        if len(begun) == 1:
            raise ValueError
        return 7

    async def go() -> None:
        both = await asyncio.gather(
            *(thoughts.of(room, think) for _ in range(2)), return_exceptions=True
        )
        assert [type(one) for one in both] == [ValueError, ValueError]
        assert [await thoughts.of(room, think) for _ in range(2)] == [7, 7]
        assert len(begun) == 2
        thoughts.put_away(room)
        assert await thoughts.of(room, think) == 7
        assert len(begun) == 3

    asyncio.run(go())


def test_who_goes_away_takes_no_thought_from_others_and_of_what_is_over_nothing_is_kept() -> None:
    room, thoughts, begun = room_in_memory("tapa"), Thoughts[int](), []

    async def think() -> int:
        begun.append(room.version)
        await asyncio.sleep(0.01)
        return 7

    async def go() -> None:
        first, second = (asyncio.create_task(thoughts.of(room, think)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert await second == 7
        with pytest.raises(asyncio.CancelledError):
            await first
        room.record = replace(room.record, is_over=True)
        room.entries.append(room.entries[-1])
        for _ in range(2):
            assert await thoughts.of(room, think) == 7
        assert len(begun) == 3

    asyncio.run(go())
