import asyncio
from pathlib import Path

from tests.server.club_room import open_club

from nardy.server.club import Club, Order
from nardy.server.live import Page
from nardy.server.protocol import Lobby
from nardy.server.room import Room
from nardy.server.watching import Gathering, is_public, is_unhurried, onlookers

OPEN = {"open": True, "clock": "600+8"}


async def look(club: Club, room: Room, *people: str | None) -> list[Page]:
    pages = [Page(club, who) for who in people]
    for page in pages:
        await page.hear(f'{{"type": "watch", "room": "{room.record.id}"}}')
    return pages


def listed(lobby: Lobby) -> list[str]:
    return [game.room for game in lobby.games]


def test_who_looks_on_is_named_and_who_has_no_name_is_counted(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(Order(games=("plakoto",), white="guest:a", black="guest:b"))
            guest, _ = await club.welcome("Anna")
            pages = await look(club, room, "guest:a", f"guest:{guest.id}", None, None)
            assert onlookers(room, club.presence) == ([f"guest:{guest.id}"], 2)
            facts = await club.facts(room, "guest:a")
            assert (facts.watchers, facts.visitors) == (["Anna"], 2)
            for page in pages:
                page.close()
            assert onlookers(room, club.presence) == ([], 0)

    asyncio.run(go())


def test_public_games_in_which_somebody_plays_are_on_the_list(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            private = await club.make(Order(games=("plakoto",), **seats))
            public = await club.make(Order(games=("plakoto",), terms=OPEN, **seats))
            bots = await club.make(Order(games=("tapa",), white="guest:a", black="bot:random"))
            left = await club.make(Order(games=("tapa",), terms=OPEN, **seats))
            assert [is_public(room) for room in (private, public, bots)] == [False, True, True]
            for room in (private, public, bots):
                await look(club, room, "guest:a", "guest:b")
            await look(club, left, "guest:a")
            lobby = await club.lobby(None)
            assert listed(lobby) == [public.record.id, bots.record.id]
            assert lobby.games[1].black.is_bot
            assert lobby.mine == []

    asyncio.run(go())


def test_games_of_ones_own_are_listed_with_whose_turn_it_is(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Anna")
            me, slow = f"guest:{guest.id}", {"clock": "0d86400"}
            room = await club.make(Order(games=("plakoto",), white=me, black="guest:b", terms=slow))
            await club.make(Order(games=("plakoto",), white=me, black="bot:random"))
            assert is_unhurried(room)
            (mine,) = (await club.lobby(me)).mine
            (theirs,) = (await club.lobby("guest:b")).mine
            assert mine.room == theirs.room == room.record.id
            assert mine.is_your_turn != theirs.is_your_turn
            assert (mine.clock, theirs.name) == ("0d86400", "Anna")

    asyncio.run(go())


def test_many_who_come_at_once_are_told_of_together() -> None:
    async def go() -> None:
        told: list[str] = []
        gathering = Gathering(told.append, moment=0.02)
        for _ in range(100):
            gathering.change("a")
        gathering.change("b")
        assert told == []
        async with asyncio.timeout(5):
            while len(told) < 2:
                await asyncio.sleep(0.01)
        assert told == ["a", "b"]
        gathering.change("a")
        gathering.close()

    asyncio.run(go())


def test_the_first_news_is_told_at_once_and_the_next_together() -> None:
    async def go() -> list[str]:
        told: list[str] = []
        gathering = Gathering(told.append, moment=0.05)
        for _ in range(20):
            gathering.soon("lobby")
        assert told == ["lobby"]
        await asyncio.sleep(0.08)
        assert told == ["lobby"] * 2
        gathering.soon("lobby")
        await asyncio.sleep(0.08)
        gathering.soon("lobby")
        gathering.close()
        return told

    assert len(asyncio.run(go())) in (3, 4)
