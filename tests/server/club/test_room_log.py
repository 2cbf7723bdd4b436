import asyncio
from pathlib import Path
from typing import Any

from tests.server.club_room import look, open_club
from tests.server.fair_play.fair_games import a_game, take_turns

from nardy.server.club.club import Club
from nardy.server.store import guests, notice_channels, outbox
from nardy.server.store.guests import Guest
from nardy.server.store.notice_channels import Subscription
from nardy.server.store.outbox import Notice

DAYS = {"clock": "0d86400"}


async def with_browsers(club: Club, *people: str) -> None:
    """People who are told by push."""

    def job(connection: Any) -> None:
        for who in people:
            guests.add_guest(connection, Guest(who, who), f"token-{who}", 1)
            session = guests.hashed(f"token-{who}")
            one = Subscription(who, f"https://{who}.example", "", "", session, 1)
            notice_channels.subscribe(connection, who, one)

    await club.store.run(job)


async def told(club: Club) -> list[Notice]:
    """All notices, the oldest first."""
    found = [await club.store.read(lambda c, who=who: outbox.latest_of(c, who, 99)) for who in "ab"]
    return sorted((one for some in found for one in some), key=lambda one: one.id)


def test_each_turn_by_correspondence_is_told_once_to_the_one_whose_turn_it_is(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await with_browsers(club, "a", "b")
            room = await a_game(club, terms=DAYS)
            expected = [room.who(room.match.game.to_act)]
            for _ in range(5):
                await take_turns(club, room, 1)
                if (who := room.who(room.match.game.to_act)) != expected[-1]:
                    expected.append(who)
            notices = await told(club)
            assert [f"guest:{one.guest}" for one in notices] == expected
            assert len(expected) > 3
            assert {(one.kind, one.game, one.path) for one in notices} == {
                ("turn", "hypergammon", f"/play/{room.record.id}")
            }
            # All but the last are no longer true.
            needed = [await club.notices.is_needed(one) for one in notices]
            assert needed == [False] * (len(notices) - 1) + [True]

    asyncio.run(go())


def test_nobody_is_told_who_is_at_the_board(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await with_browsers(club, "a", "b")
            room = await a_game(club, terms=DAYS)
            [notice] = await told(club)
            assert await club.notices.is_needed(notice)
            [page] = await look(club, room, f"guest:{notice.guest}")
            assert not await club.notices.is_needed(notice)
            page.close()
            assert await club.notices.is_needed(notice)

    asyncio.run(go())


def test_no_turn_is_told_in_a_game_on_a_clock_or_without_one(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await with_browsers(club, "a", "b")
            for terms in ({}, {"clock": "600+8"}):
                await take_turns(club, await a_game(club, terms=terms), 2)
            assert await told(club) == []

    asyncio.run(go())


def test_a_game_that_is_over_calls_nobody(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await with_browsers(club, "a", "b")
            room = await a_game(club, terms=DAYS)
            [notice] = await told(club)
            await club.close_room(room)
            assert not await club.notices.is_needed(notice)

    asyncio.run(go())
