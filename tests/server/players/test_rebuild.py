import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.club_room import enroll, open_club
from tests.server.databases import connected
from tests.server.packed import harm_two, pack_all
from tests.server.played import end, result
from tests.server.players.test_standings import TERMS, played
from tests.server.store.ratings.test_ladders import tables

from nardy.server.errors import StoreError
from nardy.server.players.rebuild import rebuild
from nardy.server.players.recalculation import recount
from nardy.server.store.database.opening import open_store
from nardy.server.store.ratings import ladders, recalculation


async def some_games(folder: Path) -> None:
    async with open_club(folder) as club:
        await enroll(club, "a", "b")
        for terms in (TERMS, {}, TERMS, {**TERMS, "clock": "60+2"}):
            await played(club, terms)


async def rebuilt(file: Path) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    store = open_store(file)
    heard: list[tuple[int, int]] = []
    try:
        return await rebuild(store, lambda done, of: heard.append((done, of))), heard
    finally:
        store.close()


def test_ratings_are_rebuilt_from_the_log_to_the_last_bit(tmp_path: Path) -> None:
    asyncio.run(some_games(tmp_path))
    file = tmp_path / "club.db"
    before = tables(file)
    with connected(file) as connection:
        connection.execute("update standing set rating = 3000, won = 99")
        connection.execute("delete from result where room in (select room from result limit 2)")
    count, heard = asyncio.run(rebuilt(file))
    assert count == (4, 4)
    assert heard == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert tables(file) == before


def test_a_club_without_games_is_rebuilt_too(tmp_path: Path) -> None:
    assert asyncio.run(rebuilt(tmp_path / "club.db")) == ((0, 0), [])


def test_a_log_that_breaks_the_rules_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    asyncio.run(some_games(tmp_path))
    file = tmp_path / "club.db"
    before = tables(file)
    with connected(file) as connection:
        # What was accepted was never offered, however the dice fell.
        connection.execute("""delete from entry where event like '%"resigned"%'""")
        connection.execute(
            "update room set version = (select count(*) from entry where entry.room = room.id)"
        )
    with pytest.raises(StoreError, match="a log that follows the rules"):
        asyncio.run(rebuilt(file))
    assert tables(file) == before


def test_games_that_cannot_be_read_keep_their_results(tmp_path: Path) -> None:
    asyncio.run(some_games(tmp_path))
    file = tmp_path / "club.db"

    async def harm() -> None:
        store = open_store(file)
        assert await pack_all(store) == 4
        await harm_two(store)
        store.close()

    asyncio.run(harm())
    before = tables(file)
    with connected(file) as connection:
        connection.execute("update standing set rating = 3000, won = 99")
    assert asyncio.run(rebuilt(file))[0] == (4, 4)
    assert tables(file) == before


def test_a_standing_of_a_match_that_ends_meanwhile_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(some_games(tmp_path))
    new = result(9, "b", "a", game="tapa", room="meanwhile")
    remove = ladders.remove_results

    def removed_late(connection: sql.Connection, rooms: Sequence[str]) -> None:
        remove(connection, rooms)
        end(connection, new)

    monkeypatch.setattr(ladders, "remove_results", removed_late)
    assert asyncio.run(rebuilt(tmp_path / "club.db"))[0] == (4, 6)


def test_a_running_club_that_recalculates_meanwhile_leaves_no_result_uncounted(
    tmp_path: Path,
) -> None:
    asyncio.run(some_games(tmp_path))
    file = tmp_path / "club.db"
    before = tables(file)
    with connected(file) as connection:
        connection.execute("delete from result where room in (select room from result limit 2)")

    async def go() -> None:
        store = open_store(file)
        run = store.run

        async def run_and_recount(job: Callable[..., object]) -> object:
            told = await run(job)
            store.run = run  # pyright: ignore[reportAttributeAccessIssue]
            for mark in await store.read(recalculation.marks):
                await recount(store, mark, rest=0)
            store.run = run_and_recount  # pyright: ignore[reportAttributeAccessIssue]
            return told

        store.run = run_and_recount  # pyright: ignore[reportAttributeAccessIssue]
        await rebuild(store, lambda done, of: None)
        store.close()

    asyncio.run(go())
    assert tables(file) == before
