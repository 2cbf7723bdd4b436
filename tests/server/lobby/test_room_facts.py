import asyncio
from pathlib import Path

from tests.server.club_room import open_club

from nardy.server.rooms.new_room import NewRoom


def test_people_are_known_by_their_token_and_called_by_their_name(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, token = await club.welcome("Anna")
            assert await club.guest(token) == guest
            assert await club.guest("other") is None
            assert await club.guest(None) is None
            seats = NewRoom(games=("backgammon",), white=f"guest:{guest.id}", black="bot:random")
            room = await club.make(seats)
            await club.rename(guest, "Anna K.")
            facts = await club.describer.facts(room, f"guest:{guest.id}")
            assert (facts.white.name, facts.white.is_bot, facts.you) == ("Anna K.", False, "white")
            assert (facts.black.name, facts.black.is_bot) == ("random", True)
            assert (await club.describer.facts(room, None)).you is None
            assert await club.rooms_of(guest) == [room.record.id]

    asyncio.run(go())
