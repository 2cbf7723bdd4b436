import asyncio
from pathlib import Path

from tests.server.club_room import look, open_club

from nardy.server.lobby.spectators import Spectators, onlookers
from nardy.server.rooms.orders import NewRoom


def test_who_looks_on_is_named_and_who_has_no_name_is_counted(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("plakoto",), white="guest:a", black="guest:b"))
            guest, _ = await club.welcome("Anna")
            pages = await look(club, room, "guest:a", f"guest:{guest.id}", None, None)
            assert onlookers(room, club.presence) == ([f"guest:{guest.id}"], 2)
            facts = await club.describer.facts(room, "guest:a")
            assert (facts.watchers, facts.visitors) == (["Anna"], 2)
            for page in pages:
                page.close()
            assert onlookers(room, club.presence) == ([], 0)

    asyncio.run(go())


def test_many_who_come_at_once_are_told_of_together() -> None:
    async def go() -> None:
        told: list[str] = []
        spectators = Spectators(told.append, moment=0.02)
        for _ in range(100):
            spectators.change("a")
        spectators.change("b")
        assert told == []
        async with asyncio.timeout(5):
            while len(told) < 2:
                await asyncio.sleep(0.01)
        assert told == ["a", "b"]
        spectators.change("a")
        spectators.close()

    asyncio.run(go())


def test_the_first_news_is_told_at_once_and_the_next_together() -> None:
    async def go() -> list[str]:
        told: list[str] = []
        spectators = Spectators(told.append, moment=0.05)
        for _ in range(20):
            spectators.soon("lobby")
        assert told == ["lobby"]
        await asyncio.sleep(0.08)
        assert told == ["lobby"] * 2
        spectators.soon("lobby")
        await asyncio.sleep(0.08)
        spectators.soon("lobby")
        spectators.close()
        return told

    assert len(asyncio.run(go())) in (3, 4)
