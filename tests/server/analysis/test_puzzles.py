"""Puzzles at the club: shown, judged, counted once, and rated on both sides."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.crowd import Crowd, crowd

from nardy.core.draft import Draft
from nardy.core.judge import find_turn
from nardy.labels.puzzles import Puzzle, find_puzzles, games_with_puzzles
from nardy.server.analysis import puzzles

pytestmark = pytest.mark.usefixtures("quick_hashes")

GAME = "long-nardy"
PATH = f"/api/puzzles/{GAME}"


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Crowd]:
    with crowd(tmp_path) as people:
        yield people


def moves(puzzle: Puzzle, number: int = 0) -> dict[str, Any]:
    """A turn of the puzzle as the page sends it: the good one, or another."""
    turn = find_turn(puzzle.situation, puzzle.turns[number].turn)[0]
    return {"moves": [{"from": move.origin, "to": move.target} for move in turn.moves]}


def standing(people: Crowd, who: str) -> dict[str, Any]:
    games = people.be(who).get("/api/puzzles").json()["games"]
    return next(one for one in games if one["game"] == GAME)


def answer(people: Crowd, who: str, puzzle: Puzzle, number: int = 0) -> dict[str, Any]:
    told = people.be(who).post(f"{PATH}/{puzzle.id}", json=moves(puzzle, number))
    assert told.status_code == 200, told.text
    return told.json()


def test_every_game_has_a_puzzle_of_the_day(people: Crowd) -> None:
    hall = people.client.get("/api/puzzles").json()
    assert [one["game"] for one in hall["games"]] == [*games_with_puzzles()]
    assert (hall["mistakes"], hall["due"]) == (0, 0)
    for one in hall["games"]:
        daily = people.client.get(f"/api/puzzles/{one['game']}/daily").json()
        assert (daily["id"], daily["is_daily"], daily["is_tried"]) == (one["daily"], True, False)
        assert daily["board"]["view"]["phase"] == "turn"
        assert daily["clue"]["en"].startswith("Plan: ")
        # What is good is told after an answer only.
        good = find_puzzles(one["game"]).get(daily["id"]).best
        assert good not in str(daily)


def test_the_good_turn_is_right_and_others_are_wrong_with_their_loss(people: Crowd) -> None:
    puzzle = find_puzzles(GAME).puzzles[0]
    right = answer(people, "bo", puzzle)
    assert (right["is_right"], right["loss"], right["turn"]) == (True, 0, puzzle.best)
    wrong = answer(people, "cy", puzzle, 1)
    gap, error = puzzle.turns[1].behind
    assert (wrong["is_right"], wrong["loss"], wrong["error"]) == (False, gap, error)
    assert wrong["turns"][0]["turn"] == puzzle.best
    assert {"from", "to"} == wrong["turns"][0]["moves"][0].keys()
    assert {*wrong["reasons"]} == {*wrong["plan"]} == {"en", "ru"}


def test_the_first_try_alone_counts(people: Crowd) -> None:
    puzzle = find_puzzles(GAME).puzzles[1]
    wrong = answer(people, "Ann", puzzle, 1)
    assert wrong["counted"]
    assert wrong["change"] < 0
    again = answer(people, "Ann", puzzle)
    assert (again["is_right"], again["counted"], again["change"]) == (True, False, 0)
    assert again["rating"] == wrong["rating"]
    assert people.be("Ann").get(f"{PATH}/{puzzle.id}").json()["is_tried"]
    found = standing(people, "Ann")
    assert (found["tried"], found["solved"], found["rating"]) == (1, 0, wrong["rating"])


def test_guests_have_a_rating_and_leave_that_of_the_puzzle(people: Crowd) -> None:
    puzzle = find_puzzles(GAME).puzzles[2]
    guest = answer(people, "bo", puzzle)
    assert (guest["puzzle_rating"], guest["change"] > 0) == (puzzle.first_rating, True)
    account = answer(people, "Ann", puzzle)
    assert account["puzzle_rating"] < puzzle.first_rating
    assert people.be("bo").get(f"{PATH}/{puzzle.id}").json()["rating"] == account["puzzle_rating"]


def test_the_next_puzzle_is_new_and_near(people: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "CHOICE", 1)
    first = people.be("bo").get(f"{PATH}/next").json()
    answer(people, "bo", find_puzzles(GAME).get(first["id"]), 1)
    second = people.be("bo").get(f"{PATH}/next").json()
    assert second["id"] != first["id"]
    own = standing(people, "bo")["rating"]
    others = [one.first_rating for one in find_puzzles(GAME).puzzles if one.id != first["id"]]
    assert abs(second["rating"] - own) == min(abs(one - own) for one in others)


def test_a_guest_who_signs_up_keeps_what_was_solved(people: Crowd) -> None:
    puzzle = find_puzzles(GAME).puzzles[3]
    rating = answer(people, "bo", puzzle)["rating"]
    account = {"name": "Bo of here", "password": "three odd words"}
    assert people.be("bo").post("/api/account", json=account).status_code == 201
    games = people.client.get("/api/puzzles").json()["games"]
    assert rating in [one["rating"] for one in games]
    told = people.client.get("/api/account/export").json()
    assert [one["puzzle"] for one in told["puzzle_tries"]] == [puzzle.id]


def test_what_is_no_answer_is_refused(people: Crowd) -> None:
    puzzle = find_puzzles(GAME).puzzles[0]
    draft = Draft(puzzle.situation)
    move = next(iter(draft.legal_moves))
    half = {"moves": [{"from": move.origin, "to": move.target}]}
    nobody = people.be("bo")
    for path, data in (
        (f"{PATH}/{puzzle.id}", {"moves": []}),
        (f"{PATH}/{puzzle.id}", {"moves": [{"from": 1, "to": 24}]}),
        (f"{PATH}/0000000000", half),
        ("/api/puzzles/tapa/daily", half),
    ):
        told = nobody.post(path, json=data)
        assert told.status_code == 400, told.text
        assert told.json()["says"]["en"]
    assert nobody.get("/api/puzzles/nothing/daily").status_code == 400
    assert standing(people, "bo")["tried"] == 0
