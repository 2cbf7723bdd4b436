import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import order
from tests.server.half import two_clubs

from nardy.server.club.club import NewRoom
from nardy.server.errors import StaleError

SEATS = {"white": "guest:a", "black": "guest:b"}


def test_a_copy_follows_the_log_and_the_seats_and_nobody_can_act_in_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            room = await ours.make(NewRoom(games=("long-nardy",), white="guest:a"))
            copy = await theirs.room(room.record.id)
            assert copy is not None
            assert copy is not room
            assert copy.record.black is None
            await ours.sit(room, "guest:b")
            seated = await theirs.room(room.record.id)
            assert seated is not None
            assert (seated.record.black, seated.version) == ("guest:b", room.version)
            # The same copy as long as nothing changes.
            assert await theirs.room(room.record.id) is seated
            mover = seated.match.game.to_act
            with pytest.raises(StaleError):
                await seated.act(mover, order(seated, "resign:single"))
            assert (await ours.room(room.record.id)) is room
            assert room.version == seated.version
            assert theirs.all_loaded() == []

    asyncio.run(go())


def test_there_is_no_copy_of_a_room_that_does_not_exist(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (_, theirs, _, _):
            assert await theirs.room("none") is None

    asyncio.run(go())


def test_a_room_made_for_another_process_is_not_kept_here(tmp_path: Path) -> None:
    # A room in memory of a process that does not own it would be stale when it owns it one day.
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            made = await theirs.make(NewRoom(games=("plakoto",), **SEATS))
            assert theirs.all_loaded() == []
            assert ours.all_loaded() == []
            found = await ours.room(made.record.id)
            assert found is not None
            assert ours.all_loaded() == [found]

    asyncio.run(go())
