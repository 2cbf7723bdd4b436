"""One game of a record, from its beginning."""

import pytest
from tests.formats.matches import game, only, read
from tests.moments import STD, moment

from nardy.core.events import Resigned, RolledOff, Started
from nardy.core.player import Player
from nardy.formats.mat.game import size_for_points
from nardy.games import find_game


def test_the_first_roll_is_the_roll_off() -> None:
    events = game("31: 8/5 6/5 |", "      Wins 1 point").game.events
    assert events[1] == RolledOff(3, 1)
    events = game(" | 31: 8/5 6/5", "      Wins 1 point").game.events
    assert events[1] == RolledOff(1, 3)


def test_where_the_starter_rolls_afresh_he_is_named() -> None:
    recorded = game(" | 33: 24/21(4)", tags='; [Variation "gul-bara"]')
    first = recorded.game.events[0]
    assert isinstance(first, Started)
    assert first.position.startswith("gul-bara b ")
    assert "opening" not in first.position


def test_nobody_doubles_before_the_roll_off() -> None:
    recorded = game(" Doubles => 2 |  Takes", "31: 8/5 6/5 |", "      Wins 1 point")
    assert [finding.law for finding in recorded.findings] == ["already-rolled"]


@pytest.mark.parametrize("row", ["33: 8/5(2) 6/3(2) |", " Doubles => 2 |  Takes"])
def test_a_beginning_without_a_roll_off_is_said(row: str) -> None:
    recorded = game(row, "      Wins 1 point")
    assert recorded.findings[0].law is None
    assert "opening roll of two different dice" in recorded.findings[0].reason


def test_a_game_without_turns_is_said() -> None:
    recorded = game()
    assert only(recorded).reason == "the game has no turns"
    assert recorded.game.outcome is None


def test_a_result_alone_ends_the_game() -> None:
    record = read("      Wins 1 point")
    assert record.match.score[Player.WHITE] == 1


def test_findings_are_in_the_order_of_lines() -> None:
    recorded = game("31: 8/5 6/4 | 64: 24/14", "nonsense", "31: 6/3 | 11: 6/5(4)", "nonsense")
    lines = [finding.line for finding in recorded.findings]
    assert lines == sorted(lines)
    assert len(lines) >= 4


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
