import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import enroll, look, open_club, order
from tests.server.fair_play.fair_games import a_game, take_turns
from tests.server.half import two_clubs

from nardy.core.player import Player
from nardy.formats import position_text
from nardy.server.club.club import Club, NewRoom
from nardy.server.club.merge_guest import take_along
from nardy.server.errors import StaleError, StoreError
from nardy.server.store import guests, notice_channels, outbox
from nardy.server.store.guests import Guest
from nardy.server.store.log import Terms
from nardy.server.store.notice_channels import Subscription
from nardy.server.store.outbox import Notice
from nardy.server.store.ratings import ladders

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


def test_whoever_starts_the_next_game_of_a_match_is_told(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await with_browsers(club, "a", "b")
            room = await a_game(club, game="long-nardy", length=3, terms=DAYS)
            for turns in (1, 0):
                await take_turns(club, room, turns)
                loser = room.who(room.match.game.to_act)
                winner = room.who(room.match.game.to_act.opponent)
                await club.act(order(room, "resign:single"), loser)
                await club.act(order(room, "accept"), winner)
                await club.act(order(room, "next"), loser)
                notice = (await told(club))[-1]
                starter = room.who(room.match.game.to_act)
                assert (f"guest:{notice.guest}", notice.key.split()[-1]) == (
                    starter,
                    str(room.version),
                )

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


@pytest.mark.parametrize("account", ["b", "h"])
def test_a_result_goes_to_whoever_has_the_seat_by_now(tmp_path: Path, account: str) -> None:
    """The guest became an account at another process, whose hint was lost; h has the other seat."""

    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, _, _):
            await enroll(club, "b", "h")
            await club.store.run(lambda c: guests.add_guest(c, Guest("g", "G"), "key", 1))
            room = await a_game(club, white="guest:g", black="guest:h", terms={"clock": "600+8"})
            while room.match.game.to_act is Player.WHITE:
                await take_turns(club, room, 1)
            await club.act(order(room, "resign:single", "resign"), "guest:h")
            await take_along(other, Guest("g", "G"), Guest(account, account, role="member"))
            assert room.record.white == "guest:g"
            with contextlib.suppress(StaleError):
                await club.act(order(room, "accept", "last"), "guest:g")
            results = await club.store.read(ladders.every)
            seats = {(one.white, one.black) for one in results.values()}
            assert seats == ({("guest:b", "guest:h")} if account == "b" else set())

    asyncio.run(go())


def test_a_game_of_a_bot_against_itself_has_a_result(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            bots = {"white": "bot:baseline", "black": "bot:baseline"}
            room = await club.make(NewRoom(games=("hypergammon",), terms=Terms(), **bots))
            while not room.record.is_over:
                await asyncio.sleep(0.01)
            results = await club.store.read(ladders.every)
            assert [one.white for one in results.values()] == ["bot:baseline"]

    asyncio.run(go())


def test_whose_turn_it_is_at_a_chosen_position_is_told_when_the_other_sits(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await with_browsers(club, "a", "b")
            begins = position_text.loads("hypergammon,cube_play=off w 2:1 3:1")
            terms = Terms(from_position=True, **DAYS)
            games = ("hypergammon,cube_play=off",)
            room = await club.make(NewRoom(games=games, white="guest:a", terms=terms, start=begins))
            assert await told(club) == []
            await club.sit(room, "guest:b")
            assert [(one.guest, one.kind) for one in await told(club)] == [("a", "turn")]

    asyncio.run(go())


def test_a_notice_that_cannot_be_written_costs_nobody_the_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    async def go() -> None:
        async with open_club(tmp_path) as club:
            begins = position_text.loads("hypergammon,cube_play=off w 2:1 3:1")
            terms = Terms(from_position=True, **DAYS)
            new = NewRoom(games=("hypergammon,cube_play=off",), white="guest:a", terms=terms)
            room = await club.make(replace(new, start=begins))
            monkeypatch.setattr(club.notices, "tell", fail)
            assert await club.sit(room, "guest:b") is Player.BLACK

    asyncio.run(go())
