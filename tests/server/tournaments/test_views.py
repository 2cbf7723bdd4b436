import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.tournaments.tournament_hall import MAKER, begun, hall, play_round, record, until

from nardy.server.seats import BOT
from nardy.server.store import guests
from nardy.server.store.guests import Guest
from nardy.server.tournaments import views
from nardy.server.tournaments.no_shows import NoShowTimes
from nardy.server.tournaments.views import facts_of, line_of


def test_everybody_sees_the_same_tournament_and_his_own_place_in_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 3, "round-robin", rounds=1)
            seen = {who: await facts_of(club, running, who) for who in ("guest:1", MAKER, None)}
            assert [told.you for told in seen.values()] == [1, None, None]
            assert seen[MAKER].line.is_yours
            assert not seen["guest:1"].may_enter
            busy = {n for one in running.now.open for n in (one.white, one.black)}
            assert bool(seen["guest:1"].your_room) == (1 in busy)
            assert seen[None].your_room is None
            assert (seen[None].line.round, seen[None].line.rounds) == (1, 3)
            for number in (1, 2, 3):
                await until(lambda n=number: running.now.round == n and running.now.open)
                await play_round(club, running)
            await until(lambda: running.now.closed)
            told = await facts_of(club, running, None)
            assert [(row.rank, row.number, row.score) for row in told.standings] == [
                (1, 1, 2),
                (2, 2, 1),
                (3, 3, 0),
            ]
            assert told.line.phase == "over"
            assert told.line.winner == told.entrants[0].name
            assert not told.line.winner_is_bot

    asyncio.run(go())


def test_equal_players_have_no_winner(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 2)
            await director.end(running)
            assert [row.rank for row in running.rows] == [1, 1]
            assert (await line_of(club, running, None)).winner is None

    asyncio.run(go())


def test_a_bot_that_wins_is_told_as_one(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path, NoShowTimes(grace=0, pause=0)) as (club, director):
            running = await director.make(record(rounds=1))
            for who in ("guest:1", f"{BOT}random"):
                await director.enter(running, who)
            await director.begin(running)
            await until(lambda: running.now.closed)
            line = await line_of(club, running, None)
            assert (line.winner, line.winner_is_bot) == ("random", True)

    asyncio.run(go())


def test_of_an_arena_the_latest_tables_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_TABLES", 1)

    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 4, "arena")
            assert len(running.now.meetings) == 2
            assert [one.table for one in (await facts_of(club, running, None)).tables] == [2]

    asyncio.run(go())


def test_bots_of_a_level_are_told_apart_by_a_number(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 2, "arena")
            await director.enter(running, f"{BOT}random", 2)
            await director.enter(running, f"{BOT}baseline")
            told = await facts_of(club, running, "guest:1")
            assert [(one.name, one.which, one.is_bot) for one in told.entrants[2:]] == [
                ("random", 1, True),
                ("random", 2, True),
                ("baseline", 0, True),
            ]
            assert told.line.ends is not None

    asyncio.run(go())


def test_who_enters_while_the_page_is_told_is_on_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await director.make(record())
            await director.enter(running, "guest:1")
            read, late = club.store.read, ["guest:2", "guest:3"]

            async def slow(job: Any) -> Any:
                found = await read(job)
                if late:
                    await director.enter(running, late.pop())
                return found

            club.store.read = slow  # type: ignore[method-assign]
            told = await facts_of(club, running, None)
            assert told.version == running.now.version
            assert [one.number for one in told.entrants] == [1, 2, 3]

    asyncio.run(go())


def test_open_pages_learn_of_a_new_name_in_the_version_that_they_have(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await club.store.run(lambda c: guests.add_guest(c, Guest("1", "Ann"), "token", 1))
            running = await begun(director, 4)
            old = await facts_of(club, running, None)
            assert old.entrants[0].name == "Ann"
            await club.store.run(lambda c: guests.rename(c, "1", "Anna"))
            # A second page has read the new name first.
            assert (await facts_of(club, running, None)).version == old.version
            for _ in range(2):
                news = await facts_of(club, running, None, old.version)
                assert news.since == old.version
                assert [(one.number, one.name) for one in news.entrants] == [(1, "Anna")]

    asyncio.run(go())
