import asyncio
import gc
import time
from pathlib import Path

import pytest
from tests.server.club_room import open_club

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.club.club import Club
from nardy.server.rooms import start
from nardy.server.rooms.orders import NewRoom
from nardy.server.store import log
from nardy.server.store.database.opening import open_store


def test_a_game_begins_when_both_seats_are_taken(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("backgammon",), white="guest:a"))
            assert room.match.game.phase is Phase.OPENING
            assert await club.sit(room, "guest:a") is Player.WHITE
            assert room.match.game.phase is Phase.OPENING
            assert await club.sit(room, "guest:b") is Player.BLACK
            assert room.match.game.phase is Phase.TURN
            assert await club.sit(room, "guest:c") is None

    asyncio.run(go())


def test_who_does_not_say_what_his_chain_begins_with_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 1)

    async def go() -> None:
        club = Club(open_store(tmp_path / "club.db"), patience=0.05)
        try:
            seats = {"white": "guest:a", "black": "guest:b"}
            silent, quick = [await club.make(NewRoom(games=("tapa",), **seats)) for _ in range(2)]
            told: list[str] = []
            for player in Player:
                await club.game_starter.commit(quick, player, "")
            assert (silent.version, quick.throws.count > 0) == (1, True)
            for room in (silent, quick):
                club.bus.subscribe(room.record.id, told.append)
            async with asyncio.timeout(5):
                while silent.match.game.phase is Phase.OPENING:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            # The other one had begun: nobody is told anything twice.
            assert told == [silent.record.id] * silent.throws.count  # once, and for each tie
        finally:
            await club.close()

    asyncio.run(go())


def test_a_chain_is_waited_for_as_long_as_several_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 4)

    async def go() -> float:
        club = Club(open_store(tmp_path / "club.db"), patience=0.05)
        try:
            start = time.monotonic()
            room = await club.make(NewRoom(games=("tapa",), white="guest:a", black="guest:b"))
            while room.match.game.phase is Phase.OPENING:
                await asyncio.sleep(0.01)
            return time.monotonic() - start
        finally:
            await club.close()

    assert asyncio.run(go()) >= 0.19


def test_what_is_closed_before_it_begins_throws_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 1)

    async def go() -> None:
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
        club = Club(open_store(tmp_path / "club.db"), patience=0.02)
        try:
            seats = {"white": "guest:a", "black": "guest:b"}
            ended, elsewhere = [
                await club.make(NewRoom(games=("tapa",), **seats)) for _ in range(2)
            ]
            await club.close_room(ended)
            # Another program closes it: that is seen when the first throw is written.
            await club.store.run(lambda c: log.close(c, elsewhere.record.id))
            await asyncio.sleep(0.2)
            gc.collect()
            assert (ended.throws.count, elsewhere.throws.count, told) == (0, 0, [])
        finally:
            await club.close()

    asyncio.run(go())
