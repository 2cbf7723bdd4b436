import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.server.played import club_file, result, some_results

from nardy.server.store.database.opening import open_store
from nardy.server.store.ratings import leaders

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
        lambda c: leaders.leaders(c, *LADDER),
        lambda c: leaders.leaders(c, *LADDER, provisional=True),
        lambda c: leaders.ranked(c, *LADDER),
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
        lambda c: [(p, leaders.rank_of(c, p)) for p in leaders.leaders(c, *LADDER)],
        leaders.ladders,
    )
    assert [rank for _, rank in best] == [1, 2, 3, 4]


def test_a_provisional_player_has_no_rank(tmp_path: Path) -> None:
    rank, nobody = asked(
        tmp_path,
        [result(1, "a", "b")],
        lambda c: leaders.rank_of(c, leaders.places_of(c, "guest:a")[0]),
        lambda c: leaders.place_of(c, "guest:c", *LADDER),
    )
    assert rank is None
    assert nobody is None


def test_every_ladder_is_told_with_how_much_was_played(tmp_path: Path) -> None:
    results = [*some_results(PEOPLE, 50), result(90, "ann", "bo", game="plakoto", pace="blitz")]
    (told,) = asked(tmp_path, results, leaders.ladders)
    assert [(one.game, one.pace, one.ranked, one.players, one.matches) for one in told] == [
        ("long-nardy", "rapid", 4, 4, 50),
        ("plakoto", "blitz", 0, 2, 1),
    ]


def test_the_table_is_read_by_its_index(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, [result(1, "a", "b")]))
    question = (
        "select * from standing where game = 'x' and pace = 'y' and matches >= 10 "
        "order by rating desc, who limit 50"
    )
    with sqlite3.connect(file) as connection:
        plan = str(connection.execute(f"explain query plan {question}").fetchall())
    assert "USING INDEX standing_by_rating" in plan
