import asyncio
from dataclasses import replace
from pathlib import Path

from tests.server.club_room import enroll, open_club
from tests.server.matchmaking.searching import Tab

from nardy.server.club.club import Club
from nardy.server.matchmaking.open_rooms import take_seat, waiting_for
from nardy.server.players.rating_eligibility import RatedLimits
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store import decisions, talk
from nardy.server.store.log import Terms

ORDER = NewRoom(games=("tapa",), terms=Terms(clock="600+8", open=True))


async def waiting(club: Club, who: str, order: NewRoom) -> Room:
    room = await club.make(replace(order, white=who))
    club.presence.come(room, who, Tab(who))
    return room


def test_rooms_on_the_same_terms_are_found_but_ones_own(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            theirs = await waiting(club, "guest:a", ORDER)
            await waiting(club, "guest:b", ORDER)
            await waiting(club, "guest:a", replace(ORDER, length=3))
            assert await waiting_for(club, "guest:b", ORDER) == [theirs]

    asyncio.run(go())


def test_nobody_is_sat_down_with_somebody_muted(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b", "c")
            theirs = await waiting(club, "guest:a", ORDER)
            await club.store.run(lambda c: talk.set_mute(c, "guest:a", "guest:b", on=True))
            assert await waiting_for(club, "guest:b", ORDER) == []
            assert await waiting_for(club, "guest:c", ORDER) == [theirs]
            await club.store.run(lambda c: talk.set_mute(c, "guest:c", "guest:a", on=True))
            assert await waiting_for(club, "guest:c", ORDER) == []

    asyncio.run(go())


def test_a_seat_that_one_may_not_take_is_passed_over(tmp_path: Path) -> None:
    rated = Terms(clock="600+8", open=True, rated=True)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            club.rated.limits = RatedLimits(pair_games=1)
            room = await waiting(club, "guest:a", replace(ORDER, terms=rated))
            assert not await take_seat(club, room, "guest:stranger")
            assert await take_seat(club, room, "guest:b")
            assert not await take_seat(club, room, "guest:c")

    asyncio.run(go())


def test_a_seat_whose_maker_is_banned_is_passed_over(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            room = await waiting(club, "guest:a", ORDER)
            await club.store.run(lambda c: decisions.impose(c, "a", "ban", None))
            assert not await take_seat(club, room, "guest:b")

    asyncio.run(go())
