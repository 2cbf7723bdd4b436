"""Rolls without their turns."""

import pytest
from tests.formats.matches import game, laws, only, reasons

from nardy.core.events import Played, Resigned
from nardy.core.player import Player


def test_a_player_who_rolls_and_loses_next_gave_up() -> None:
    recorded = game("31: 8/5 6/5 | 64: ???", "      Wins 1 point")
    assert only(recorded).reason == "the turn is not recorded: the game ends after the roll"
    assert recorded.game.events[-2] == Resigned("black", "single")
    assert recorded.game.points == 1


def test_a_player_who_rolls_and_says_that_he_resigns_gave_up() -> None:
    recorded = game("31: 8/5 6/5 | 64: ???", " |  Resigns", "      Wins 2 points")
    assert recorded.game.events[-2] == Resigned("black", "gammon")


def test_nothing_after_the_dice_says_the_same() -> None:
    recorded = game("31: 8/5 6/5 | 64:", "      Wins 1 point")
    assert not recorded.findings
    assert recorded.game.events[-2] == Resigned("black", "single")


def test_a_player_who_rolls_and_wins_next_was_given_the_game() -> None:
    recorded = game("31: 8/5 6/5 | 64: ???", "                                      Wins 2 points")
    assert only(recorded).reason == (
        "the turn is not recorded: the other player resigned after the roll"
    )
    assert recorded.game.events[-1] == Resigned("white", "gammon", accepted=True)
    assert recorded.game.outcome
    assert recorded.game.outcome.winner is Player.BLACK
    assert recorded.game.points == 2


def test_a_turn_is_known_by_what_follows() -> None:
    recorded = game(
        "31: ??? | 64: 24/14",
        "11: 6/5(2) 8/7(2) | 21: 14/11",
        "54: 13/4 | 63: 24/18/15",
        "62: 13/5 |",
        "      Wins 1 point",
    )
    played = [event for event in recorded.game.events if isinstance(event, Played)]
    assert not recorded.unlawful
    assert "the turn is not recorded; " in reasons(recorded)
    assert len(played) == 7


def test_the_only_lawful_turn_needs_no_guess() -> None:
    recorded = game("31: 8/5 6/5 | 66: ????", "21: 13/11 6/5 | 21: 13/11 6/5", "      Wins 1 point")
    finding = recorded.findings[0]
    assert finding.law is None
    assert finding.reason.startswith("the turn is not recorded; ")


def test_the_turn_that_ends_the_game_is_found() -> None:
    tags = '; [Variation "hypergammon"]'
    rows = [
        "31: 24/21 23/22 | 31: 24/21 23/22",
        "66: 22/16 22/16 21/15 16/10 | 21: 22/20 21/20",
        "66: 16/10 15/9 10/4 10/4 | 43: 22/18 20/17",
        "66: ??? |",
    ]
    recorded = game(*rows, "      Wins 3 points", tags=tags)
    assert recorded.game.outcome


@pytest.mark.parametrize("holes", [4, 5])
def test_a_record_of_holes_is_not_followed(holes: int) -> None:
    rows = ["31: ??? | 42: ???"] * holes
    recorded = game(*rows, "      Wins 1 point")
    assert "cannot be known (left out, and " in reasons(recorded)
    assert sum("is assumed" in finding.reason for finding in recorded.findings) == 3


def test_after_a_guess_a_fault_may_be_the_guess() -> None:
    recorded = game(
        "31: 8/5 6/5 | 62: ???",
        "21: 13/11 6/5 | 64: 13/7 8/3",
        "      Wins 1 point",
    )
    assert not recorded.unlawful
    assert "Or the turn assumed before was another one." in reasons(recorded)
    assert ("64: 13/7 8/3", None) in laws(recorded)
