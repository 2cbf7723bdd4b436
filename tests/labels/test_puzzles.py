"""Puzzles as they come with nardy: what a file holds, and that each is a lawful decision."""

import json
import zlib

import pytest
from tests.effort import some

from nardy.core.canonical import legal_turns
from nardy.core.judge import find_turn
from nardy.core.situation import Phase
from nardy.data import puzzle_file
from nardy.games import find_game
from nardy.labels.puzzle_making import ERRORS, GAP
from nardy.labels.puzzles import (
    Puzzle,
    PuzzleError,
    PuzzleSet,
    PuzzleTurn,
    find_puzzles,
    games_with_puzzles,
    has_puzzles,
)

MOST_BYTES = 1_000_000
"""Of the puzzles of all games in the wheel."""
GAME = "backgammon,cube_play=off"
ONE = Puzzle(
    f"{GAME} w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31",
    (PuzzleTurn("8/5 6/5", (0.0, 0.0)), PuzzleTurn("24/20", (0.1234, 0.0101))),
    "contact",
    ("home points",),
    1,
)
TWO = Puzzle(
    f"{GAME} w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=42",
    (PuzzleTurn("8/4 6/4", (0.0, 0.0)), PuzzleTurn("24/18", (0.09, 0.01))),
    "contact",
    (),
    0,
)
SET = PuzzleSet(GAME, [ONE, TWO], [{"bot": "nardy:1"}])


def test_a_file_comes_back_as_it_was_written() -> None:
    found = PuzzleSet.of_text(SET.as_text())
    assert found.puzzles == SET.puzzles
    assert found.made == SET.made
    assert json.loads(SET.as_text())["license"] == "CC0-1.0"


def test_an_id_follows_from_the_position_alone() -> None:
    assert ONE.id == Puzzle(ONE.position, TWO.turns, "race", (), 2).id != TWO.id
    assert SET.get(ONE.id) == ONE
    with pytest.raises(PuzzleError, match="expected the id of a puzzle"):
        SET.get("0000000000")


def test_days_go_through_all_puzzles_before_one_comes_again() -> None:
    assert {SET.daily(day).id for day in (20_000, 20_001)} == {ONE.id, TWO.id}
    assert SET.daily(20_000) == SET.daily(20_002)


def test_what_simple_bots_miss_begins_with_a_higher_rating() -> None:
    assert (TWO.first_rating, ONE.first_rating) == (1200, 1500)


def test_a_file_is_packed_and_the_same_each_time() -> None:
    packed = SET.as_bytes()
    assert len(packed) < len(SET.as_text())
    assert packed == SET.as_bytes()
    assert PuzzleSet.of_bytes(packed).as_text() == SET.as_text()
    for damaged in (
        b"",
        packed[:-12],
        b"{}",
        packed[:20] + b"\0" + packed[21:],
        SET.as_text().encode(),
    ):
        with pytest.raises(PuzzleError, match="damaged"):
            PuzzleSet.of_bytes(damaged)


@pytest.mark.parametrize("text", ["", "[]", '{"nardy puzzles":1}', SET.as_text()[:-20]])
def test_a_damaged_file_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(PuzzleError, match="expected a file of puzzles"):
        PuzzleSet.of_text(text)


def test_a_game_without_puzzles_is_told_which_have_some() -> None:
    assert not has_puzzles(find_game("tapa"))
    with pytest.raises(PuzzleError, match="expected a game with puzzles"):
        find_puzzles("tapa")


@pytest.mark.parametrize("game", games_with_puzzles())
def test_each_puzzle_is_a_decision_with_one_good_turn(game: str) -> None:
    found = find_puzzles(game)
    assert len({one.id for one in found.puzzles}) == len(found.puzzles) > 10
    for puzzle in some(found.puzzles, 25):
        situation = puzzle.situation
        assert situation.rules.id == game
        assert situation.phase is Phase.TURN
        assert all(gap - ERRORS * error >= GAP - 0.0003 for _, (gap, error) in puzzle.turns[1:])
        dice = situation.dice
        assert dice is not None
        known = {str(turn) for turn in legal_turns(situation.rules, situation.position, dice)}
        assert {one.turn for one in puzzle.turns} <= known
        finals = [find_turn(situation, one.turn)[1] for one in puzzle.turns]
        assert len(set(finals)) == len(finals) > 1


def test_all_puzzles_take_at_most_a_megabyte_of_the_wheel() -> None:
    sizes = [len(zlib.compress(puzzle_file(game).read_bytes())) for game in games_with_puzzles()]
    assert 0 < sum(sizes) <= MOST_BYTES
