import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import enroll, first_turn, open_club, order

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.club.club import Club, NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms

TERMS = {"rated": True, "clock": "600+8"}
SEATS = {"white": "guest:a", "black": "guest:b"}


async def played(club: Club, terms: dict[str, object]) -> tuple[Room, Player]:
    """A game in which both have played and one has resigned; the room and the winner."""
    room = await club.make(NewRoom(games=("long-nardy",), terms=Terms(**terms), **SEATS))
    for _ in range(2):
        if room.match.game.phase is Phase.ROLL:
            await club.act(order(room, "roll"), room.who(room.match.game.to_act))
        if room.match.game.phase is Phase.TURN:
            moves = first_turn(room)
            await club.act(order(room, "play", moves=moves), room.who(room.match.game.to_act))
    loser = room.match.game.to_act
    await club.act(order(room, "resign:single"), room.who(loser))
    await club.act(order(room, "accept"), room.who(loser.opponent))
    return room, loser.opponent


def test_a_rating_stands_beside_a_name_and_changes_at_the_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            waiting = await club.make(NewRoom(games=("long-nardy",), terms=Terms(**TERMS), **SEATS))
            facts = await club.describer.facts(waiting, "guest:a")
            assert facts.pace == "rapid"
            assert facts.white is not None
            assert facts.white.rating is not None
            assert facts.white.rating.value == 1500
            assert facts.white.rating.is_provisional
            assert facts.white.rating.change is None
            room, winner = await played(club, TERMS)
            after = await club.describer.facts(room, None)
            seats = {Player.WHITE: after.white, Player.BLACK: after.black}
            won, lost = seats[winner], seats[winner.opponent]
            assert won is not None
            assert lost is not None
            assert won.rating is not None
            assert lost.rating is not None
            assert (won.rating.value, won.rating.change) == (1510, 10)
            assert (lost.rating.value, lost.rating.change) == (1490, -10)
            # Another board of the same two shows where they stand now.
            now = await club.describer.facts(waiting, None)
            assert now.white is not None
            assert now.white.rating is not None
            assert now.white.rating.value in (1490, 1510)
            assert now.white.rating.change is None
            # What a board that is over shows stays what it was.
            await played(club, TERMS)
            assert await club.describer.facts(room, None) == after
        async with open_club(tmp_path) as club:
            found = await club.room(room.record.id)
            assert found is not None
            again = await club.describer.facts(found, None)
            assert again.white == after.white

    asyncio.run(go())


@pytest.mark.parametrize("terms", [{}, {"clock": "600+8"}, {"rated": True}])
def test_a_casual_game_shows_and_changes_no_rating(
    tmp_path: Path, terms: dict[str, object]
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            room, _ = await played(club, terms)
            facts = await club.describer.facts(room, None)
            assert facts.pace is None
            assert facts.white is not None
            assert facts.white.rating is None
            assert (await club.standings.of("guest:a", "long-nardy", "rapid")).matches == 0

    asyncio.run(go())


def test_an_equal_opponent_is_found_first(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b", "new")
            _, winner = await played(club, TERMS)
            strong, weak = SEATS[winner.value], SEATS[winner.opponent.value]
            rooms = [
                await club.make(NewRoom(games=("long-nardy",), terms=Terms(**TERMS), white=maker))
                for maker in (weak, strong, "guest:new")
            ]
            near = await club.standings.nearest_first(rooms, "guest:other")
            assert near[0].record.white == "guest:new"
            casual = [await club.make(NewRoom(games=("tapa",), white=weak)) for _ in range(2)]
            found = await club.standings.nearest_first([casual[1], rooms[0], casual[0]], strong)
            assert found == [casual[1], casual[0], rooms[0]]
            assert await club.standings.nearest_first(rooms[:2], strong) == [rooms[1], rooms[0]]

    asyncio.run(go())


def test_a_seek_tells_whether_it_is_rated_and_how_strong_the_other_is(tmp_path: Path) -> None:
    class Here:
        silence = 0

        def want_link(self, room_id: str, number: int) -> None: ...

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            await played(club, TERMS)
            terms = {**TERMS, "open": True}
            room = await club.make(
                NewRoom(games=("long-nardy",), terms=Terms(**terms), white="guest:a")
            )
            club.presence.come(room, "guest:a", Here())
            (seek,) = await club.lobby.seeks("guest:b")
            assert seek.is_rated
            assert seek.rating is not None
            assert seek.rating.value in (1490, 1510)

    asyncio.run(go())
