import asyncio
import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from tests.server.club_room import open_club
from tests.server.fair_play.fair_games import a_game, take_turns

from nardy.core.player import Player
from nardy.server.club.club import Club
from nardy.server.errors import StoreError
from nardy.server.fair_play.protected_games import ProtectedGame
from nardy.server.fair_play.rules import board_of
from nardy.server.store import log


def only(club: Club) -> ProtectedGame:
    club.fair_play.games.refresh()
    (found,) = club.fair_play.games.of({"guest:a"})
    return found


def test_a_protected_game_is_known_by_its_checkers_from_turn_to_turn(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, games = await a_game(club), club.fair_play.games
            first = board_of(room.situation.position)
            assert only(club).now == room.situation
            assert [one.record.id for one in games.near(first)] == [room.record.id]
            await take_turns(club, room, 3)
            one = only(club)
            assert (one.now, sum(one.turns)) == (room.situation, 3)
            now = board_of(room.situation.position)
            assert [found.record.id for found in games.near(now)] == [room.record.id]
            assert games.get(room.record.id) is one

    asyncio.run(go())


def test_a_game_is_protected_from_the_second_seat_to_its_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, games = await a_game(club, black=None), club.fair_play.games
            assert games.of({"guest:a"}) == []
            await club.sit(room, "guest:b")
            assert len(games.of({"guest:a"})) == len(games.of({"guest:b"})) == 1
            board = board_of(room.situation.position)
            await club.close_room(room)
            games.refresh()
            assert games.of({"guest:a"}) == list(games.near(board)) == []
            casual = await a_game(club, black="bot:random")
            assert games.get(casual.record.id) is None

    asyncio.run(go())


def test_what_rests_is_known_and_what_another_program_ends_is_not_held_against_anybody(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_game(club)
            await take_turns(club, room, 2)
            club.evict(room)
            one = only(club)
            assert (one.now, one.version) == (room.situation, room.version)
            assert await club.fair_play.games.still([one]) == [one]
            await club.store.run(lambda c: log.close(c, room.record.id))
            assert await club.fair_play.games.still([one]) == []
            assert club.fair_play.games.of({"guest:a"}) == []

    asyncio.run(go())


def test_after_a_start_games_are_read_that_nobody_has_opened(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_game(club)
            await take_turns(club, room, 2)
            await a_game(club, black="bot:random")
            over = await a_game(club)
            await club.close_room(over)
        async with open_club(tmp_path) as club:
            assert club.fair_play.games.of({"guest:a"}) == []
            club.fair_play.games.learn()
            await club.fair_play.games.learned()
            assert only(club).now == room.situation
            assert club.all_loaded() == []
            club.fair_play.games.reseat("guest:a", "guest:anna")
            assert len(club.fair_play.games.of({"guest:anna"})) == 1

    asyncio.run(go())


def test_games_are_read_some_seconds_after_a_start_or_as_soon_as_somebody_waits(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_game(club)
        async with open_club(tmp_path) as club:
            games = club.fair_play.games
            games.learn(600)
            await asyncio.sleep(0.01)
            assert games.get(room.record.id) is None
            await games.learned()
            assert games.get(room.record.id) is not None
        async with open_club(tmp_path) as club:
            games = club.fair_play.games
            games.learn(0.01)
            while games.get(room.record.id) is None:
                await asyncio.sleep(0.01)

    asyncio.run(go())


def test_a_club_that_could_not_read_its_games_reads_them_at_the_next_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await a_game(club)
        async with open_club(tmp_path) as club:
            with monkeypatch.context() as patched:

                def locked(_: object) -> list[str]:
                    raise OperationalError("", {}, sqlite3.OperationalError("database is locked"))

                patched.setattr(log, "states_of_unfinished", locked)
                club.fair_play.games.learn()
                with pytest.raises(StoreError, match="another program holds it"):
                    await club.fair_play.games.learned()
            await club.fair_play.games.learned()
            assert len(club.fair_play.games.of({"guest:a"})) == 1

    asyncio.run(go())


def test_seats_that_change_hands_are_followed(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_game(club)
            room.record = replace(room.record, white="guest:anna")
            club.fair_play.games.refresh()
            assert len(club.fair_play.games.of({"guest:anna"})) == 1
            assert room.who(Player.WHITE) == "guest:anna"

    asyncio.run(go())


@pytest.mark.sqlite
def test_a_damaged_log_keeps_nobody_from_being_protected(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            one, other = await a_game(club), await a_game(club)
        with contextlib.closing(sqlite3.connect(tmp_path / "club.db")) as database, database:
            database.execute("delete from entry where room = ?", [one.record.id])
        async with open_club(tmp_path) as club:
            games = club.fair_play.games
            games.learn()
            await games.learned()
            assert games.get(one.record.id) is None
            assert games.get(other.record.id) is not None

    asyncio.run(go())
