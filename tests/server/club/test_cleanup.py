import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import open_club

from nardy.server.club import cleanup
from nardy.server.club.cleanup import KEPT_GUESTS, KEPT_SESSIONS, clean
from nardy.server.club.club import Order
from nardy.server.timestamps import now

HOUR = 3600 * 1000


def test_who_never_played_is_forgotten_after_a_time_and_players_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanup, "AT_ONCE", 2)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            idle = [await club.welcome(f"Guest {number}") for number in range(5)]
            player, token = await club.welcome("Anna")
            room = await club.make(
                Order(games=("tapa",), white=f"guest:{player.id}", black="guest:b")
            )
            began = now()

            await clean(club, began + KEPT_GUESTS - HOUR)
            assert None not in [await club.guest(one) for _, one in idle]

            await clean(club, began + KEPT_GUESTS + HOUR)
            assert [await club.guest(one) for _, one in idle] == [None] * 5
            assert await club.guest(token) == player

            await clean(club, began + KEPT_SESSIONS + HOUR)
            assert await club.guest(token) is None
            facts = await club.faces.facts(room, None)
            assert facts.white is not None
            assert facts.white.name == "Anna"

    asyncio.run(go())
