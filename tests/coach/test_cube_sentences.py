"""Sentences about the cube: their numbers are those of the explanation, and none contradicts the advice."""

import re
from dataclasses import replace
from random import Random

import pytest
from tests.effort import tries
from tests.moments import moment
from tests.oracle import game_of
from tests.oracle.random_positions import reachable

from nardy.bots.neural import NeuralBot
from nardy.coach.cube import CubeExplanation, explain_cube
from nardy.coach.cube_sentences import cube_sentences
from nardy.core.cube_acts import cube_law, offer_double
from nardy.core.situation import Phase
from nardy.evaluation.outcomes import points_of
from nardy.formats import position_text
from nardy.translations import LANGUAGES, figure, texts

RACE = "backgammon w 8:2,6:4,5:4,4:3,3:2 9:2,7:2,6:5,5:3,4:1,3:2"
ATTACK = "backgammon w 24:2,13:3,8:3,6:4,5:3 bar:1,24:1,13:5,8:3,6:5"
DRAWS = "plakoto,cube_play=on w 24:p,10:1,7:1,4:1,3:4,2:7 24:1,21:p,12:1,4:1,3:1,2:4,1:6"
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
BOT = NeuralBot(0)
CONSTANT = {"100"}


def told(text: str, language: str = "en") -> list[str]:
    return cube_sentences(explain_cube(moment(text), None, BOT), language)


def test_nobody_plays_on_for_gammons_that_gain_nothing() -> None:
    """Under the Jacoby rule a double and waiting are worth a point each but for the last digit."""
    before = moment("backgammon w 6:3,5:3,4:3,3:3,2:3 bar:2,24:1,6:4,5:4,4:4")
    found = cube_sentences(explain_cube(before, None, NeuralBot(1)))
    assert found[0] == "A double and waiting are worth about the same."
    assert not any("playing on" in one for one in found)


def test_a_double_known_by_heart() -> None:
    gain, window, market = told(RACE)
    assert gain == "A double is worth 0.155 points more than waiting."
    assert window == (
        "You win 77.9% of the games. With single wins and losses a double is right from 69.2% on, "
        "and from 78.6% on the opponent passes."
    )
    assert market.startswith("Waiting loses the market on 53.2% of the next exchanges")
    gain, window, market = told(RACE, "ru")
    assert gain == "Удвоить лучше, чем ждать, на 0,155 очка."
    assert "удваивать пора с 69,2 %, а с 78,6 % соперник пасует" in window
    assert "53,2 %" in market


def test_an_answer_known_by_heart() -> None:
    seen = explain_cube(offer_double(moment(ATTACK)), None, BOT)
    gain, need = cube_sentences(seen)
    assert gain == "A take is worth 0.062 points more than a pass."
    assert need == (
        "You win 32.6% of the games. With the gammons of this position a take needs 31.6%."
    )


@pytest.mark.parametrize(
    ("best", "act", "told"),
    [
        ("take", "pass", "A take and a pass are worth about the same."),
        ("pass", "take", "A take and a pass are worth about the same."),
        ("take", "beaver", "A beaver and a take are worth about the same."),
        ("beaver", "pass", "A beaver and a pass are worth about the same."),
    ],
)
def test_equal_answers_are_named(best: str, act: str, told: str) -> None:
    found = explain_cube(offer_double(moment(ATTACK)), None, BOT)
    worth = dict.fromkeys(("take", "pass", "beaver"), -0.9) | {best: 0.104, act: 0.1}
    equal = replace(found, worth=worth, best=best, act=act)
    assert cube_sentences(equal)[0] == told
    assert cube_sentences(equal, "ru")[0].endswith("— почти равноценно.")


def test_scores_have_their_own_words() -> None:
    assert told(f"{RACE} match=5:2-4")[1].startswith("A double risks nothing")
    assert told(f"{RACE} match=5:4-2")[1].startswith("A double gains nothing")
    assert "At this score" in told(f"{RACE} match=9:3-3")[1]
    start = explain_cube(offer_double(moment(f"{START} match=5:3-3")), None, BOT)
    assert cube_sentences(start)[-1].startswith("After a take you cannot gain by doubling again")


def test_marses_are_called_by_their_name() -> None:
    words = " ".join(told("fevga,cube_play=on w 24:10,20:5 24:10,19:5"))
    assert "gammon" not in words


def test_draws_are_no_losses_of_the_player_who_passes() -> None:
    _, draws, window, _ = told(DRAWS)
    assert draws == "Of all games 66.4% are drawn; the next figures leave that share as it is."
    assert "from 31.0% on the opponent passes" in window
    assert "66,4 %" in told(DRAWS, "ru")[1]
    _, draws, need = cube_sentences(explain_cube(offer_double(moment(DRAWS)), None, BOT))
    assert draws.startswith("Of all games 66.4%")
    # 31.0, 66.4 and 2.6 make 100: the doubler's wins, the draws, and the wins of whoever takes.
    assert need.endswith("a take needs 2.6%.")


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto"])
def test_every_number_is_that_of_the_explanation(game: str) -> None:
    rng, seen = Random(f"cube {game}"), 0
    for text in reachable(game_of(f"{game},cube_play=on"), 23, tries(12, 200, 5_000)):
        match = rng.choice(("", " match=7:2-4", " match=5:3-3", " match=5:2-4"))
        before = position_text.loads(f"{text}{match}")
        if before.phase is not Phase.ROLL or cube_law(before):
            continue
        for moment_ in (before, offer_double(before)):
            found = explain_cube(moment_, None, BOT)
            for language in LANGUAGES:
                check(found, language)
                seen += 1
    assert seen


def check(found: CubeExplanation, language: str) -> None:
    text = " ".join(cube_sentences(found, language))
    known = {f"{round(found.loss, 3):g}", str(found.situation.rules.cube_cap)} | CONSTANT
    chances = [found.win, found.takes_from, found.doubles_from, found.passes_from, found.market]
    chances.append(1 - sum(found.chances[points_of(found.situation.rules) != 0].tolist()))
    known |= {f"{100 * one:.1f}" for one in chances if one is not None}
    known.add(str(round(100 * found.larger[0])))
    numbers = set(re.findall(r"\d+(?:[.,]\d+)?", text))
    assert numbers <= {figure(language, one) for one in known}, (text, known)


def test_every_sentence_has_its_words_in_every_language() -> None:
    for language in LANGUAGES:
        assert texts(language, "cube").keys() == texts("en", "cube").keys()
