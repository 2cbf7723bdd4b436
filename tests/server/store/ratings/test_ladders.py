import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.databases import connected
from tests.server.played import club_file, result, some_results

from nardy.server.ratings.ladder import Ladder, RatedResult
from nardy.server.store.all_tables import metadata
from nardy.server.store.database.opening import open_store
from nardy.server.store.ratings import ladders

RESULTS = [
    result(1, "a", "b"),
    result(2, "b", "c", 0.5, length=5),
    result(2, "c", "a", 0, room="r2b", length=3),
    result(4, "a", "b", 1, pace="blitz"),
]


def tables(file: Path) -> tuple[list[tuple[object, ...]], ...]:
    """Everything that follows from the log, to the last bit, but the places in the log itself."""
    with connected(file) as connection:
        return tuple(
            connection.execute(
                f"select {', '.join(columns_of(name))} from {name} order by 1, 2, 3"  # noqa: S608
            ).fetchall()
            for name in ("result", "standing")
        )


def columns_of(table: str) -> list[str]:
    return [column.name for column in metadata.tables[table].columns if column.name != "number"]


def after(folder: Path, results: Sequence[RatedResult]) -> tuple[list[tuple[object, ...]], ...]:
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


def test_a_clock_that_was_set_back_changes_no_order(tmp_path: Path) -> None:
    # The third result comes a day before the others, by the clock of then.
    results = [replace(one, ended_at=at) for one, at in zip(RESULTS, (5, 9, 2, 7), strict=True)]
    in_time = [replace(one, ended_at=at) for one, at in zip(RESULTS, (5, 9, 9, 9), strict=True)]
    ladder = Ladder()
    for one in results[:3]:
        ladder.add(one)
    assert ladder.of("guest:c").last == (2, "r2b")
    standings = after(tmp_path / "one", results)[1]
    ratings = [(who, rating) for who, _, _, rating, *_ in standings]
    expected = [
        (who, _, _, rating) for who, _, _, rating, *_ in after(tmp_path / "two", in_time)[1]
    ]
    assert ratings == [(who, rating) for who, _, _, rating in expected]


def test_results_stand_in_the_order_of_the_ends_of_rooms(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, RESULTS))
    with connected(file) as connection:
        places = (
            "select result.number, finished_room.number from result join finished_room using (room)"
        )
        found = connection.execute(places).fetchall()
    assert sorted(found) == [(number, number) for number in range(1, len(RESULTS) + 1)]


def test_what_stands_beside_a_result_is_the_standing_of_then(tmp_path: Path) -> None:
    results = some_results(["a", "b", "c"], 20)
    file, ladder = asyncio.run(club_file(tmp_path, results)), Ladder()
    with connected(file) as connection:
        asked = "select white_after, black_after from result order by number"
        for one, told in zip(results, connection.execute(asked).fetchall(), strict=True):
            rated = ladder.add(one)
            for text, standing in zip(told, (rated.white, rated.black), strict=True):
                assert ladders.standing_in(text) == replace(standing, trend=(), last=(0, ""))


def test_results_are_replaced_and_standings_removed(tmp_path: Path) -> None:
    store = open_store(asyncio.run(club_file(tmp_path, RESULTS)))

    async def go() -> None:
        await store.run(lambda c: ladders.replace_results(c, [replace(RESULTS[0], score=0)]))
        await store.run(lambda c: ladders.remove_results(c, ["r2"]))
        found = await store.read(ladders.every)
        assert found == {
            "r1": replace(RESULTS[0], score=0),
            **{one.room: one for one in RESULTS[2:]},
        }
        assert await store.read(ladders.count_standings) == 5
        await store.run(lambda c: ladders.remove_results(c, ["r1"]))
        await store.run(ladders.remove_unplayed_standings)
        # Of one game at a rapid pace and one of blitz.
        assert await store.read(ladders.count_standings) == 4

    asyncio.run(go())
    store.close()


PEOPLE = ["ann", "bo", "cy", "dee"]
LADDER = "long-nardy", "rapid"


def asked(folder: Path, results: list[Any], *questions: Callable[..., Any]) -> list[Any]:
    store = open_store(asyncio.run(club_file(folder, results)))

    async def go() -> list[Any]:
        return [await store.run(question) for question in questions]

    try:
        return asyncio.run(go())
    finally:
        store.close()


def test_who_has_played_enough_is_ranked_and_who_has_not_stands_apart(tmp_path: Path) -> None:
    results = [*some_results(PEOPLE, 60), result(100, "ann", "eve"), result(101, "eve", "bo")]
    best, new, ranked = asked(
        tmp_path,
        results,
        lambda c: ladders.leaders(c, *LADDER),
        lambda c: ladders.leaders(c, *LADDER, provisional=True),
        lambda c: ladders.ranked(c, *LADDER),
    )
    assert {place.who for place in best} == {f"guest:{who}" for who in PEOPLE}
    ratings = [place.standing.rating for place in best]
    assert ratings == sorted(ratings, reverse=True)
    assert [place.who for place in new] == ["guest:eve"]
    assert ranked == 4


def test_a_rank_is_the_place_in_the_table(tmp_path: Path) -> None:
    best, _ = asked(
        tmp_path,
        some_results(PEOPLE, 60),
        lambda c: [(p, ladders.rank_of(c, p)) for p in ladders.leaders(c, *LADDER)],
        ladders.ladders,
    )
    assert [rank for _, rank in best] == [1, 2, 3, 4]


def test_a_provisional_player_has_no_rank(tmp_path: Path) -> None:
    rank, nobody = asked(
        tmp_path,
        [result(1, "a", "b")],
        lambda c: ladders.rank_of(c, ladders.places_of(c, "guest:a")[0]),
        lambda c: ladders.place_of(c, "guest:c", *LADDER),
    )
    assert rank is None
    assert nobody is None


def test_every_ladder_is_told_with_how_much_was_played(tmp_path: Path) -> None:
    results = [*some_results(PEOPLE, 50), result(90, "ann", "bo", game="plakoto", pace="blitz")]
    (told,) = asked(tmp_path, results, ladders.ladders)
    assert [(one.game, one.pace, one.ranked, one.players, one.matches) for one in told] == [
        ("long-nardy", "rapid", 4, 4, 50),
        ("plakoto", "blitz", 0, 2, 1),
    ]


@pytest.mark.sqlite
def test_the_table_is_read_by_its_index(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, [result(1, "a", "b")]))
    question = (
        "select * from standing where game = 'x' and pace = 'y' and matches >= 10 "
        "order by rating desc, who limit 50"
    )
    with connected(file) as connection:
        plan = str(connection.execute(f"explain query plan {question}").fetchall())
    assert "USING INDEX standing_by_rating" in plan
