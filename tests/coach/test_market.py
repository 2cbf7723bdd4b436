"""The market of a double, counted a second time by the bot asked turn by turn."""

from dataclasses import replace

import pytest
from tests.moments import moment

from nardy.analysis.decisions import cube_advice, turn_of
from nardy.bots.neural import NeuralBot
from nardy.coach.market import market_lost
from nardy.core.dice import ROLLS, Roll
from nardy.core.situation import Phase, Situation

BOT = NeuralBot(0)


def weight(roll: Roll) -> float:
    return (1 if roll.is_double else 2) / 36


def after(before: Situation, roll: Roll) -> Situation:
    rolled = replace(before, roll=roll)
    return turn_of(rolled, BOT.rank(rolled, 1)[0])[1]


def counted(before: Situation) -> float:
    """The same by single turns of the bot and its advice on the cube."""
    total = 0.0
    for roll in ROLLS:
        first = after(before, roll)
        if first.phase is Phase.OVER:
            total += weight(roll)
            continue
        for reply in ROLLS:
            second = after(first, reply)
            if second.phase is not Phase.OVER:
                found = cube_advice(second, BOT.probabilities(second))
                passes = found is not None and found.advice in (
                    "double, pass", "too good to double",
                )  # fmt: skip
                total += passes * weight(roll) * weight(reply)
    return total


@pytest.mark.parametrize(
    "text",
    [
        "backgammon w 21:1,8:3,6:5,5:3,4:3 18:2,8:2,6:5,5:3,3:3",
        "backgammon w 21:1,8:3,6:5,5:3,4:3 18:2,8:2,6:5,5:3,3:3 match=7:2-4",
    ],
)
def test_every_exchange_is_asked_once(text: str) -> None:
    before = moment(text)
    found = market_lost(before, BOT)
    assert found == pytest.approx(counted(before), abs=1e-6)
    assert 0 < found < 1


@pytest.mark.parametrize("match", ["", " match=7:2-4"])
def test_races_at_home_are_solved_with_all_their_exchanges(match: str) -> None:
    before = moment(f"backgammon w 6:3,5:3,4:2,off:7 6:3,5:3,3:2,off:7{match}")
    found = market_lost(before, BOT)
    # Near the border the last checkers, which are exact by themselves, may fall to the other side: five pairs of rolls.
    assert found == pytest.approx(counted(before), abs=5 / 1296 + 1e-6)
    assert 0 < found < 1


def test_a_won_game_has_lost_its_market() -> None:
    assert market_lost(moment("backgammon w 1:1,off:14 2:2,off:13"), BOT) == pytest.approx(1)


def test_where_turns_do_not_alternate_it_is_not_told() -> None:
    assert market_lost(moment("nuclear w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"), BOT) is None
