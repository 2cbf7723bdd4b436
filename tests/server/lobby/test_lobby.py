import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.club_room import look, open_club

from nardy.core.events import Played
from nardy.server.lobby.spectators import ABANDONED, is_public, is_unhurried
from nardy.server.protocol.messages import Lobby
from nardy.server.rooms.new_room import NewRoom
from nardy.server.store.log import LogEntry, Terms
from nardy.server.timestamps import now

OPEN = {"open": True, "clock": "600+8"}


def listed(lobby: Lobby) -> list[str]:
    return [game.room for game in lobby.games]


def test_public_games_in_which_somebody_plays_are_on_the_list(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            private = await club.make(NewRoom(games=("plakoto",), **seats))
            public = await club.make(NewRoom(games=("plakoto",), terms=Terms(**OPEN), **seats))
            bots = await club.make(NewRoom(games=("tapa",), white="guest:a", black="bot:random"))
            left = await club.make(NewRoom(games=("tapa",), terms=Terms(**OPEN), **seats))
            assert [is_public(room) for room in (private, public, bots)] == [False, True, True]
            for room in (private, public, bots):
                await look(club, room, "guest:a", "guest:b")
            await look(club, left, "guest:a")
            bots.entries.append(LogEntry(Played("white", "", ()), now()))
            lobby = await club.lobby.lists_for(None)
            assert listed(lobby) == [public.record.id, bots.record.id]
            assert lobby.games[1].black.is_bot
            assert lobby.mine == []

    asyncio.run(go())


def test_a_game_against_a_bot_that_was_only_looked_at_or_left_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            # The bot's turns say nothing about the person.
            monkeypatch.setattr(club.bot_runner, "start_bots", lambda _: None)
            order = NewRoom(games=("tapa",), white="guest:a", black="bot:random")
            looked, left, played = [await club.make(order) for _ in range(3)]
            for room in (looked, left, played):
                await look(club, room, "guest:a")
            looked.entries.append(LogEntry(Played("black", "", ()), now()))
            left.entries.append(LogEntry(Played("white", "", ()), now() - ABANDONED))
            played.entries.append(LogEntry(Played("white", "", ()), now() - ABANDONED // 2))
            assert listed(await club.lobby.lists_for(None)) == [played.record.id]

    asyncio.run(go())


def test_games_of_ones_own_are_listed_with_whose_turn_it_is(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Anna")
            me, slow = f"guest:{guest.id}", {"clock": "0d86400"}
            room = await club.make(
                NewRoom(games=("plakoto",), white=me, black="guest:b", terms=Terms(**slow))
            )
            await club.make(NewRoom(games=("plakoto",), white=me, black="bot:random"))
            assert is_unhurried(room)
            (mine,) = (await club.lobby.lists_for(me)).mine
            (theirs,) = (await club.lobby.lists_for("guest:b")).mine
            assert mine.room == theirs.room == room.record.id
            assert mine.is_your_turn != theirs.is_your_turn
            assert (mine.clock, theirs.name) == ("0d86400", "Anna")

    asyncio.run(go())


def test_a_game_by_correspondence_is_listed_however_many_are_left_against_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            monkeypatch.setattr(club.bot_runner, "start_bots", lambda _: None)
            guest, _ = await club.welcome("Anna")
            me, slow = f"guest:{guest.id}", {"clock": "0d86400"}
            seats = {"white": me, "black": "guest:b"}
            old = await club.make(NewRoom(games=("tapa",), terms=Terms(**slow), **seats))
            for _ in range(21):
                await club.make(NewRoom(games=("tapa",), white=me, black="bot:random"))
            many = [await club.make(NewRoom(games=("tapa",), **seats)) for _ in range(21)]
            mine = await club.lobby.mine(me)
            assert {one.room for one in mine} == {room.record.id for room in (old, *many)}
            turns = [one.is_your_turn for one in mine]
            assert turns == sorted(turns, reverse=True)
            # The page goes on with the newest of all, whoever sits there.
            assert (await club.rooms_of(guest))[0] == many[-1].record.id

    asyncio.run(go())


def test_who_waits_is_listed_the_newest_first_and_private_games_never(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            made = []
            for since, terms in enumerate((OPEN, OPEN, {}, {**OPEN, "group": "c"}, OPEN)):
                room = await club.make(
                    NewRoom(games=("tapa",), white="guest:a", terms=Terms(**terms))
                )
                room.record = replace(room.record, since=since)
                made.append(room)
            for room in made[:-1]:
                await look(club, room, "guest:a")
            first, second, _, inside, _ = (room.record.id for room in made)
            assert [seek.room for seek in await club.lobby.seeks(None)] == [second, first]
            assert [seek.room for seek in await club.lobby.seeks(None, "c")] == [inside]
            await club.close_room(made[1])
            await club.sit(made[0], "guest:b")
            assert await club.lobby.seeks(None) == []

    asyncio.run(go())
