import asyncio

import pytest

from nardy.server.club.acts_in_flight import ActsInFlight


def test_an_act_ends_although_its_sender_has_gone() -> None:
    async def go() -> None:
        acts, done, go_on = ActsInFlight(), list[int](), asyncio.Event()

        async def act() -> int:
            await go_on.wait()
            done.append(1)
            return 7

        sender = asyncio.create_task(acts.run(act()))
        await asyncio.sleep(0)
        sender.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sender
        await acts.finish(0.01)
        assert not done
        go_on.set()
        await acts.finish()
        assert done == [1]
        assert await acts.run(act()) == 7
        await acts.finish()

    asyncio.run(go())
