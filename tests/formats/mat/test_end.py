"""How games of a record end."""

import pytest
from tests.formats.matches import game, only
from tests.moments import STD, moment

from nardy.core.events import Resigned
from nardy.core.player import Player
from nardy.formats.mat.end import size_for_points
from nardy.games import find_game

RIGHT = " " * 38


@pytest.mark.parametrize(
    ("points", "size"), [(0, "single"), (1, "single"), (2, "gammon"), (3, "backgammon")]
)
def test_the_loser_on_roll_resigns_what_the_points_say(points: int, size: str) -> None:
    recorded = game("31: 8/5 6/5 |", f"      Wins {points} points")
    assert recorded.game.events[-2] == Resigned("black", size)


@pytest.mark.parametrize(("points", "size"), [(1, "single"), (2, "gammon")])
def test_a_player_may_give_up_while_the_other_is_on_roll(points: int, size: str) -> None:
    recorded = game("31: 8/5 6/5 |", f"{RIGHT}Wins {points} points")
    assert recorded.game.events[-1] == Resigned("white", size, accepted=True)
    assert recorded.game.outcome
    assert recorded.game.outcome.winner is Player.BLACK
    assert recorded.game.points == points
    assert not recorded.findings


def test_a_word_for_giving_up_needs_no_result() -> None:
    recorded = game("31: 8/5 6/5 |  Concedes")
    assert recorded.game.outcome
    assert str(recorded.game.outcome) == "w1"


def test_a_double_before_the_end_was_passed() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", f"{RIGHT}Wins 1 point")
    assert str(recorded.game.outcome) == "b1"
    assert not recorded.findings


def test_a_double_that_the_doubler_lost_was_taken() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", "      Wins 2 points")
    assert (str(recorded.game.outcome), recorded.game.points) == ("w1", 2)


def test_a_game_that_goes_on_is_said() -> None:
    recorded = game("31: 8/5 6/5 |")
    assert recorded.game.outcome is None
    assert only(recorded).reason == "the game is not over here, and the file states no result"


def test_winner_and_points_are_compared() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", " Drops |", "      Wins 2 points")
    assert only(recorded).law is None
    assert only(recorded).reason == ("the file says that White wins 2; by the rules Black wins 1")


@pytest.mark.parametrize(
    ("game_text", "points", "size"),
    [
        ("backgammon,jacoby=off", 5, "backgammon"),
        ("backgammon", 3, "single"),
        ("portes", 3, "gammon"),
        ("sudden-death", 2, "single"),
        ("long-nardy@amateur", 3, "backgammon"),
    ],
)
def test_sizes_are_those_of_the_game(game_text: str, points: int, size: str) -> None:
    rules = find_game(game_text)
    start = "24:15 24:15" if rules.id == "long-nardy" else f"{STD} {STD}"
    assert size_for_points(moment(f"{game_text} w {start}"), points) == size
