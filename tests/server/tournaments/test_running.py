import asyncio
import functools
from pathlib import Path

import pytest
from tests.server.club_room import open_club
from tests.server.tournaments.tournament_hall import record

from nardy.server.errors import StaleError
from nardy.server.pairing.events import Closed, Entered, Paired
from nardy.server.pairing.values import Pairing
from nardy.server.store import tournaments
from nardy.server.tournaments.running import TOPIC, Contest


def test_what_happens_is_written_and_told(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            announced = record()
            await club.store.run(functools.partial(tournaments.make, record=announced))
            contest = Contest(announced, [], club.store, club.bus)
            told: list[str] = []
            of = announced.id
            for topic in (TOPIC, TOPIC + of):
                club.bus.subscribe(topic, told.append)
            await contest.add(Entered(1, "guest:a"), Entered(1, "guest:b"))
            await contest.add(Paired(2, 1, (Pairing(1, 2, "r"),)))
            assert told == [TOPIC + of, TOPIC] * 2
            found = await club.store.run(functools.partial(tournaments.load, of=of))
            assert found is not None
            again = Contest(*found, club.store, club.bus)
            assert again.record == announced
            assert again.now == contest.now
            await again.add(Closed(3))
            with pytest.raises(StaleError):
                await contest.add(Closed(3))
            assert contest.now.closed is None

    asyncio.run(go())
