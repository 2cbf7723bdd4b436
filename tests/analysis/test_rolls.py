"""All rolls of a moment, and how lucky each is."""

import pytest

from nardy.analysis.rolls import WEIGHTS, Rolls
from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS, Roll
from nardy.formats import position_text


def test_every_roll_is_weighed_as_often_as_it_falls() -> None:
    assert WEIGHTS.sum() == pytest.approx(1)
    assert WEIGHTS[ROLLS.index(Roll(6, 6))] * 2 == WEIGHTS[ROLLS.index(Roll(2, 1))]


def test_the_last_roll_of_a_race_is_known_exactly() -> None:
    # One checker on the six point: 27 of 36 rolls bear it off, after all others the game is lost.
    rolls = Rolls.of(position_text.loads("backgammon w 6:1 1:2"), NeuralBot(1))
    assert rolls.mean == pytest.approx(0.5, abs=1e-5)
    assert float(rolls.chances[:3].sum()) == pytest.approx(0.75, abs=1e-5)
    assert rolls.luck(Roll(6, 1)) == pytest.approx(0.5, abs=1e-5)
    assert rolls.luck(Roll(2, 1)) == pytest.approx(-1.5, abs=1e-5)
    assert WEIGHTS @ [rolls.luck(roll) for roll in ROLLS] == pytest.approx(0, abs=1e-6)
