import asyncio
import itertools
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.server.played import club_file, result, some_results

from nardy.core.events import Started
from nardy.server.ratings.ladder import Ladder, Result
from nardy.server.store import ladders, log
from nardy.server.store.log import Entry, RoomRecord
from nardy.server.store.opening import open_store

RESULTS = [
    result(1, "a", "b"),
    result(2, "b", "c", 0.5, length=5),
    result(2, "c", "a", 0, room="r2b", length=3),
    result(4, "a", "b", 1, pace="blitz"),
]


def tables(file: Path) -> tuple[list[tuple[object, ...]], ...]:
    """Everything that follows from the log, to the last bit."""
    with sqlite3.connect(file) as connection:
        return tuple(
            connection.execute(f"select * from {name} order by 1, 2, 3").fetchall()  # noqa: S608
            for name in ("result", "standing")
        )


def after(folder: Path, results: Sequence[Result]) -> tuple[list[tuple[object, ...]], ...]:
    folder.mkdir(exist_ok=True)
    return tables(asyncio.run(club_file(folder, results)))


def test_standings_are_those_of_the_pure_ladder(tmp_path: Path) -> None:
    results = some_results(["a", "b", "c"], 40)
    ladder = Ladder()
    for one in results:
        ladder.add(one)
    file = asyncio.run(club_file(tmp_path, results))
    store = open_store(file)
    people = list(ladder.standings)
    found = asyncio.run(store.run(lambda c: ladders.standings_of(c, people, "long-nardy", "rapid")))
    store.close()
    assert found == ladder.standings


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))), ids=str)
def test_in_whatever_order_results_arrive_the_ratings_are_the_same(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    in_time = after(tmp_path / "one", RESULTS)
    assert after(tmp_path / "two", [RESULTS[number] for number in order]) == in_time


def test_rebuilt_they_are_the_same_to_the_last_bit(tmp_path: Path) -> None:
    results = some_results(["a", "b", "c", "d"], 60)
    results += [result(70, "a", "bot:baseline", is_rated=False), result(71, "a", "b", None)]
    file = asyncio.run(club_file(tmp_path, results))
    before = tables(file)
    Random(1).shuffle(results)
    store = open_store(file)
    told = {one.room: one for one in results}
    assert asyncio.run(store.run(lambda c: ladders.rebuild(c, told))) == 4
    store.close()
    assert tables(file) == before
    assert len(before[0]) == 62


def test_nothing_is_rebuilt_while_a_room_is_missing(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, RESULTS))
    before = tables(file)
    store = open_store(file)
    told = {one.room: one for one in RESULTS[1:]}
    assert asyncio.run(store.run(lambda c: ladders.rebuild(c, told))) is None
    store.close()
    assert tables(file) == before


def test_the_last_entries_and_the_result_are_written_together(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    record = RoomRecord(id="r1", games=("backgammon",), is_over=True)
    begun = Entry(Started("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 opening"), 7)

    async def go() -> None:
        await store.run(lambda c: log.make_room(c, replace(record, is_over=False), []))
        append = ladders.append
        one = result(1, "a", "b")
        assert await store.run(lambda c: append(c, record, 5, [begun], one)) == (False, [])
        assert await store.run(lambda c: ladders.changes_of(c, "r1")) == {}
        is_ours, changed = await store.run(lambda c: append(c, record, 0, [begun], one))
        assert is_ours
        assert [who for who, _ in changed] == ["guest:a", "guest:b"]
        told = await store.run(lambda c: ladders.changes_of(c, "r1"))
        assert told == {"guest:a": (1510, 10), "guest:b": (1490, -10)}

    asyncio.run(go())
    store.close()
