"""Rolls and turns of a record: what is lawful, and which law is broken where."""

from pathlib import Path

import pytest
from tests.effort import each
from tests.formats.matches import game, laws, only, reasons

from nardy.core.events import Played
from nardy.core.player import Player
from nardy.formats import mat

END = "      Wins 1 point"


def played(recorded) -> list[Played]:
    return [event for event in recorded.game.events if isinstance(event, Played)]


@pytest.mark.parametrize(
    ("rows", "turn", "law"),
    [
        (["31: 8/5 6/4 | 64: 24/18 18/14"], "31: 8/5 6/4", "wrong-die"),
        (["31: 8/5 | 64: 24/18 18/14"], "31: 8/5", "longest-play"),
        (["31: 22/19 24/23 |"], "31: 22/19 24/23", "no-checker"),
        (["31: 8/5 6/5 | 64: 24/20 24/18"], "64: 24/20 24/18", "closed-point"),
        (["51: 13/8 6/5 | 62: 8/off 8/6"], "62: 8/off 8/6", "not-home"),
        (["62: 24/18 13/11 | 61: 13/7* 8/7", "31: 8/5 6/5 |"], "31: 8/5 6/5", "bar-first"),
        (["31: 8/5 6/5 | 41: Cannot Move"], "41: Cannot Move", "longest-play"),
    ],
)
def test_an_unlawful_turn_is_named_with_its_law(rows: list[str], turn: str, law: str) -> None:
    recorded = game(*rows, END)
    assert (turn, law) in laws(recorded)
    assert [(f.turn, f.law) for f in recorded.unlawful] == [(turn, law)]


def test_a_faulty_turn_stands_as_it_was_made() -> None:
    recorded = game("31: 8/5 6/4 | 64: 24/14", END)
    first, second = played(recorded)
    assert first.accepted
    assert first.moves == ((8, 5), (6, 4))
    assert not second.accepted
    assert recorded.game.situation.position.opponent[4] + recorded.game.situation.position.player[4]
    finding = recorded.unlawful[0]
    assert (finding.line, finding.player) == (6, Player.WHITE)
    assert finding.reason.startswith("6/4: ")


def test_a_turn_that_checkers_cannot_make_ends_what_can_be_followed() -> None:
    recorded = game("31: 8/5 6/5 | 64: 24/20 24/18", "62: 24/18 13/11 | 31: 8/5 6/5", END)
    assert laws(recorded)[0] == ("64: 24/20 24/18", "closed-point")
    assert "from here the game cannot be followed" in reasons(recorded)
    assert "(left out, and 2 more after it)" in reasons(recorded)
    assert recorded.game.outcome
    assert recorded.game.outcome.winner is Player.WHITE


def test_turns_in_any_order_and_notation_are_lawful() -> None:
    recorded = game(
        "31: 6/5, 8/5 | 64: 18/14 24/18",
        "11: 8/7(2) 6/5(2) | 66: 13/7(2) 8/2(2)",
        "5-4: 24/15 | 21: 6 / 4 , 24/23",
        END,
    )
    assert not recorded.unlawful


def test_moves_written_apart_that_reach_a_lawful_position_are_lawful() -> None:
    # 24/21 21/20 as two words, or with the other die first.
    for turn in ("24/21 21/20", "24/23 23/20", "21/20 24/21"):
        assert not game(f"31: {turn} | 64: 24/14", END).unlawful


@pytest.mark.parametrize(
    ("next_turn", "turn"), [("bar/24 13/9", "13/7*/4"), ("24/23 13/9", "13/4")]
)
def test_a_joined_word_may_hide_a_hit_that_what_follows_shows(next_turn: str, turn: str) -> None:
    # 13/4 leads over 10, or over 7 where Black stands alone.
    rows = ["43: 24/20 13/10 | 62: 24/18 13/11", f"63: 13/4 | 41: {next_turn}", END]
    recorded = game(*rows)
    assert not recorded.findings
    assert played(recorded)[2].turn == turn


def test_where_nothing_shows_it_the_plain_reading_stands() -> None:
    recorded = game("43: 24/20 13/10 | 62: 24/18 13/11", "63: 13/4 |", END)
    assert not recorded.findings
    assert played(recorded)[2].turn == "13/4"


def test_turns_after_the_end_are_cut_off_and_said() -> None:
    recorded = game(
        "31: 8/5 6/5 |  Doubles => 2",
        " Drops | 64: 24/14",
        "31: 8/5 6/5 |",
        "                                       Wins 1 point",
    )
    (finding,) = recorded.findings
    assert finding.law == "game-over"
    assert finding.turn == "64: 24/14"
    assert finding.reason == "the game is over before this (left out, and 1 more after it)"


def test_moves_after_the_end_of_the_game_are_cut_off() -> None:
    recorded = game("61: 24/18 24/23 | 61: 13/7* 8/7", tags='; [Variation "sudden-death"]')
    assert recorded.game.outcome
    assert recorded.game.outcome.winner is Player.BLACK
    assert laws(recorded) == [("61: 13/7* 8/7", "game-over")]
    assert only(recorded).reason == (
        "the game is over after 13/7*; the rest of the turn is cut off"
    )


@pytest.mark.parametrize("rest", ["/6", "/6/1"])
def test_one_checkers_way_is_cut_off_where_it_ends_the_game(rest: str) -> None:
    turn = f"61: 13/7*{rest}"
    recorded = game(f"61: 24/18 24/23 | {turn}", tags='; [Variation "sudden-death"]')
    assert laws(recorded) == [(turn, "game-over")]
    assert recorded.game.outcome
    assert not only(recorded).accepted


def test_a_way_that_hits_and_so_ends_the_game_is_no_other_way_to_the_same_point() -> None:
    recorded = game(
        "31: 24/23 24/21 | 41: 13/9 6/5",
        "61: 21/20*/14 |",
        tags='; [Variation "sudden-death"]',
    )
    assert laws(recorded) == [("61: 21/20*/14", "game-over")]
    assert only(recorded).reason == (
        "the game is over after 21/20*; the rest of the turn is cut off"
    )


@each(
    ("cell", "got"),
    [
        ("77: 24/17 13/6", "77"),
        ("00: 24/14", "00"),
        ("7-1: 24/17 13/12", "7-1"),
        ("6: 24/18", "6"),
        ("666: 24/18", "666"),
        ("77:", "77"),
        (": 24/14", "nothing"),
        ("24/20 13/9", "nothing"),
    ],
)
def test_a_turn_whose_dice_are_none_is_named_and_read_no_further(cell: str, got: str) -> None:
    recorded = game(f"31: 8/5 6/5 | {cell}", "61: 8/2 6/5 | 64: 24/14", END)
    (finding,) = recorded.findings
    assert finding.unreadable
    assert (finding.line, finding.turn, finding.law) == (6, cell, "not-rolled")
    assert finding.reason == (
        f"expected two dice from 1 to 6 before the turn, got {got} (left out, and 2 more after it)"
    )
    assert [event.turn for event in played(recorded)] == ["8/5 6/5"]


def test_a_turn_of_the_wrong_player_is_where_reading_stops() -> None:
    recorded = game("31: 8/5 6/5 |", "31: 8/5 6/5 | 64: 24/14", END)
    assert laws(recorded)[0] == ("31: 8/5 6/5", "not-yours")
    assert "it is Black's turn (left out, and 1 more after it)" in reasons(recorded)


def test_a_roll_after_a_double_tells_that_it_was_taken() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", " | 64: 24/14", "      Wins 2 points")
    assert only(recorded).law is None
    assert "was taken, and the file does not say so" in only(recorded).reason
    assert recorded.game.points == 2


def test_a_turn_that_cannot_be_read_is_taken_as_not_recorded() -> None:
    recorded = game("31: 8/5 6/5 | 64: hello", "11: 8/7(2) 6/5(2) | 21: 13/11 6/5", END)
    assert "expected origin/target, got 'hello'" in reasons(recorded)
    assert "the turn is not recorded; " in reasons(recorded)


def test_leftovers_of_a_cascade_come_first() -> None:
    path = Path(__file__).parents[1] / "data" / "mad-gulbar.mat"
    text = path.read_text().replace(" 23) 5566: 6/1 23/18 15/9 15/9\n", "")
    finding = mat.loads(text).games[0].unlawful[0]
    assert (finding.turn, finding.law) == ("54: 6/1 6/2", "cascade-order")
    assert finding.reason.startswith("the dice left over, 5566, come first (left out, and ")


def test_two_readings_that_nothing_decides_are_said() -> None:
    # 13/4 with 6-3 hits on 7 or on 10.
    rows = ["21: 13/11 6/5 | 63: 24/18 24/21", "21: 8/6 6/5 | 62: 21/15 13/11"]
    recorded = game(*rows, "63: 13/4 |", END)
    assert only(recorded).law is None
    assert only(recorded).reason in (
        "the file allows 2 readings; 13/7*/4 is assumed",
        "the file allows 2 readings; 13/10*/4 is assumed",
    )
    decided = game(*rows, "63: 13/4 | 21: bar/24 18/16", END)
    assert not decided.findings
    assert played(decided)[4].turn == "13/10*/4"


def test_three_dice_are_no_roll() -> None:
    recorded = game("31: 8/5 6/5 | 643: 24/18", END)
    assert laws(recorded) == [("643: 24/18", "not-rolled")]
