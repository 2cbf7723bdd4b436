"""The replies to turns: the same values as the bot's own look-ahead, and none that hits where that is forbidden."""

import numpy as np
import pytest
from tests.coach.moments import afters, moments
from tests.effort import tries
from tests.moments import moment

from nardy.coach.replies import WEIGHTS, CoachBot
from nardy.core.acts import end_turn
from nardy.core.dice import ROLLS
from nardy.core.judge import find_turn
from nardy.search.conversions import tables_of
from nardy.search.lookahead import expected

START = "24:2,13:5,8:3,6:5"


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto", "gul-bara"])
@pytest.mark.parametrize("plies", [1, 2])
def test_the_mean_over_the_rolls_is_the_value_of_the_look_ahead(game: str, plies: int) -> None:
    bot = CoachBot(plies)
    for before in moments(game, 5, tries(3, 20, 200)):
        for after in afters(before):
            valuation = bot.valuation(before)
            # The bot's move filter may leave out the best reply of a roll.
            valuation = valuation._replace(quick=valuation.game)
            replies = valuation.replies([after], plies)
            game, value = valuation.game, valuation.value
            ahead = expected(game, tables_of(game, [after]), value, plies).equities[0]
            assert replies.means[0] == pytest.approx(-ahead, abs=1e-5)
            assert valuation.means([after], plies) == pytest.approx(replies.means)
            assert replies.chances.sum(2) == pytest.approx(1, abs=1e-3)


def test_weights_are_those_of_two_dice() -> None:
    assert WEIGHTS.sum() == pytest.approx(1)
    assert [36 * weight for weight in WEIGHTS] == [1 if roll.is_double else 2 for roll in ROLLS]


def test_without_hits_only_rolls_that_can_hit_change() -> None:
    before = moment(f"backgammon,cube_play=off w {START} {START}", 3, 1)
    _, final = find_turn(before, "13/10 6/5")
    replies = CoachBot(2).valuation(before).replies([end_turn(before, final, 2)])
    calm = replies.without_hits != replies.values
    assert not (calm & ~replies.hits).any()
    # A blot on the 5 point costs: who may not hit it is worse off on the whole.
    assert (replies.without_hits @ WEIGHTS > replies.means + 0.05).all()


def test_where_every_reply_hits_nothing_moves() -> None:
    # The opponent's only checker stands before two blots and hits with each roll that moves it.
    before = moment("backgammon,cube_play=off w 13:1,12:1,1:13 14:1,1:14", 2, 1)
    after = end_turn(before, before.position, 2)
    replies = CoachBot(1).valuation(before).replies([after], 1)
    assert np.isfinite(replies.without_hits).all()
