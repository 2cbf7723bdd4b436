"""What a bot thinks of a moment."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.effort import some
from tests.search.lockstep import tiny

from nardy.analysis.decisions import estimate, rank_turns
from nardy.analysis.rollouts import rollout_position
from nardy.bots.neural import NeuralBot
from nardy.core.acts import end_turn
from nardy.core.canonical import legal_turns
from nardy.core.dice import ROLLS, Roll
from nardy.core.situation import Situation
from nardy.errors import IllegalActError
from nardy.evaluation.cube.match_value import match_ladder
from nardy.evaluation.network import weights
from nardy.formats import position_text
from nardy.games import find_game
from nardy.search.rollout import RolloutPlan

STD = "24:2,13:5,8:3,6:5"
MOMENTS = (
    f"backgammon,jacoby=off w {STD} {STD} dice=31",
    "long-nardy b 24:15 24:14,20:1 dice=65",
    "plakoto,mother=off w 17:2,8:13 24:3,10:11,8:p dice=44",
    "fevga w 3:2,1:1 4:1,2:2 dice=66",
    "gul-bara w 24:12,20:3 24:15 dice=21 turns=1-1",
)


def bot_for(text: str, tmp_path: Path, plies: int = 1) -> tuple[Situation, NeuralBot]:
    moment = position_text.loads(text)
    file = tmp_path / "tiny.npz"
    weights.save(tiny(moment.rules.published.id, 2), {}, file)
    return moment, NeuralBot(plies, file)


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("text", MOMENTS)
def test_every_legal_turn_is_ranked(text: str, plies: int, tmp_path: Path) -> None:
    moment, bot = bot_for(text, tmp_path, plies)
    assert moment.dice
    ranked = rank_turns(moment, bot)
    legal = legal_turns(moment.rules, moment.position, moment.dice)
    assert {str(choice.turn) for choice in ranked} == {str(turn) for turn in legal}
    depths = [choice.plies for choice in ranked]
    assert depths == sorted(depths, reverse=True) or plies == 0
    for depth in set(depths):
        same = [choice.equity for choice in ranked if choice.plies == depth]
        assert same == sorted(same, reverse=True)
    for choice in ranked:
        chances = choice.probabilities
        assert chances.win + chances.lose + (chances.draw or 0) == pytest.approx(1, abs=1e-5)
        assert choice.after.to_act is not moment.to_act
    assert bot.choose(moment)[0].flipped() == ranked[0].after.position


@pytest.mark.parametrize("text", [MOMENTS[0], MOMENTS[1]])
def test_the_chances_of_a_turn_are_as_deep_as_its_equity(text: str, tmp_path: Path) -> None:
    moment, bot = bot_for(text, tmp_path, 1)
    best = rank_turns(moment, bot)[0]
    chances = best.probabilities.as_dict()
    points = chances["win"] - chances["lose"]
    points += sum(
        chance * (1 if name.startswith("win") else -1)
        for name, chance in chances.items()
        if "_" in name
    )
    assert best.plies == 1
    assert points == pytest.approx(best.equity, abs=1e-4)


@pytest.mark.parametrize("text", ["long-nardy,stakes=1", "long-nardy,koks=3,stakes=1"])
def test_a_reading_is_valued_by_its_own_stakes(text: str, tmp_path: Path) -> None:
    """The network is the published game's, whose mars counts 2."""
    position = "w 13:3,6:3,5:3,4:3,3:3 24:5,23:10"
    moment, bot = bot_for(f"{text} {position}", tmp_path)
    found = estimate(moment, bot)
    most = max(*moment.rules.stakes, moment.rules.koks)
    assert abs(found.equity) <= most
    named = set(found.probabilities.as_dict())
    assert ("win_gammon" in named) == (len(moment.rules.stakes) > 1)
    assert ("win_backgammon" in named) == bool(moment.rules.koks)
    rolled = replace(moment, roll=Roll(6, 5))
    assert all(abs(choice.equity) <= most for choice in rank_turns(rolled, bot))


def test_a_race_may_end_in_a_draw() -> None:
    certain = position_text.loads("long-nardy@draw w 2:1 2:1 first=w")
    for plies in (0, 1):
        found = estimate(certain, NeuralBot(plies))
        assert found.probabilities.draw == pytest.approx(1)
        assert found.equity == pytest.approx(0, abs=1e-6)


def test_without_draws_nobody_wins_them(tmp_path: Path) -> None:
    """The network of plakoto knows draws; both see the same position."""
    text = "plakoto,mother=off w 24:p,13:13,1:1 24:p,13:13,1:1"
    found, plain = (
        estimate(position_text.loads(one), NeuralBot(0))
        for one in (text, text.replace(",mother=off", ""))
    )
    assert found.equity == pytest.approx(plain.equity, abs=1e-5)
    assert plain.probabilities.draw is not None
    assert found.probabilities.win == pytest.approx(
        plain.probabilities.win + plain.probabilities.draw / 2, abs=1e-5
    )


def test_a_match_may_be_longer_than_any_table(tmp_path: Path) -> None:
    for length in (26, 99):
        moment, bot = bot_for(f"backgammon w {STD} {STD} match={length}:0-0", tmp_path)
        found = estimate(moment, bot)
        assert found.match_chance is not None
        assert found.match_chance == pytest.approx(0.5, abs=0.3)


def test_chances_are_counted_up(tmp_path: Path) -> None:
    moment, bot = bot_for(f"backgammon w {STD} {STD}", tmp_path)
    found = estimate(moment, bot)
    chances = found.probabilities.as_dict()
    assert chances["win"] >= chances["win_gammon"] >= chances["win_backgammon"] > 0
    assert list(chances)[:5] == [
        "win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon",
    ]  # fmt: skip
    larger = chances["win_gammon"] + chances["win_backgammon"]
    larger -= chances["lose_gammon"] + chances["lose_backgammon"]
    assert found.equity == pytest.approx(chances["win"] - chances["lose"] + larger, abs=1e-5)
    assert found.cube
    assert found.cube.double_pass == 1
    assert found.cubeful == pytest.approx(found.cube.no_double)


def test_a_ply_ahead_the_chances_are_those_of_the_answers(tmp_path: Path) -> None:
    moment, bot = bot_for(f"backgammon w {STD} {STD}", tmp_path, 1)
    shallow = NeuralBot(0, bot.file)
    assert bot.expect(moment).sum() == pytest.approx(1, abs=1e-5)
    assert estimate(moment, shallow).equity != pytest.approx(estimate(moment, bot).equity)


def test_two_plies_ahead_they_are_those_of_two_rolls(tmp_path: Path) -> None:
    """By hand: every roll is answered as it looks best at once, then a ply ahead."""
    moment, bot = bot_for("hypergammon w 9:1,6:1,4:1 5:1,4:1,2:1", tmp_path, 2)
    flat, near = (NeuralBot(plies, bot.file) for plies in (0, 1))
    mean = np.zeros(len(bot.expect(moment)))
    for roll in ROLLS:
        rolled = replace(moment, roll=roll)
        best = flat.rank(rolled)[0]
        after = end_turn(rolled, best.final, len(best.moves))
        seen = best.chances if after.result else near.expect(after)[::-1]
        mean += seen * (1 if roll.is_double else 2) / 36
    assert bot.expect(moment) == pytest.approx(mean, abs=1e-5)


def test_to_wait_with_a_free_double_costs_what_rollouts_say() -> None:
    """After the Crawford game: at an even score the opponent will soon pass for nothing."""
    asked = (("5:2-4", STD), ("5:3-4", STD), ("5:2-4", "13:2,8:3,7:2,6:3,5:3,4:2"))
    for score, text in some(asked, 2):
        moment = position_text.loads(f"backgammon w {text} {STD} match={score}")
        cube = estimate(moment, NeuralBot(1)).cube
        rolled = rollout_position(
            moment, NeuralBot(0), RolloutPlan(trials=72, plies=4, threads=1)
        ).cube
        assert cube
        assert rolled
        gain = min(cube.double_take, cube.double_pass) - cube.no_double
        assert gain == pytest.approx(rolled.gain[0], abs=0.02 + 3 * rolled.gain[1])
        assert cube.advice.startswith("double")
    assert NeuralBot(0).price(position_text.loads(f"backgammon w {STD} {STD} match=5:2-3")) == 0


def test_in_a_match_chances_to_win_it_stand_beside(tmp_path: Path) -> None:
    moment, bot = bot_for(f"backgammon w {STD} {STD} match=5:3-1", tmp_path, 0)
    found = estimate(moment, bot)
    assert found.cube
    assert found.cube.match_chances
    no_double, taken, passed = found.cube.match_chances
    assert found.match_chance == max(no_double, min(taken, passed))
    assert passed == pytest.approx(0.81436)
    assert found.cube.double_pass == pytest.approx(1)
    rolled = replace(moment, roll=Roll(3, 1))
    chances = [choice.match_chance for choice in rank_turns(rolled, bot)]
    assert None not in chances
    assert chances == sorted(chances, reverse=True)


def test_in_a_money_game_there_are_none(tmp_path: Path) -> None:
    moment, bot = bot_for(f"backgammon w {STD} {STD}", tmp_path, 0)
    found = estimate(moment, bot)
    assert found.match_chance is None
    assert found.cube
    assert found.cube.match_chances is None
    assert rank_turns(replace(moment, roll=Roll(3, 1)), bot)[0].match_chance is None


def test_nobody_doubles_where_there_is_no_cube(tmp_path: Path) -> None:
    moment, bot = bot_for("long-nardy w 24:15 24:15", tmp_path)
    found = estimate(moment, bot)
    assert (found.cube, found.cubeful) == (None, None)
    assert set(found.probabilities.as_dict()) == {"win", "win_gammon", "lose", "lose_gammon"}


def test_only_what_is_due_is_judged(tmp_path: Path) -> None:
    moment, bot = bot_for(MOMENTS[0], tmp_path)
    with pytest.raises(IllegalActError, match="dice"):
        estimate(moment, bot)
    with pytest.raises(IllegalActError):
        rank_turns(position_text.loads(f"backgammon w {STD} {STD}"), bot)


def test_a_draw_has_its_chance(tmp_path: Path) -> None:
    rules = find_game("long-nardy@draw")
    file = tmp_path / "tiny.npz"
    weights.save(tiny("long-nardy", 2), {}, file)
    moment = Situation(rules=rules, position=rules.start)
    # Of draws the network of the published game knows nothing.
    assert estimate(moment, NeuralBot(0, file)).probabilities.draw == 0
    mother = position_text.loads("plakoto w 24:15 24:15")
    weights.save(tiny("plakoto", 2), {}, tmp_path / "p.npz")
    assert estimate(mother, NeuralBot(0, tmp_path / "p.npz")).probabilities.draw is not None


TWO_AWAY = "backgammon w 13:3,8:3,6:4,5:3,4:2 24:1,13:4,8:4,6:4,5:2"


@pytest.mark.parametrize("plies", [0, 1, 2])
@pytest.mark.parametrize("cube", ["", " cube=2b"])
def test_the_match_chance_is_that_of_the_best_act(plies: int, cube: str) -> None:
    situation = position_text.loads(f"{TWO_AWAY}{cube} match=7:5-5")
    found = estimate(situation, NeuralBot(plies))
    ladder = match_ladder(situation)
    equities = NeuralBot(plies).weigh(situation).equities
    best = equities.no_double
    if not cube:
        best = max(best, min(equities.double_take, equities.double_pass))
        assert found.cube is not None
        assert found.cube.match_chances is not None
        chances = [ladder.chance_of(equity) for equity in equities]
        assert list(found.cube.match_chances) == pytest.approx(chances)
    assert found.match_chance == pytest.approx(ladder.chance_of(best))


def test_in_the_crawford_game_nobody_doubles() -> None:
    """The player who trails would gain by a cube of 2."""
    found = estimate(position_text.loads(f"{TWO_AWAY} match=7:2-6 crawford"), NeuralBot(1))
    assert found.cube is None
    assert found.match_chance is not None
    assert 0 < found.match_chance < 0.5
