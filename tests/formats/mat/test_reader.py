"""The reader of a game's cells."""

from pathlib import Path

import pytest
from tests.effort import each
from tests.formats.matches import game, laws, only, reasons
from tests.moments import STD, moment

from nardy.core.events import Acted, Played, Resigned
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.formats import mat
from nardy.formats.mat.cells import read_cell
from nardy.formats.mat.reader import SEATS, Reader
from nardy.games import BACKGAMMON


def reader(*texts: str) -> Reader:
    cells = [read_cell(text, line, line % 2) for line, text in enumerate(texts)]
    situation = moment(f"backgammon w {STD} {STD}")
    return Reader(Game(BACKGAMMON, situation=situation), cells, SEATS)


def test_cells_are_read_to_their_end() -> None:
    reading = reader("31: 8/5 6/5", "64: 24/14", "11: 8/7(2) 6/5(2)")
    reading.read()
    assert (reading.fits, reading.rest, reading.findings) == (3, [], [])
    assert len(reading.game.events) == 7


def test_what_cannot_be_followed_is_left_out() -> None:
    reading = reader("31: 8/5 6/5", "64: 24/20 24/18", "11: 8/7(2) 6/5(2)", "Wins 1 point")
    reading.read()
    assert reading.is_cut
    assert reading.findings[-1].player is Player.BLACK
    assert reading.findings[-1].reason.endswith("(left out, and 1 more after it)")
    assert (reading.findings[-1].unreadable, reading.findings[-1].left_out) == (True, 2)


def test_what_follows_is_weighed() -> None:
    reading = reader("31: 8/5 6/5", "64: 24/14", "Wins 1 point")
    start = reading.game.situation
    # The first cell is White's, and legal for him alone.
    # After it nothing can change which is better, so the second is not read.
    assert reading.legal_ahead([start, start.flipped()]) == [2, -1]
    assert reading.legal_ahead([start, start]) == [4, 4]
    assert reading.rest == reading.cells
    reading.looks_ahead = False
    assert reading.legal_ahead([start, start]) == [0, 0]


def acts(recorded) -> list[tuple[str, str]]:
    return [(e.player, e.act) for e in recorded.game.events if isinstance(e, Acted)]


def test_a_double_and_a_take() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", " Takes | 64: 24/14", "      Wins 2 points")
    assert acts(recorded)[:2] == [("black", "double"), ("white", "take")]
    assert not recorded.findings
    assert recorded.game.points == 2


@pytest.mark.parametrize("word", ["Drops", "Passes", "rejects"])
def test_a_double_and_a_pass(word: str) -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", f" {word} |  Wins 1 point")
    assert acts(recorded) == [("black", "double"), ("white", "pass")]
    assert not recorded.findings


@pytest.mark.parametrize("word", ["Beavers => 4", "Doubles => 4", "Beaver"])
@pytest.mark.parametrize("taken", [" Takes |", ""])
def test_a_double_that_answers_a_double_is_a_beaver(word: str, taken: str) -> None:
    rows = ["31: 8/5 6/5 | 64: 24/14", f" Doubles => 2 |  {word}", taken, "11: 6/4(2) |"]
    recorded = game(*filter(None, rows), "      Wins 4 points", length=0)
    assert acts(recorded)[:3] == [("white", "double"), ("black", "beaver"), ("white", "take")]
    assert not recorded.findings
    assert recorded.game.points == 4


@pytest.mark.parametrize(
    ("won", "end"),
    [
        (2, [("white", "pass")]),
        (4, [("white", "take"), ("black", "accept")]),
    ],
)
def test_the_points_tell_whether_a_beaver_was_taken_before_the_doubler_gave_up(
    won: int, end: list[tuple[str, str]]
) -> None:
    rows = ["31: 8/5 6/5 | 64: 24/14", " Doubles => 2 |  Beavers => 4"]
    recorded = game(*rows, f"  | Wins {won} points", length=0)
    assert acts(recorded)[2:] == end
    assert not recorded.findings
    assert recorded.game.points == won


def test_raccoons_are_allowed_where_they_were_played() -> None:
    recorded = game(
        "31: 8/5 6/5 | 64: 24/14",
        " Doubles => 2 |  Beavers => 4",
        " Raccoons => 8 |  Takes",
        "11: 6/4(2) |",
        "      Wins 8 points",
        length=0,
    )
    assert recorded.game.rules.raccoons
    assert not recorded.findings
    assert recorded.game.points == 8


@pytest.mark.parametrize(
    ("rows", "length", "law"),
    [
        (["31: 8/5 6/5 | 64: 24/14", " Doubles => 2 |  Beavers => 4"], 5, "money-only"),
        (
            ["31: 8/5 6/5 |  Doubles => 2", " Takes | 64: 24/14", "31: 6/2 |  Doubles => 4"],
            5,
            "cube-access",
        ),
        (["31: 8/5 6/5 |  Takes"], 5, "no-offer"),
        (["31: 8/5 6/5 | 64: 24/14", " | Doubles => 2"], 5, "not-yours"),
    ],
)
def test_an_illegal_act_is_named_and_left_out(rows: list[str], length: int, law: str) -> None:
    recorded = game(*rows, "      Wins 1 point", length=length)
    assert law in [finding.law for finding in recorded.findings]
    assert "(left out)" in reasons(recorded)
    assert not any(finding.unreadable for finding in recorded.findings)


def test_the_answer_to_what_was_left_out_is_left_out_too() -> None:
    tags = '; [Crawford "On"]'
    text = ["31: 8/5 6/5 |  Doubles => 2", " Takes | 64: 24/14", "      Wins 1 point"]
    recorded = game(*text, length=2, tags=tags)
    assert not recorded.findings or laws(recorded)
    recorded = game(
        "31: 8/5 6/5 | 64: 24/14",
        " | Doubles => 2",
        " Takes |",
        "31: 6/2 |",
        "      Wins 1 point",
    )
    assert laws(recorded) == [("Doubles => 2", "not-yours")]


def test_a_wrong_value_is_told() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 4", " Drops |  Wins 1 point")
    assert only(recorded).law is None
    assert only(recorded).reason == "the cube stood at 1: this makes it 2, not 4"


def test_the_bomb_explodes() -> None:
    tags = '; [Variation "nuclear"]'
    recorded = game("31: 24/21 24/23 |  Explodes", " | 64: bar/21", tags=tags)
    assert acts(recorded)[0] == ("black", "bomb")
    assert recorded.game.situation.position.player[25] == 2 or recorded.findings
    recorded = game("31: 8/5 6/5 |  Explodes", tags="")
    assert laws(recorded)[0] == ("Explodes", "bomb-access")
    assert recorded.game.to_act is Player.BLACK


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
def test_an_illegal_turn_is_named_with_its_law(rows: list[str], turn: str, law: str) -> None:
    recorded = game(*rows, END)
    assert (turn, law) in laws(recorded)
    assert [(f.turn, f.law) for f in recorded.illegal] == [(turn, law)]


def test_a_faulty_turn_stands_as_it_was_made() -> None:
    recorded = game("31: 8/5 6/4 | 64: 24/14", END)
    first, second = played(recorded)
    assert first.accepted
    assert first.moves == ((8, 5), (6, 4))
    assert not second.accepted
    assert recorded.game.situation.position.opponent[4] + recorded.game.situation.position.player[4]
    finding = recorded.illegal[0]
    assert (finding.line, finding.player) == (6, Player.WHITE)
    assert finding.reason.startswith("6/4: ")


def test_a_turn_that_checkers_cannot_make_ends_what_can_be_followed() -> None:
    recorded = game("31: 8/5 6/5 | 64: 24/20 24/18", "62: 24/18 13/11 | 31: 8/5 6/5", END)
    assert laws(recorded)[0] == ("64: 24/20 24/18", "closed-point")
    assert "from here the game cannot be followed" in reasons(recorded)
    assert "(left out, and 2 more after it)" in reasons(recorded)
    assert recorded.game.outcome
    assert recorded.game.outcome.winner is Player.WHITE


def test_turns_in_any_order_and_notation_are_legal() -> None:
    recorded = game(
        "31: 6/5, 8/5 | 64: 18/14 24/18",
        "11: 8/7(2) 6/5(2) | 66: 13/7(2) 8/2(2)",
        "5-4: 24/15 | 21: 6 / 4 , 24/23",
        END,
    )
    assert not recorded.illegal


def test_moves_written_apart_that_reach_a_legal_position_are_legal() -> None:
    # 24/21 21/20 as two words, or with the other die first.
    for turn in ("24/21 21/20", "24/23 23/20", "21/20 24/21"):
        assert not game(f"31: {turn} | 64: 24/14", END).illegal


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
    finding = mat.loads(text).games[0].illegal[0]
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
    assert not recorded.illegal
    assert "the turn is not recorded; " in reasons(recorded)
    assert len(played) == 7
    assert recorded.game.events.index(played[0]) in recorded.guessed
    assert len(recorded.guessed) == 1


def test_the_only_legal_turn_needs_no_guess() -> None:
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
    [cut] = [finding for finding in recorded.findings if finding.unreadable]
    assert cut.left_out == 2 * holes - 3
    assert sum("is assumed" in finding.reason for finding in recorded.findings) == 3
    assert len(recorded.guessed) == 3


def test_after_a_guess_a_fault_may_be_the_guess() -> None:
    recorded = game(
        "31: 8/5 6/5 | 62: ???",
        "21: 13/11 6/5 | 64: 13/7 8/3",
        "      Wins 1 point",
    )
    assert not recorded.illegal
    assert "Or the turn assumed before was another one." in reasons(recorded)
    assert ("64: 13/7 8/3", None) in laws(recorded)
