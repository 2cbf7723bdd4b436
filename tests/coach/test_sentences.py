"""T1: every number in a sentence is counted a second time; words are whole in both languages."""

import re
from dataclasses import replace

import pytest
from tests.coach.truth import check, check_rolls, explained
from tests.effort import each, tries
from tests.moments import moment

from nardy.analysis.decisions import turn_of
from nardy.bots.neural import NeuralBot
from nardy.coach.explanation import explain
from nardy.coach.kinds import KINDS, Undo
from nardy.coach.reasons import Reason
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
    found = list(explained(game, 29, tries(3, 10, 1_000)))
    assert any(one.pair is not None for one in found)
    assert all(map(check, found))


def test_expected_rolls_have_two_decimals() -> None:
    found = explain(moment("backgammon,cube_play=off w 6:2,4:1,3:2 3:2,2:2", 5, 3), "6/1 4/1")
    told = (
        "To bear all off you need 2.59 rolls on average after 6/1 3/off, 2.89 after 6/1 4/1. "
        "In this race nothing else counts."
    )
    assert sentences(found)[1:] == [told]
    told = (
        "Чтобы выбросить все шашки, после 6/1 3/off нужно в среднем 2,59 броска, после 6/1 4/1 — 2,89. "
        "Больше в этой гонке ничто не важно."
    )
    assert sentences(found, "ru")[1:] == [told]
    assert check(found)


def test_rolls_that_make_more_than_the_loss_leave_the_other_turn_better() -> None:
    text = "backgammon w 8:3,7:2,6:2,5:2,4:2,3:2,2:2 24:1,8:2,6:4,5:4,4:2,3:2"
    found = explain(moment(text, 5, 2), "7/5 7/2", NeuralBot(0))
    dances = found.reasons[1]
    assert dances.undo is Undo.ROLLS
    assert found.loss is not None
    more = round(dances.part - found.loss, 3)
    assert more > 0
    assert sentences(found)[2].endswith(
        f"On all other rolls together 7/5 7/2 would be better by {more} points."
    )
    assert check(found)


def test_the_sentences_of_a_turn_known_by_heart() -> None:
    found = explain(moment(START, 3, 1), "13/10 6/5")
    first, shots = sentences(found)
    assert first.startswith("13/10 6/5 loses 0.")
    assert shots.startswith(
        "18 rolls of 36 hit you after 13/10 6/5, none after 8/5 6/5. Without the hits 0."
    )
    _, shots = sentences(found, "ru")
    assert shots.startswith("18 бросков из 36 бьют вас после 13/10 6/5, после 8/5 6/5 — 0.")
    assert plan_sentence(found, "ru") == "План: свободный контакт."


@pytest.mark.parametrize(
    ("text", "turn", "english", "russian"),
    [
        (
            "plakoto w 24:15 24:15",
            "24/19",
            "You have 13 checkers on the starting point after 24/22 24/21, 14 after 24/19.",
            "После 24/22 24/21 на старте 13 шашек, после 24/19 — 14.",
        ),
        (
            "plakoto w 24:2,21:3,18:2,17:3,16:2,15:3 21:3,18:3,17:1,16:2,13:2,12:2,11:2",
            "21/18 17/15",
            (
                "If you rolled now, you would have to leave a single checker on 14 rolls of 36 "
                "after 21/18 17/15, on 8 after 21/16."
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
    best, played = found.facts["blocks"]
    assert best > played
    assert not found.reasons
    assert check(found)


def test_a_short_row_is_not_called_a_fence() -> None:
    found = explain(moment("long-nardy w 24:14,21:1 24:15", 2, 1), "21/18")
    for row, word in ((2, "in a row"), (3, "Your fence")):
        told = replace(found, reasons=(Reason("fence", Undo.CHANGE, row, 1, 0.1),))
        assert word in sentences(told)[1]
        assert f"{row} points" in sentences(told)[1]


def test_rolls_that_make_half_of_the_difference_are_told_where_there_is_no_reason() -> None:
    found = replace(explain(moment(START, 3, 1), "13/10 6/5"), reasons=())
    rolls, part = grouped(found.rolls)["hits"]
    assert part >= (found.loss or 0) / 2
    _, told, wins, larger = sentences(found)
    assert told.startswith(
        f"On {rolls} rolls of 36 the opponent's best reply hits only after 13/10"
    )
    assert re.fullmatch(r"8/5 6/5 wins \d+\.\d of 100 games, 13/10 6/5 wins \d+\.\d\.", wins)
    assert larger.startswith("Of 100 games 8/5 6/5 wins ")
    assert "gammons" in larger
    check_rolls(found, [told])
    russian = sentences(found, "ru")[1]
    assert russian.startswith(f"На {rolls} бросках из 36 соперник лучшим ответом бьёт только после")


def test_points_are_named_only_if_their_loss_was_tried() -> None:
    """24/18 23/18 makes the 18 point: the changes open that one, and no other that counts as much."""
    found = explain(
        moment("backgammon w 24:1,23:1,13:4,8:3,6:4,5:2 24:2,13:4,8:4,6:5", 6, 5), "24/13"
    )
    [reason] = found.reasons
    assert (reason.fact, reason.points) == ("blocks", {18})
    assert sentences(found)[1].startswith("24/18 23/18 makes your 18 point in the opponent's way,")
    untried = replace(found, reasons=(replace(reason, points=frozenset()),))
    assert sentences(untried)[1].startswith("You hold ")


def test_without_the_reason_the_other_turn_may_be_better() -> None:
    found = explain(moment(START, 6, 1), "13/7 6/5")
    [reason] = found.reasons
    assert reason.fact == "shots"
    assert found.loss is not None
    more = round(reason.part - found.loss, 3)
    assert sentences(found)[1].endswith(
        f"Without the hits 13/7 6/5 would be better by {more} points."
    )
    for language, words in (("en", "If all wins and losses"), ("ru", "Если бы все победы")):
        sizes = replace(reason, fact="won", undo=Undo.SIZES)
        assert words in sentences(replace(found, reasons=(sizes,)), language)[1]


def test_a_turn_that_ends_the_game_needs_no_reason() -> None:
    found = explain(moment("backgammon,cube_play=off w 2:1,1:1 3:1,2:1", 2, 1), "2/off")
    assert sentences(found) == ["2/off 1/off ends the game at once."]
    assert sentences(found, "ru") == ["Ход 2/off 1/off сразу заканчивает партию."]


def test_no_reason_is_sought_where_the_judges_disagree() -> None:
    found = replace(explain(moment(START, 4, 3), "13/6"), reasons=(), ranked=0.306)
    _, told, *_ = sentences(found)
    assert told.startswith("The bot that ranks the turns sees a difference of 0.306 points.")


def test_gammons_that_speak_for_the_other_turn_are_told_with_a_but() -> None:
    found = explain(moment(START, 3, 1), "13/10 6/5")
    assert found.pair is not None
    # The same pair with the replies of the turns exchanged: the better turn wins fewer gammons.
    rows = found.pair.replies
    turned = replace(found.pair, replies=rows._make(array[::-1] for array in rows))
    told = sentences(replace(found, reasons=(), pair=turned))
    assert told[-1].startswith("But of 100 games 8/5 6/5 wins ")


def test_gammons_are_not_told_where_they_count_nothing() -> None:
    for options, is_told in (("cube_play=off", True), ("cube_play=on,jacoby=on", False)):
        before = moment(f"backgammon,{options} w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", 3, 1)
        told = sentences(replace(explain(before, "13/10 6/5"), reasons=()))
        assert any("gammons" in one for one in told) is is_told


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
    assert russian == "На два броска вперёд ход 13/10 6/5 лучше, чем 8/5 6/5, на 0,034 очка."


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
