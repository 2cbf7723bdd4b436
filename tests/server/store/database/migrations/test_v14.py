import asyncio
import sqlite3
from pathlib import Path

import pytest
from tests.server.store.database.test_migrating import old_database
from tests.server.store.ratings.test_ladders import columns_of

from nardy.server.players.recalculation import recount
from nardy.server.store import guests
from nardy.server.store.database.opening import open_store
from nardy.server.store.ratings import ladders, recalculation


def test_old_tokens_play_and_read_and_what_they_planted_is_gone(tmp_path: Path) -> None:
    file = old_database(tmp_path, "0.1.0")
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        told = connection.execute("select guest, password from account order by guest").fetchall()
        assert told == [("a", "hash"), ("b", "hash"), ("c", "hash"), ("p", "")]
        assert connection.execute("select guest from recovery").fetchall() == [("a",)]
        asked = "select guest, agent, scopes from session where guest in ('a', 'p') order by guest"
        scopes = connection.execute(asked).fetchall()
    assert scopes == [("a", "Firefox", ""), ("p", "token", "play read")]
    assert guests.CALLS == "token"


def test_opponents_of_before_are_counted(tmp_path: Path) -> None:
    file = old_database(tmp_path, "0.1.0")
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        asked = "select who, opponents from standing order by who"
        found = connection.execute(asked).fetchall()
        assert found == [("guest:a", 2), ("guest:b", 1), ("guest:c", 1)]
        weights = connection.execute("select distinct rated_length from result").fetchall()
        numbers = connection.execute("select room, number from result order by number").fetchall()
    assert weights == [(None,)]
    assert numbers == [(f"r{n}", n + 2) for n in range(8)]  # the first entry is of another room


def test_an_older_club_counts_its_ladders_again_and_comes_to_the_same(tmp_path: Path) -> None:
    file, newer = (old_database(tmp_path, version) for version in ("0.1.0", "0.1.1"))
    with sqlite3.connect(file) as connection:
        asked = "select who, rating, strength, trend, last_room from standing order by who"
        before = connection.execute(asked).fetchall()

    async def count() -> None:
        store = open_store(file)
        (mark,) = await store.read(recalculation.marks)
        assert await recount(store, mark, rest=0)
        found = await store.read(lambda c: ladders.places_of(c, "guest:a"))
        assert (found[0].standing.opponents, found[0].standing.matches) == (2, 8)
        store.close()

    asyncio.run(count())
    with sqlite3.connect(file) as connection:
        after = connection.execute(asked).fetchall()
    assert [row[3:] for row in after] == [row[3:] for row in before]
    for one, other in zip(after, before, strict=True):
        assert one[1:3] == pytest.approx(other[1:3])
    # Nardy 0.1.1 rated the same matches as they were played.
    assert rated(file) == rated(newer)


def rated(file: Path) -> list[list[tuple[object, ...]]]:
    """All results and standings: a migration adds columns at the end."""
    with sqlite3.connect(file) as connection:
        return [
            connection.execute(
                f"select {', '.join(sorted(columns_of(name)))} from {name} order by {key}"  # noqa: S608
            ).fetchall()
            for name, key in (("result", "room"), ("standing", "who"))
        ]
