import asyncio
from pathlib import Path

from tests.server.club_room import open_club

from nardy.server.matchmaking.services import MatchmakingServices


def test_all_services_know_the_same_people(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            meeting = MatchmakingServices(club)
            assert meeting.people.online is meeting.online
            assert meeting.challenges.people is meeting.people
            await meeting.close()

    asyncio.run(go())
