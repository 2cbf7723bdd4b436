import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.databases import connected
from tests.server.played import BEGAN, DAY, club_file, result

from nardy.server.store import profiles
from nardy.server.store.database.opening import open_store
from nardy.server.store.profiles import GameScore, ResultFilter

RESULTS = [
    result(1, "a", "b", 1),
    result(2, "b", "a", 1, length=5, white_points=5.0, black_points=3.0),
    result(3, "a", "c", 0.5),
    result(4, "a", "b", 1, is_rated=False, pace=None),
    result(5, "a", "bot:baseline", 1, is_rated=False, pace=None),
    result(6, "a", "b", None, size="void"),
]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory):
    store = open_store(asyncio.run(club_file(tmp_path_factory.mktemp("club"), RESULTS)))

    def question(job: Callable[..., Any]) -> Any:
        return asyncio.run(store.run(job))

    yield question
    store.close()


def test_a_history_is_seen_by_its_player_the_latest_first(ask) -> None:
    told = ask(lambda c: profiles.history(c, ResultFilter("guest:a", casual=False)))
    assert [past.room for past in told] == ["r6", "r3", "r2", "r1"]
    lost = told[2]
    assert (lost.seat, lost.opponent, lost.score) == ("black", "guest:b", 0)
    assert (lost.mine, lost.theirs, lost.length) == (3, 5, 5)
    assert lost.change is not None
    assert lost.change < 0
    assert told[0].score is None
    assert told[0].change is None


def test_casual_games_are_told_only_if_asked_for(ask) -> None:
    told = ask(lambda c: profiles.history(c, ResultFilter("guest:a", casual=True)))
    assert [past.room for past in told] == ["r6", "r5", "r4", "r3", "r2", "r1"]
    of_game = ask(
        lambda c: profiles.history(c, ResultFilter("guest:a", casual=True, game="plakoto"))
    )
    assert of_game == []


def test_a_history_is_told_page_by_page(ask) -> None:
    rooms: list[str] = []
    before = None
    while True:
        asked = ResultFilter("guest:a", casual=True, before=before)
        page = ask(lambda c, a=asked: profiles.history(c, a, 2))
        if not page:
            break
        rooms += [past.room for past in page]
        before = page[-1].ended_at
    assert rooms == ["r6", "r5", "r4", "r3", "r2", "r1"]


def test_a_rating_over_time_ends_where_it_stands(ask) -> None:
    marks = ask(lambda c: profiles.rated_over_time(c, "guest:a", "long-nardy", "rapid"))
    assert [at for at, _ in marks] == [BEGAN + n * DAY for n in (1, 2, 3)]
    assert marks[0][1] == 1510
    last = ask(lambda c: profiles.rated_over_time(c, "guest:a", "long-nardy", "rapid", limit=1))
    assert last == marks[-1:]


def test_the_score_against_each_opponent(ask) -> None:
    rated = ask(lambda c: profiles.rivals(c, ResultFilter("guest:a", casual=False)))
    assert [(r.opponent, r.won, r.drawn, r.lost) for r in rated] == [
        ("guest:b", 1, 0, 1),
        ("guest:c", 0, 1, 0),
    ]
    every = ask(lambda c: profiles.rivals(c, ResultFilter("guest:a", casual=True)))
    assert [(r.opponent, r.won, r.lost) for r in every][:2] == [
        ("guest:b", 2, 1),
        ("bot:baseline", 1, 0),
    ]
    assert every[1].change == 0


def test_results_are_counted_by_game_and_color(ask) -> None:
    every = ask(lambda c: profiles.scores(c, ResultFilter("guest:a", casual=True)))
    assert every == [
        GameScore("long-nardy", "white", won=3, drawn=1, lost=0),
        GameScore("long-nardy", "black", won=0, drawn=0, lost=1),
    ]
    rated = ask(lambda c: profiles.scores(c, ResultFilter("guest:a", casual=False)))
    assert [(one.seat, one.won, one.drawn, one.lost) for one in rated] == [
        ("white", 1, 1, 0),
        ("black", 0, 0, 1),
    ]
    assert ask(lambda c: profiles.scores(c, ResultFilter("guest:nobody", casual=True))) == []


def test_who_came_when(ask) -> None:
    assert ask(lambda c: profiles.since_of(c, "a")) == BEGAN
    assert ask(lambda c: profiles.since_of(c, "nobody")) is None


@pytest.mark.sqlite
def test_a_history_is_read_by_indexes(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, RESULTS[:1]))
    with connected(file) as connection:
        for seat in ("white", "black"):
            question = f"select * from result where {seat} = 'x' order by ended_at desc limit 20"  # noqa: S608
            plan = str(connection.execute(f"explain query plan {question}").fetchall())
            assert f"USING INDEX result_of_{seat}" in plan
            assert "TEMP B-TREE" not in plan


def test_what_was_played_within_a_group_is_told_to_its_players_alone(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, RESULTS))
    with connected(file) as connection:
        terms = """update room set terms = '{"circle": "c"}' where id = 'r2'"""
        connection.execute(terms)
    store = open_store(file)
    try:
        for casual, rooms in (
            (False, ["r6", "r3", "r1"]),
            (True, ["r6", "r5", "r4", "r3", "r2", "r1"]),
        ):
            asked = ResultFilter("guest:a", casual=casual)
            told = asyncio.run(store.run(lambda c, a=asked: profiles.history(c, a)))
            assert [past.room for past in told] == rooms
            rivals = asyncio.run(store.run(lambda c, a=asked: profiles.rivals(c, a)))
            assert next(one for one in rivals if one.opponent == "guest:b").lost == casual
    finally:
        store.close()
