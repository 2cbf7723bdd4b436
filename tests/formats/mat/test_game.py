"""One game of a record, from its beginning."""

import pytest
from tests.formats.matches import game, only, read

from nardy.core.events import RolledOff, Started
from nardy.core.player import Player


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
