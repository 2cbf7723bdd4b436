import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.server.played import result, write

from nardy.server.names import GONE
from nardy.server.store import accounts, guests, merge_guest, reviewed_games
from nardy.server.store.database.opening import open_store
from nardy.server.store.merge_guest import MergedIds
from nardy.server.store.reviewed_games import GameFigures, ReviewChoice, ReviewPart

PARTS = [ReviewPart("phase", "middle", 20, 0.3), ReviewPart("reason", "shots", 1, 0.2)]


def figures(number: int, **facts: Any) -> GameFigures:
    plain = GameFigures(
        room=f"r{number}",
        game="long-nardy",
        begun=number,
        ended_at=number + 1,
        plies=1,
        is_protected=True,
        turns=20,
        turns_lost=0.3,
        cubes=2,
        cubes_lost=0.1,
        luck=-0.5,
        timed=18,
        spread=0.8,
    )
    return replace(plain, **facts)


def with_games(folder: Path, job: Callable[[Any], Any]) -> Any:
    """What a job answers in a club where a, b and c have played: r1 a-b, r2 a-b, r3 b-c, r4 a-bot."""
    store = open_store(folder / "club.db")
    results = [
        result(1, "a", "b"),
        result(2, "b", "a"),
        result(3, "b", "c"),
        result(4, "a", "bot:baseline", is_rated=False),
    ]
    try:
        asyncio.run(write(store, results, "abc"))
        return asyncio.run(store.run(job))
    finally:
        store.close()


def test_figures_come_back_as_they_were_stored_the_oldest_first(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        for number in (2, 1):
            reviewed_games.save(connection, "a", figures(number), PARTS)
        reviewed_games.save(connection, "b", figures(1, luck=0.5, spread=None), [])
        assert reviewed_games.games_of(connection, "a") == [figures(1), figures(2)]
        assert reviewed_games.games_of(connection, "b") == [figures(1, luck=0.5, spread=None)]
        told = sorted(reviewed_games.parts_of(connection, "a"), key=str)
        assert told == sorted([(f"r{n}", part) for n in (1, 2) for part in PARTS], key=str)

    with_games(tmp_path, job)


def test_a_second_review_replaces_the_first(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        reviewed_games.save(connection, "a", figures(1), PARTS)
        reviewed_games.save(connection, "a", figures(1, turns=3), PARTS[:1])
        assert reviewed_games.games_of(connection, "a") == [figures(1, turns=3)]
        assert reviewed_games.parts_of(connection, "a") == [("r1", PARTS[0])]

    with_games(tmp_path, job)


def test_waiting_are_the_games_without_figures_of_people_who_want_them(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        assert reviewed_games.waiting(connection, limit=9) == []
        reviewed_games.choose(connection, "a", ReviewChoice("me", is_automatic=True))
        reviewed_games.choose(connection, "b", ReviewChoice("all", is_automatic=False))
        assert reviewed_games.waiting(connection, limit=9) == [("a", f"r{n}") for n in (4, 2, 1)]
        last, people = reviewed_games.wishes(connection)
        assert people == {"a"}
        assert reviewed_games.waiting(connection, limit=9, after=last - 1) == [("a", "r4")]
        assert reviewed_games.waiting(connection, limit=9, after=last) == []
        reviewed_games.save(connection, "a", figures(2), [])
        reviewed_games.save(connection, "b", figures(4), [])
        assert reviewed_games.waiting(connection, limit=1) == [("a", "r4")]
        assert reviewed_games.waiting(connection, limit=9) == [("a", "r4"), ("a", "r1")]
        assert reviewed_games.waiting(connection, "b", limit=9) == [
            ("b", f"r{n}") for n in (3, 2, 1)
        ]

    with_games(tmp_path, job)


def test_protected_games_are_those_without_help(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        reviewed_games.save(connection, "a", figures(4, is_protected=False), [])
        reviewed_games.save(connection, "a", figures(1), [])
        reviewed_games.save(connection, "c", figures(3), [])
        told = reviewed_games.protected_games(connection)
        assert told == [("c", figures(3)), ("a", figures(1))]

    with_games(tmp_path, job)


def test_what_nobody_has_chosen_is_private(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        assert reviewed_games.choice_of(connection, "a") == ReviewChoice("me", is_automatic=False)
        for choice in (ReviewChoice("all", is_automatic=True), ReviewChoice("friends")):
            reviewed_games.choose(connection, "a", choice)
            assert reviewed_games.choice_of(connection, "a") == choice

    with_games(tmp_path, job)


def test_an_account_is_exported_and_forgotten_with_its_figures(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        for who in "ab":
            reviewed_games.save(connection, who, figures(1), PARTS)
        reviewed_games.choose(connection, "a", ReviewChoice("all"))
        told: Any = accounts.export_of(connection, "a")
        assert [row["turns_lost"] for row in told["reviewed_games"]] == [0.3]
        assert [row["name"] for row in told["review_parts"]] == ["middle", "shots"]
        assert [row["shown_to"] for row in told["review_choice"]] == ["all"]
        assert not any("guest" in row for row in told["reviewed_games"])
        accounts.forget(connection, "a")
        assert guests.names_of(connection, ["a"]) == {"a": GONE}
        assert reviewed_games.games_of(connection, "a") == []
        assert reviewed_games.parts_of(connection, "a") == []
        assert reviewed_games.choice_of(connection, "a") == ReviewChoice()
        assert reviewed_games.games_of(connection, "b") == [figures(1)]
        # An opponent may review the game later: nothing about the deleted person is stored again.
        reviewed_games.save(connection, "a", figures(1), PARTS)
        reviewed_games.choose(connection, "a", ReviewChoice("all"))
        assert reviewed_games.games_of(connection, "a") == []
        assert reviewed_games.choice_of(connection, "a") == ReviewChoice()

    with_games(tmp_path, job)


def test_a_guest_takes_figures_along_into_an_account(tmp_path: Path) -> None:
    def job(connection: Any) -> None:
        reviewed_games.save(connection, "c", figures(3), PARTS)
        reviewed_games.save(connection, "c", figures(1, turns=9), [])
        reviewed_games.save(connection, "a", figures(1), PARTS[:1])
        reviewed_games.choose(connection, "c", ReviewChoice("all"))
        merge_guest.join(connection, MergedIds("guest:c", "guest:a"))
        assert reviewed_games.games_of(connection, "a") == [figures(1), figures(3)]
        assert len(reviewed_games.parts_of(connection, "a")) == 3
        assert reviewed_games.choice_of(connection, "a") == ReviewChoice()
        assert reviewed_games.games_of(connection, "c") == []

    with_games(tmp_path, job)
