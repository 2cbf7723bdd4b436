"""Tries and standings: stored once, merged, forgotten with the person."""

from pathlib import Path
from typing import Any

from tests.server.store.test_offline_games import with_two

from nardy.server.store import accounts, puzzles
from nardy.server.store.puzzles import PuzzleRating, PuzzleStanding, PuzzleTry

TRY = PuzzleTry("p", "tapa", "8/5", is_right=True, at=5)
STANDING = PuzzleStanding("tapa", 1, 1, 1600.0, 200.0, 0.06, 5)
RATING = PuzzleRating("p", 1, 1, 1400.0, 100.0, 0.06)
NEW = PuzzleRating("p", 0, 0, 1500.0, 150.0, 0.06)


def test_a_try_comes_back_with_its_ratings(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        assert puzzles.rating_of(connection, "p", NEW) == NEW
        puzzles.add_try(connection, "a", TRY, STANDING, None)
        assert puzzles.rating_of(connection, "p", NEW) == NEW
        puzzles.add_try(connection, "b", TRY, STANDING, RATING)
        assert puzzles.rating_of(connection, "p", NEW) == RATING
        assert puzzles.ratings_of(connection, {"p", "q"}) == {"p": 1400.0}
        assert puzzles.try_of(connection, "a", "p") == TRY
        assert puzzles.tried_by(connection, "a", "tapa") == {"p"}
        assert puzzles.tried_by(connection, "a", "fevga") == set()
        return puzzles.standing_of(connection, "a", "tapa")

    assert with_two(tmp_path, job) == STANDING


def test_a_second_standing_replaces_the_first(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        puzzles.add_try(connection, "a", TRY, STANDING, RATING)
        other = PuzzleTry("q", "tapa", "8/5", is_right=False, at=6)
        after = PuzzleStanding("tapa", 2, 1, 1550.0, 190.0, 0.06, 6)
        puzzles.add_try(connection, "a", other, after, None)
        assert puzzles.standing_of(connection, "a", "tapa") == after
        return puzzles.export_of(connection, "a")

    told = with_two(tmp_path, job)
    assert [one["puzzle"] for one in told["puzzle_tries"]] == ["p", "q"]
    assert [one["tried"] for one in told["puzzle_standings"]] == [2]


def test_the_account_s_own_tries_stay_when_a_guest_joins_it(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        wrong = PuzzleTry("p", "tapa", "24/23", is_right=False, at=4)
        puzzles.add_try(connection, "a", wrong, STANDING, None)
        puzzles.add_try(connection, "b", TRY, STANDING, None)
        more = PuzzleTry("q", "fevga", "8/5", is_right=True, at=6)
        puzzles.add_try(connection, "b", more, PuzzleStanding("fevga", 1, 1), None)
        puzzles.merge(connection, "b", "a")
        assert puzzles.try_of(connection, "a", "p") == wrong
        assert puzzles.try_of(connection, "a", "q") == more
        assert puzzles.standing_of(connection, "a", "fevga").tried == 1
        assert puzzles.try_of(connection, "b", "p") is None
        puzzles.forget(connection, "a")
        return puzzles.export_of(connection, "a")

    assert with_two(tmp_path, job) == {"puzzle_tries": [], "puzzle_standings": []}


def test_no_try_of_a_deleted_person_is_stored(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        accounts.forget(connection, "a")
        puzzles.add_try(connection, "a", TRY, STANDING, RATING)
        assert puzzles.rating_of(connection, "p", NEW) == NEW
        return puzzles.export_of(connection, "a")

    assert with_two(tmp_path, job) == {"puzzle_tries": [], "puzzle_standings": []}
