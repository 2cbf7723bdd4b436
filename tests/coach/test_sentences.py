"""T1: every number in a sentence is counted a second time; words are whole in both languages."""

from dataclasses import replace

import pytest
from tests.coach.truth import check, check_rolls, explained
from tests.effort import each, tries
from tests.moments import moment

from nardy.analysis.decisions import turn_of
from nardy.bots.neural import NeuralBot
from nardy.coach.explanation import explain
from nardy.coach.reasons import KINDS, Reason, Undo
from nardy.coach.replies import CoachBot
from nardy.coach.roll_map import EVENTS, grouped
from nardy.coach.sentences import UNTOLD, plan_sentence, sentences
from nardy.games import GAMES
from nardy.translations import LANGUAGES, texts

START = "backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto", "fevga"])
def test_every_number_is_counted_a_second_time(game: str) -> None:
    found = [one for one in explained(game, 17, tries(8, 100, 5_000)) if one.reasons]
    assert found
    assert all(map(check, found))


@each("game", GAMES)
def test_every_game_speaks_truly_in_every_language(game: str) -> None:
    found = list(explained(game, 29, tries(3, 20, 1_000)))
    assert any(one.pair is not None for one in found)
    assert all(map(check, found))


def test_the_sentences_of_a_turn_known_by_heart() -> None:
    found = explain(moment(START, 3, 1), "13/10 6/5")
    first, shots, point = sentences(found)
    assert first.startswith("13/10 6/5 loses 0.")
    assert shots.startswith(
        "After 13/10 6/5 18 rolls of 36 hit you, after 8/5 6/5 none. Without the"
    )
    assert point == (
        "8/5 6/5 makes your 5 point, 13/10 6/5 does not. That alone would also make up most of it."
    )
    _, shots, point = sentences(found, "ru")
    assert shots.startswith("После 13/10 6/5 18 бросков из 36 бьют вас, после 8/5 6/5 — 0.")
    assert point.startswith("Ход 8/5 6/5 закрывает пункт 5, 13/10 6/5 — нет.")
    assert plan_sentence(found, "ru") == "План: свободный контакт."


@pytest.mark.parametrize(
    ("text", "turn", "english", "russian"),
    [
        (
            "plakoto w 24:15 24:15",
            "24/19",
            "After 24/22 24/21 you have 13 checkers on the starting point, after 24/19 14.",
            "После 24/22 24/21 на старте 13 шашек, после 24/19 — 14.",
        ),
        (
            "plakoto w 24:2,21:3,18:2,17:3,16:2,15:3 21:3,18:3,17:1,16:2,13:2,12:2,11:2",
            "21/18 17/15",
            (
                "If you rolled now, after 21/18 17/15 you would have to leave a single checker on 14 rolls of 36, "
                "after 21/16 on 8."
            ),
            (
                "Если бросать сейчас, после 21/18 17/15 на 14 бросках из 36 придётся оставить одиночную шашку, "
                "после 21/16 — на 8."
            ),
        ),
    ],
)
def test_games_with_pins_have_reasons_of_their_own(
    text: str, turn: str, english: str, russian: str
) -> None:
    found = explain(moment(text, 3, 2), turn)
    assert sentences(found)[1].startswith(english)
    assert sentences(found, "ru")[1].startswith(russian)


def test_mars_is_not_spoken_of_where_nobody_loses_it() -> None:
    before = moment("fevga w 13:1,11:1,6:2,5:2,4:3,3:2,2:3,1:1 6:4,4:2,2:7", 1, 1)
    found = explain(before, "3/1 2/1(2)")
    assert [one.fact for one in found.reasons] == ["to save mars"]
    assert found.pair is not None
    assert not found.pair.saves_larger
    _, told = sentences(found)
    assert "10 pips to bring all checkers home" in told
    _, told = sentences(found, "ru")
    assert "10 пипсов, чтобы привести все шашки в дом" in told
    assert "марс" not in told


def test_a_point_that_both_turns_hold_is_not_made_by_one() -> None:
    """The hit puts the point in the opponent's way; before, nobody had to pass it."""
    text = "caucasian w bar:1,23:2,21:1,16:1,13:5,8:1,5:2,2:2 22:1,19:1,13:5,8:3,6:4,3:1"
    found = explain(moment(text, 5, 2), "bar/18")
    assert [one.fact for one in found.reasons] == ["blocks"]
    assert check(found)
    assert "you hold 4 points in the way" in sentences(found)[1]


def test_a_short_row_is_not_called_a_fence() -> None:
    found = explain(moment("long-nardy w 24:14,21:1 24:15", 2, 1), "21/18")
    for row, word in ((2, "in a row"), (3, "your fence")):
        told = replace(found, reasons=(Reason("fence", Undo.CHANGE, row, 1, 0.1),))
        assert word in sentences(told)[1]
        assert f"{row} points" in sentences(told)[1]


def test_rolls_that_make_half_of_the_difference_are_told_where_there_is_no_reason() -> None:
    found = replace(explain(moment(START, 3, 1), "13/10 6/5"), reasons=())
    rolls, part = grouped(found.rolls)["hits"]
    assert part >= (found.loss or 0) / 2
    _, silent, told, wins, larger = sentences(found)
    assert silent.startswith("No single reason")
    assert told.startswith(
        f"On {rolls} rolls of 36 the opponent's best reply hits only after 13/10"
    )
    assert wins.startswith("Of 100 games")
    assert larger.startswith("Of 100 games 8/5 6/5 wins ")
    assert "gammons" in larger
    check_rolls(found, [told])
    russian = sentences(found, "ru")[2]
    assert russian.startswith(f"На {rolls} бросках из 36 соперник лучшим ответом бьёт только после")


def test_every_reason_has_its_words_in_every_language() -> None:
    for language in LANGUAGES:
        assert {kind.fact for kind in KINDS} <= texts(language, "coach").keys()
        told = {f"reply.{event}" for event in EVENTS if event not in UNTOLD}
        assert told <= texts(language, "coach").keys()
        assert texts(language, "coach").keys() == texts("en", "coach").keys()


def test_turns_that_two_plies_rank_the_other_way_are_not_called_equal() -> None:
    found = explain(moment(START, 3, 1), "13/10 6/5")
    assert sentences(replace(found, loss=0.0099)) == sentences(replace(found, loss=-0.0099))
    turned = replace(found, loss=-0.034)
    assert sentences(turned) == [
        "Two plies ahead 13/10 6/5 is worth 0.034 points more than 8/5 6/5."
    ]
    [russian] = sentences(turned, "ru")
    assert russian == "На два броска вперёд ход 13/10 6/5 стоит на 0,034 очка больше, чем 8/5 6/5."


def test_the_only_turn_and_equal_turns_are_told_as_such() -> None:
    only = explain(moment("backgammon,cube_play=off w bar:1,6:14 6:5,5:2,4:2,3:2,2:2,1:2", 6, 6))
    assert sentences(only) == ["There is no other turn."]
    equal = explain(moment("backgammon,cube_play=off w 6:1,1:1 6:1,1:1", 6, 1))
    assert len(sentences(equal)) == 1


def test_a_cascade_that_the_bot_did_not_list_is_not_called_the_only_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, listed = moment("mad-gulbar w 24:15 24:15", 1, 1), CoachBot.rank
    best, other = (turn_of(before, one)[0] for one in CoachBot.of(NeuralBot(0)).rank(before)[:2])
    monkeypatch.setattr(CoachBot, "rank", lambda bot, situation: listed(bot, situation)[:1])
    found = explain(before, other, NeuralBot(0))
    assert (found.best, found.played, found.is_best) == (best, other, False)
    assert sentences(found) == [f"The network cannot compare {other} and {best} roll by roll here."]
