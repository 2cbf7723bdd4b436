"""The judge: legal or not, which law, and what was meant."""

import pytest
from hypothesis import given
from tests.effort import each
from tests.moments import STD, cases, moment, tried
from tests.strategies import garbage, rolled_texts

from nardy.core.canonical import legal_turns
from nardy.core.judge import find_turn, judge, judge_words
from nardy.core.laws import LAWS, NOT_OPENED
from nardy.core.words import read_words
from nardy.errors import AmbiguousTurn, IllegalTurnError, NardyError, NotationError, TooManyTurns

BACK = f"backgammon w {STD} {STD}"
TURNS = [case for case in cases("text-cases.jsonl") if case["kind"] == "turn"]


@each("case", TURNS)
def test_the_turns_of_the_text_cases(case: dict) -> None:
    verdict = judge(moment(case["position"], *case["dice"]), case["text"])
    assert verdict.is_legal == case["valid"]
    assert verdict.law == case.get("law")
    assert (str(verdict.turn) if verdict.turn else None) == case.get("canonical")


@given(rolled_texts(), garbage)
def test_any_text_is_judged_or_refused(position: str, text: str) -> None:
    situation = moment(position)
    verdict = tried(lambda: judge(situation, text))
    if isinstance(verdict, NardyError):
        assert isinstance(verdict, NotationError | AmbiguousTurn | TooManyTurns)
    elif verdict.is_legal:
        assert verdict.turn is not None
        assert judge(situation, str(verdict.turn)).final == verdict.final
    else:
        assert verdict.law in LAWS
        assert len(verdict.reason) > 20


def test_a_turn_of_two_meanings_names_both() -> None:
    # From 13 to 4 in three threes: over 10 or... the blots on both ways of 6-3.
    situation = moment("backgammon w 13:1,3:14 18:1,15:1,5:13", 6, 3)
    with pytest.raises(AmbiguousTurn) as caught:
        judge(situation, "13/4")
    assert set(caught.value.readings) == {"13/10*/4", "13/7*/4"}
    assert all(reading in str(caught.value) for reading in caught.value.readings)
    assert judge(situation, "13/7/4").is_legal
    assert judge(situation, "13/10/4").is_legal


def test_a_joined_word_means_the_way_that_touches_fewest() -> None:
    situation = moment("backgammon w 13:1,3:14 15:1,5:14", 6, 3)
    assert str(judge(situation, "13/4").turn) == "13/4"
    assert str(judge(situation, "13/10/4").turn) == "13/10*/4"


def test_a_star_on_the_last_point_never_decides() -> None:
    assert str(judge(moment(BACK, 3, 1), "8/5* 6/5").turn) == "8/5 6/5"


def test_the_sentence_of_the_longest_play_has_numbers_and_an_example() -> None:
    verdict = judge(moment(BACK, 3, 1), "8/5")
    assert verdict.law == "longest-play"
    assert "31" in verdict.reason
    assert "for example" in verdict.reason


@each(
    ("position", "dice", "turn", "said", "in_russian"),
    [
        (
            "plakoto,pinned_bearoff=forbid w 6:1,5:2,4:p 21:1,10:2",
            (6, 5),
            "5/off 6/off",
            "none of them is pinned",
            "ни одна не заперта",
        ),
        ("plakoto w 8:1,5:2 21:1,10:2", (6, 5), "5/off", "in your home.", "дома."),
        ("fevga,runner=6 w 24:14,8:1 24:15", (3, 1), "24/21", "your 6 or less", "пункта 6 или"),
        (
            "caucasian w 6:1,2:1 22:1,13:14",
            (4, 3),
            "6/3* 3/off",
            "unless no other turn uses as many dice.",
            "только если иначе столько костей не сыграть.",
        ),
        (
            "caucasian@strict w 6:1,2:1 22:1,13:14",
            (4, 3),
            "6/3* 3/off",
            "is never borne off in the same turn.",
            "нельзя выбросить тем же ходом.",
        ),
        (
            "long-nardy,head_exception=none w 24:15 24:15",
            (5, 5),
            "24/19 24/19",
            "may leave the head in a turn.",
            "только одну шашку.",
        ),
        (
            "fevga w 24:14,13:1 24:15",
            (3, 1),
            "24/21",
            "past the opponent's start",
            "старт соперника",
        ),
    ],
)
def test_a_law_is_told_as_the_options_have_it(
    position: str, dice: tuple[int, int], turn: str, said: str, in_russian: str
) -> None:
    verdict = judge(moment(position, *dice), turn)
    assert said in verdict.words["en"]
    assert in_russian in verdict.words["ru"]
    assert verdict.words["en"][1:-1] in verdict.reason


def test_finding_a_turn_or_raising_its_law() -> None:
    situation = moment(BACK, 3, 1)
    turn, final = find_turn(situation, "6/5 8/5")
    assert str(turn) == "8/5 6/5"
    assert legal_turns(situation.rules, situation.position, situation.dice)[turn] == final
    with pytest.raises(IllegalTurnError) as caught:
        find_turn(situation, "8/5")
    assert caught.value.law == "longest-play"


def test_words_are_judged_with_any_dice_list() -> None:
    situation = moment("mad-gulbar w 24:12,14:3 24:12,15:3 left=566")
    words = read_words("24/7")
    verdict = judge_words(situation.rules, situation.position, situation.dice, words)
    assert verdict.is_legal == (
        "24/7" in {str(t) for t in legal_turns(situation.rules, situation.position, situation.dice)}
    )


@pytest.mark.parametrize(
    ("position", "dice", "turn"),
    [
        ("backgammon w 6:1 24:2,13:13", (6, 5), "6/off"),
        ("backgammon w 6:1 24:2,13:13", (6, 1), "6/5/off"),
        ("backgammon w 6:1 24:2,13:13", (6, 6), "6/off"),
        ("sudden-death w 8:2,6:13 20:1,13:14", (3, 1), "8/5*"),
        ("sudden-death w 8:2,6:13 20:1,13:14", (3, 3), "8/5*"),
        ("sudden-death w 8:2,6:13 23:1,13:14", (3, 3), "8/2*"),
        ("sudden-death w 8:2,6:13 23:1,13:14", (3, 3), "6/3 8/2*"),
    ],
)
def test_the_move_that_ends_the_game_ends_the_turn(
    position: str, dice: tuple[int, int], turn: str
) -> None:
    assert judge(moment(position, *dice), turn).is_legal


def test_before_the_opening_roll_the_judge_asks_for_it() -> None:
    verdict = judge(moment(BACK + " opening"), "8/5 6/5")
    assert (verdict.law, verdict.words) == ("not-rolled", NOT_OPENED.words)
    assert "the opening roll comes first" in verdict.reason.casefold()


CASCADE = "mad-gulbar w 24:15 24:15"


@each(
    ("turn", "law"),
    [
        # 24/20(2), then 20/15(2): four of the six dice.
        ("24/15(2)", "longest-play"),
        ("24/20/15(2)", "longest-play"),
        ("24/15 24/20", "longest-play"),
        ("24/15", "cascade-order"),
        ("24/19", "cascade-order"),
        ("24/23", "wrong-die"),
        ("24/16 24/15", "wrong-die"),
    ],
)
def test_the_checkers_of_a_cascade_may_take_turns(turn: str, law: str) -> None:
    verdict = judge(moment(CASCADE, 4, 4), turn)
    assert verdict.law == law
    assert law != "longest-play" or "played, 6 can be" in verdict.reason
