"""What a person may type at the table, and what is said to it."""

from pathlib import Path

import pytest
from tests.cli.talk import Answer, play, saved
from tests.effort import each

from nardy.bots.baseline.bot import BaselineBot
from nardy.cli.play.saving import SaveFile, Setting
from nardy.core.cube import Owner
from nardy.core.events import Started
from nardy.core.player import Player
from nardy.core.situation import Situation

DOUBLED = "backgammon b 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 offer=double"


def at(position: str, *typed: str, black: str = "person", **setting: object) -> Answer:
    """Play on from a position with these lines."""
    game = position.split(maxsplit=1)[0]
    chosen = {"games": (game,), "black": black, "seed": "1", **setting}
    save = SaveFile.begin(Path("at.jsonl"), Setting(**chosen))  # type: ignore[arg-type]
    save.append([Started(position)])
    return play("--resume", "at.jsonl", typed=typed)


def events() -> list[dict]:
    return saved(Path("at.jsonl"))[2:]


# ------------------------------------------------------------------------- offers


@each("line", ["", "t", "p", "y", "d", "ok", "8/5", "yes", "accept", "roll", "?"])
def test_no_double_is_taken_or_passed_by_accident(line: str) -> None:
    answer = at(DOUBLED, line)
    assert not events()
    assert answer.status == 0
    assert "The answer of Black: take, beaver or pass? " in answer.out
    assert answer.out.count("╭") == 1


@pytest.mark.parametrize(
    ("line", "act", "said"),
    [
        ("take", "take", "Black took. The cube is at 2."),
        ("PASS", "pass", "Black passed: 1 point lost."),
        ("drop", "pass", "Black passed: 1 point lost."),
        ("beaver", "beaver", "Black answered with a beaver: the cube goes to 4."),
        ("принять", "take", "Black took. The cube is at 2."),
        ("сдаю", "pass", "Black passed: 1 point lost."),
    ],
)
def test_a_double_is_answered_in_words(line: str, act: str, said: str) -> None:
    answer = at(DOUBLED, line)
    assert events()[0] == {"kind": "acted", "player": "black", "act": act}
    assert said in answer.lines


def test_an_empty_answer_is_no_answer() -> None:
    assert "Enter alone answers nothing." in at(DOUBLED, "").out
    assert "did you mean take?" in at(DOUBLED, "taek").out


def test_an_offered_resignation_is_told_with_its_worth() -> None:
    position = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=4b"
    answer = at(position, "resign", "refuse", "resign gammon", "accept", "quit")
    assert "White offered to resign: single, 4 points." in answer.lines
    assert "The resignation is refused, and the game goes on." in answer.lines
    assert "White offered to resign: gammon, 8 points." in answer.lines
    assert "Black won: gammon, 8 points." in answer.lines


def test_after_a_refused_resignation_only_a_larger_one_is_offered() -> None:
    position = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
    answer = at(position, "resign gammon", "refuse", "resign", "resign backgammon")
    assert [event.get("size") for event in events()] == ["gammon", None, "backgammon"]
    assert "(law resigned" in answer.out


def test_a_size_that_the_game_has_not_is_refused_in_a_sentence() -> None:
    typed = ["resign backgammon", "resign frog", "resign double"]
    answer = at("fevga w 24:15 24:14,21:1 dice=31", *typed)
    assert answer.out.count("In this game one may resign: single, double win.") == 2
    assert "Black offered to resign: double win, 2 points." in answer.lines


# ------------------------------------------------------------------------- turns

TURN = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"


@pytest.mark.parametrize(
    "line", ["8/5 6/5", "6/5 8/5", "3-1: 8/5, 6/5", "8/5* 6/5", "8 / 5 6/5*", "8/5  ,  6/5"]
)
def test_a_turn_is_typed_in_any_notation(line: str) -> None:
    at(TURN, line)
    assert events()[0]["turn"] == "8/5 6/5"


def test_a_turn_is_typed_move_by_move_and_confirmed_by_enter() -> None:
    answer = at(TURN, "8/5", "undo", "undo", "6/5", "8/5", "why", "")
    assert events()[0]["turn"] == "8/5 6/5"
    assert "Taken back: 8/5." in answer.lines
    assert "There is no move to take back." in answer.lines
    assert "White, 3 left: " in answer.out
    assert "The turn is 8/5 6/5. Enter confirms it, undo takes back a move: " in answer.out


def test_enter_confirms_no_half_turn() -> None:
    answer = at(TURN, "8/5", "")
    assert not events()
    assert "law longest-play" in answer.out


def test_a_draft_stays_on_no_later_board() -> None:
    answer = at(TURN, "8/5", "6/5", "", "board")
    assert "left" not in answer.out.split("White plays 8/5 6/5.")[1]


def test_the_whole_turn_may_be_typed_after_a_part_of_it() -> None:
    at(TURN, "8/5", "24/23 13/10")
    assert events()[0]["turn"] == "24/23 13/10"


def test_why_explains_a_refusal_and_asks_about_any_turn() -> None:
    answer = at(TURN, "why", "13/8", "why", "why 8/5 6/5", "8/5", "why 13/9", "why frog/1")
    assert "Why what? For example: why 8/5 6/5" in answer.lines
    told = " ".join(answer.out.split())
    assert told.count("13/8 is not legal. 13/8: every move needs a die of its own") == 2
    assert "(law wrong-die; source S0 3.1, 3.2; S3; S4)" in told
    assert "8/5 6/5 is legal." in told
    assert "8/5 13/9 is not legal." in told
    assert "expected origin/target, got 'frog/1'" in told


def test_the_question_mark_lists_what_is_legal() -> None:
    lines = at(TURN, "?", "8/5", "?", "6/5", "?").lines
    moves = [line for line in lines if line.startswith("Legal moves: ")]
    assert moves[0].startswith("Legal moves: 24/23; 8/7; 6/5; 24/21")
    assert "Legal turns (16 turns): 24/23 24/21; " in " ".join(lines)
    assert any("is complete: Enter confirms it" in line for line in lines)
    assert "Legal now: roll, double or resign." in at(TURN[:-8], "?").lines
    assert "Legal now: take, beaver or pass." in at(DOUBLED, "?").lines


def test_a_cascade_with_too_many_turns_is_still_answered_at_once() -> None:
    answer = at("mad-gulbar w 24:5,20:4,17:3,14:3 24:15 dice=11", "?")
    assert "There are more than 1000 legal turns; play move by move." in answer.lines


def test_an_ambiguous_turn_names_its_readings() -> None:
    answer = at("backgammon w 13:1,6:2 15:1,13:1,1:13 dice=31", "13/9", "13/12*/9")
    assert "13/9 can mean different turns: 13/10*/9; 13/12*/9." in answer.out
    assert events()[0]["turn"] == "13/12*/9"


def test_what_is_typed_is_echoed_short_and_without_control_characters() -> None:
    answer = at(TURN, "\x1b[2J\x07frog", "8/\x1b5", "a" * 5_000, "8/5 " * 2_000)
    assert "\x1b[2J was" not in answer.out.replace("\x1b[2J\x07frog\n", "")
    assert "was not understood" in answer.out
    assert not events()


def test_bytes_that_are_no_text_are_not_fatal() -> None:
    at(TURN)
    answer = play("--resume", "at.jsonl")
    assert answer.status == 0


@pytest.mark.parametrize("line", ["double", "take", "refuse", "bomb", "beaver", "raccoon", "roll"])
def test_an_act_out_of_its_time_is_refused_with_its_law(line: str) -> None:
    answer = at(TURN, line, "why")
    assert not events()
    assert answer.out.count("(law ") == 2


def test_side_questions(capsys: pytest.CaptureFixture[str]) -> None:
    answer = at(TURN, "pips", "history", "save", "help", "plain", "plain", "8/5 6/5", "history")
    for said in (
        "Pip count: White 167, Black 167.",
        "No turn has been played yet.",
        "Saved in at.jsonl.",
        "What can be typed:",
        "Positions are now read in words.",
        "The board is shown again.",
        "1. White: 8/5 6/5",
    ):
        assert said in answer.lines


# ------------------------------------------------------------------------- special games


def test_leftovers_are_announced_and_played_in_their_order() -> None:
    answer = at("mad-gulbar w 24:1 8:1 dice=44", "?", "8/4", "4/off")
    assert "White: no legal move, the dice are lost." in answer.lines
    assert "Black plays the dice left over: 4 4 5 5 6 6." in answer.lines


def test_the_last_throw_the_mother_and_the_bomb_are_announced() -> None:
    told = at("long-nardy,last_throw=half w 1:1 5:1,4:1 dice=21").out
    assert "The last throw: one more turn for Black." in told
    told = at("plakoto w 24:1,10:13,7:1 24:1,5:14 dice=65", "7/1 10/5").out
    assert "The mother of Black is pinned." in told
    told = at("nuclear w 20:1,8:1,6:13 24:2,13:1,6:12", "bomb").out
    assert "White exploded the bomb: 3 checkers to the bar." in told


def test_sudden_death_says_what_decided_it() -> None:
    told = at("sudden-death w 8:1,6:14 24:2,20:1,6:12 dice=31", "8/5*").out
    assert "The first hit decides the game." in told


# ------------------------------------------------------------------------- a real board


def test_real_dice_are_typed_where_they_are_awaited() -> None:
    answer = at(TURN[:-8], "3 1", "8/5 6/5", "71", "double", "take", "66", real_dice=True)
    assert [event["kind"] for event in events()] == ["rolled", "played", "acted", "acted", "rolled"]
    assert "expected two dice from 1 to 6, got 7 and 1" in answer.lines


def test_a_mistyped_roll_is_taken_back_and_asked_for_again() -> None:
    answer = at(TURN[:-8], "61", "8/7", "undo", "undo", "31", "8/5 6/5", real_dice=True)
    assert [event.get("dice") for event in events()] == [[3, 1], None]
    assert "Taken back: 8/7." in answer.lines
    assert "Taken back: the dice 6-1." in answer.lines
    assert answer.out.count("White, the dice on your board") == 2
    again = play("--resume", "at.jsonl", typed=["65", "quit"])
    assert "Black rolled 6-5." in again.lines


def test_nothing_of_a_roll_taken_back_is_left_in_the_file() -> None:
    at(TURN[:-8], "61", "undo", real_dice=True)
    assert not events()
    assert "White, the dice on your board" in play("--resume", "at.jsonl").out


def test_a_resumed_roll_is_taken_back_too() -> None:
    at(TURN[:-8], "61", real_dice=True)
    play("--resume", "at.jsonl", typed=["undo", "52"])
    assert [event["dice"] for event in events()] == [[5, 2]]


def test_a_confirmed_turn_is_not_taken_back() -> None:
    answer = at(TURN[:-8], "31", "8/5 6/5", "undo", real_dice=True)
    assert [event["kind"] for event in events()] == ["rolled", "played"]
    assert "There is no move to take back." in answer.lines


def test_the_dice_of_a_dance_and_of_a_bot_are_taken_back_with_what_followed() -> None:
    closed = "backgammon w bar:1,6:14 6:2,5:2,4:2,3:2,2:2,1:5"
    at(closed, "61", "undo", "62", real_dice=True)
    assert [event.get("dice") for event in events()] == [[6, 2], None]
    answer = at(TURN[:-8].replace(" w ", " b "), "61", "undo", "62", black="random", real_dice=True)
    assert [event.get("dice") for event in events()] == [[6, 2], None]
    assert answer.out.count("Black, the dice on your board") == 2


def test_the_dice_of_the_roll_off_are_taken_back() -> None:
    at("fevga w 24:15 24:15 opening", "22", "undo", "26", "undo", "53", real_dice=True)
    assert events() == [{"kind": "rolled-off", "white": 5, "black": 3}]


def test_a_turn_refused_with_other_dice_cannot_be_accepted() -> None:
    at(TURN[:-8], "61", "13/9", "undo", "52", "accept", real_dice=True)
    assert [event["kind"] for event in events()] == ["rolled"]


def test_a_turn_refused_in_an_earlier_roll_cannot_be_accepted() -> None:
    answer = at(
        TURN,
        "13/8",
        "8/5 6/5",
        "42",
        "8/4 6/4",
        "61",
        "accept",
        "why",
        real_dice=True,
        black="person",
    )
    assert [event["kind"] for event in events()] == ["played", "rolled", "played", "rolled"]
    assert not any(event.get("accepted") for event in events())
    assert "stands" not in answer.out


def test_the_roll_off_is_typed_white_first() -> None:
    at("fevga w 24:15 24:15 opening", "frog", "?", "26", "1", real_dice=True)
    assert events()[0] == {"kind": "rolled-off", "white": 2, "black": 6}


def test_a_faulty_turn_stands_if_the_opponent_agrees() -> None:
    answer = at(TURN, "accept", "13/8", "accept", real_dice=True)
    assert events() == [
        {
            "kind": "played",
            "player": "white",
            "turn": "13/8",
            "moves": [[13, 8]],
            "accepted": True,
        }
    ]
    assert "If the opponent lets it stand: accept. Otherwise the legal turn." in answer.lines
    assert "The turn breaks a law and stands, accepted by the opponent." in answer.lines


def test_a_turn_left_unfinished_stands_if_the_opponent_agrees() -> None:
    at(TURN, "8/5", "accept", real_dice=True)
    assert (events()[0]["turn"], events()[0]["accepted"]) == ("8/5", True)


def test_a_refused_turn_of_one_player_is_not_agreed_to_for_the_other() -> None:
    at(TURN, "13/8", "8/5 6/5", "31", "accept", real_dice=True)
    assert [event["kind"] for event in events()] == ["played", "rolled"]


def test_a_dance_in_the_history_is_told_in_the_language_of_the_table() -> None:
    closed = "backgammon w bar:1,6:14 6:2,5:2,4:2,3:2,2:2,1:5 dice=61"
    assert "1. White: (no move)" in at(closed, "history").lines
    assert (
        "1. Белые: (ходов нет)"
        in play("--resume", "at.jsonl", "--language", "ru", typed=["ходы"]).lines
    )


def test_without_real_dice_no_faulty_turn_exists() -> None:
    at(TURN, "13/8", "accept")
    assert not events()


def test_two_people_and_the_bomb_before_the_opponents_roll() -> None:
    position = "nuclear,bomb_when=any_time w 20:1,8:1,6:13 24:2,13:1,6:12"
    at(position, "bomb black")
    assert events()[0] == {"kind": "acted", "player": Player.BLACK.value, "act": "bomb"}


def test_a_bomb_that_came_back_before_the_roll_is_not_offered_again() -> None:
    position = "nuclear,bomb_when=any_time w 20:1,8:1,6:13 24:2,13:1,6:12"
    answer = at(position, "bomb", "bomb black", "?")
    assert "Legal now: roll, double or resign." in answer.lines
    assert answer.out.count("Enter to roll, or double or bomb: ") == 1


def test_who_waits_is_not_asked_again_for_a_bomb_that_came_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def eager(_: object, situation: Situation) -> str:
        return "bomb" if situation.bomb is not Owner.OPPONENT else "roll"

    monkeypatch.setattr(BaselineBot, "choose_act", eager)
    position = "nuclear,bomb_when=any_time b 20:1,8:1,6:13 24:2,13:1,6:12"
    answer = at(position, "bomb", black="baseline")
    assert [event.get("act") for event in events()[:2]] == ["bomb", "bomb"]
    assert answer.out.count("Enter goes on, or bomb") == 1


def test_the_bomb_of_a_seat_that_is_misspelt_is_not_exploded() -> None:
    position = "nuclear,bomb_when=any_time w 20:1,8:1,6:13 24:2,13:1,6:12"
    answer = at(position, "bomb blakc")
    assert not events()
    assert "Type bomb, or bomb with a seat after it: white, black." in answer.out
