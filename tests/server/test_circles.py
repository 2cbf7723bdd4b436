import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import open_club

from nardy.server.circles import MOST_OF_ONE
from nardy.server.refusals import RefusedError
from nardy.server.store.guests import Guest
from nardy.server.store.log import RoomRecord


def test_a_circle_needs_an_account_and_nobody_has_many(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Ann")
            with pytest.raises(RefusedError, match="sign up first"):
                await club.circles.make(guest, "Court", "")
            owner = Guest(guest.id, guest.name, role="member")
            for _ in range(MOST_OF_ONE):
                await club.circles.make(owner, "Court", "")
            with pytest.raises(RefusedError, match="at most 10 clubs"):
                await club.circles.make(owner, "Court", "")

    asyncio.run(go())


def test_a_room_of_a_circle_is_there_for_members_and_who_sits_there(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            people = [(await club.welcome(name))[0] for name in ("Ann", "Bo", "Cy")]
            ann, bo, cy = (f"guest:{one.id}" for one in people)
            owner = Guest(people[0].id, "Ann", role="member")
            of = await club.circles.make(owner, "Court", "")
            record = RoomRecord(id="r", games=("tapa",), white=bo, terms={"circle": of})
            seen = [
                await club.circles.may_see(record, who) for who in (ann, bo, cy, None, "bot:random")
            ]
            assert seen == [True, True, False, False, False]
            await club.circles.end(of)
            assert not await club.circles.may_see(record, ann)
            assert await club.circles.may_see(RoomRecord(id="r", games=("tapa",)), None)

    asyncio.run(go())
