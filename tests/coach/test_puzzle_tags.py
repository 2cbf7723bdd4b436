"""Tags of puzzles: the coach's own words about the same turns, and what simple bots play."""

from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.neural import NeuralBot
from nardy.coach import explain, plan_of
from nardy.coach.puzzle_tags import tagged
from nardy.core.judge import find_turn
from nardy.formats import position_text
from nardy.labels.puzzle_making import PuzzleFound
from nardy.labels.truth import Label, TurnLabel

SITUATION = position_text.loads(
    "backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
)


def label(*turns: str) -> Label:
    gaps = ((0.1 * number, 0.01) for number in range(len(turns)))
    told = tuple(TurnLabel(turn, (0, 0), gap) for turn, gap in zip(turns, gaps, strict=True))
    return Label(0, 72, (0.0, 0.01), told, (("win", 0.5),))


def test_reasons_are_those_of_the_good_turn_against_the_next() -> None:
    found = tagged(PuzzleFound(SITUATION, label("8/5 6/5", "13/10 6/5")))
    assert [one.turn for one in found.turns] == ["8/5 6/5", "13/10 6/5"]
    why = explain(SITUATION, "13/10 6/5")
    assert [*found.reasons] == [one.fact for one in why.reasons] == ["shots"]
    assert found.plan == plan_of(SITUATION.rules, SITUATION.position).id


def test_no_reason_is_told_where_the_coach_prefers_another_turn() -> None:
    assert tagged(PuzzleFound(SITUATION, label("13/10 6/5", "24/20"))).reasons == ()


def test_bots_that_miss_it_are_counted() -> None:
    played = [bot.choose(SITUATION)[0] for bot in (NeuralBot(0), BaselineBot())]
    for turn in ("8/5 6/5", "13/10 6/5"):
        final = find_turn(SITUATION, turn)[1]
        missed = tagged(PuzzleFound(SITUATION, label(turn, "24/20"))).missed
        assert missed == sum(one != final for one in played)
