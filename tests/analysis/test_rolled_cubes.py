"""Rollouts with the cube: exact where the end is, without bias, and near the exact table."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.search.lockstep import tiny

from nardy.analysis.rolled_cubes import decision_of, match_chance_of
from nardy.analysis.rollouts import RolledOut, rollout_position
from nardy.bots.neural import NeuralBot
from nardy.core.acts import end_turn
from nardy.core.cube import Cube, Owner
from nardy.core.cube_acts import cube_law
from nardy.core.dice import ROLLS
from nardy.core.legal import begin, sequences
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import CubeDecision, cube_choice
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Positions
from nardy.exact.two_sided import late_races
from nardy.formats import position_text
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.search.conversions import facts_of
from nardy.search.rollout import RolloutPlan

RACE = "backgammon w 6:1 6:1"
"""A checker each: no turn is a choice, and a race at home is known exactly."""
CONTACT = "hypergammon w 22:1,9:1,6:1 24:1,5:1,4:1"


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, NeuralBot]:
    folder = tmp_path_factory.mktemp("weights")
    for game in ("hypergammon", "backgammon"):
        weights.save(tiny(game, 2), {}, folder / f"{game}.npz")
    return {file.stem: NeuralBot(0, file) for file in folder.iterdir()}


def rolled(bots: dict[str, NeuralBot], text: str, **plan: object) -> RolledOut:
    situation = position_text.loads(text)
    bot = bots[situation.rules.id]
    return rollout_position(situation, bot, replace(RolloutPlan(trials=72), **plan))  # pyright: ignore[reportArgumentType]


def by_hand(bot: NeuralBot, situation: Situation, *, is_asked: bool = True) -> float:
    """Points for the player on roll when both act as the bot does: every roll, by the rule book."""

    @cache
    def worth(situation: Situation, *, is_asked: bool) -> float:
        if is_asked and cube_law(situation) is None:
            choice = cube_choice(situation, bot.probabilities(situation))
            if choice is CubeDecision.DOUBLE_PASS:
                return situation.cube.value
            times = {CubeDecision.DOUBLE_TAKE: 2, CubeDecision.BEAVER: 4}.get(choice, 1)
            if times > 1:
                cube = Cube(times * situation.cube.value, Owner.OPPONENT)
                return worth(replace(situation, cube=cube), is_asked=False)
        return sum((1 if roll.is_double else 2) / 36 * after(situation, roll) for roll in ROLLS)

    def after(situation: Situation, roll: object) -> float:
        rolled = replace(situation, roll=roll)  # pyright: ignore[reportArgumentType]
        assert rolled.dice is not None
        finals = sequences(rolled.rules, begin(rolled.rules, rolled.position, rolled.dice))
        ends = [end_turn(rolled, final, len(moves)) for final, moves in finals.items()]
        won = [end for end in ends if end.result is not None]
        if won:
            return won[0].result.points * rolled.cube.value  # pyright: ignore[reportOptionalMemberAccess]
        best = min(ends, key=lambda end: end.position.opponent.index(1))
        return -worth(best, is_asked=True)

    return worth(situation, is_asked=is_asked)


@pytest.mark.parametrize("adjusted", [True, False])
def test_the_last_roll_is_exact(bots: dict[str, NeuralBot], *, adjusted: bool) -> None:
    """27 of 36 rolls win at once, and the opponent's next roll wins: no cube of his is of use."""
    found = rolled(bots, "backgammon w 6:1 1:1", adjusted=adjusted)
    assert found.cube is not None
    assert found.cube.no_double == (pytest.approx(0.5), pytest.approx(0, abs=1e-6))
    assert found.cube.double_take == (pytest.approx(1.0), pytest.approx(0, abs=1e-6))
    assert found.cube.gain[0] == pytest.approx(0.5)
    assert found.cubeful == (pytest.approx(1.0), pytest.approx(0, abs=1e-6))
    match = rolled(bots, "backgammon w 6:1 1:1 match=3:1-1", adjusted=adjusted)
    assert match.cube is not None
    assert match.cube.no_double[0] == pytest.approx(0.5, abs=1e-5)
    # A double that is taken is for the match, and three of four win it: the opponent passes.
    assert match.cube.choice is CubeDecision.DOUBLE_PASS
    assert match.cubeful == (1, 0)
    taken = match_chance_of(match.after, match.cube.double_take)
    assert taken is not None
    assert taken[0] == pytest.approx(0.75)


def test_it_comes_to_what_both_do(bots: dict[str, NeuralBot]) -> None:
    """Against every roll, every turn and every act of the same bot, by the rule book."""
    for text in (RACE, "backgammon w 5:1 6:1 cube=2b", "backgammon w 6:1 5:1 cube=4w"):
        situation = position_text.loads(text)
        found = rolled(bots, text, trials=720)
        truth = by_hand(bots["backgammon"], situation, is_asked=False) / situation.cube.value
        results = found.cube.no_double if found.cube else found.cubeful
        assert results is not None
        assert abs(results[0] - truth) < max(4 * results[1], 1e-5)


@pytest.mark.parametrize("score", ["", pytest.param(" match=7:5-4", marks=pytest.mark.thorough)])
def test_taking_the_luck_out_changes_no_mean(bots: dict[str, NeuralBot], score: str) -> None:
    raw, adjusted = (
        rolled(bots, CONTACT + score, trials=trials, adjusted=adjusted, plies=7, seed=adjusted)
        for trials, adjusted in ((1440, False), (360, True))
    )
    assert raw.cube is not None
    assert adjusted.cube is not None
    for one, other in zip(
        (raw.cube.no_double, raw.cube.double_take, raw.equity),
        (adjusted.cube.no_double, adjusted.cube.double_take, adjusted.equity),
        strict=True,
    ):
        assert abs(one[0] - other[0]) < 4 * np.hypot(one[1], other[1])


def test_a_rollout_of_one_roll_is_what_is_thought_after_it(bots: dict[str, NeuralBot]) -> None:
    """The first roll comes up in every way: with the luck taken out and without it is one mean."""
    for score in ("", " match=5:3-2", " match=3:2-1 crawford"):
        raw, adjusted = (
            rolled(bots, CONTACT + score, plies=1, adjusted=adjusted) for adjusted in (False, True)
        )
        assert raw.cubeful == (
            pytest.approx(adjusted.cubeful[0], abs=1e-5),
            pytest.approx(0, abs=1e-5),
        )  # pyright: ignore[reportOptionalSubscript]
        assert (raw.cube is None) == ("crawford" in score)


@pytest.mark.parametrize("text", [RACE, f"{RACE} cube=2b", "backgammon w 6:1 4:1 cube=2w"])
def test_two_checkers_are_worth_what_the_exact_table_says(
    bots: dict[str, NeuralBot], text: str
) -> None:
    """With a checker each the bot doubles and takes as perfect players do."""
    situation = position_text.loads(text)
    boards, pins = position_arrays([situation.position])
    asked = Positions(boards, pins, at.PLAYER, facts_of(situation)[None])
    is_known, values = late_races(situation.rules, asked)
    kind = {Owner.NOBODY: 2, Owner.PLAYER: 1, Owner.OPPONENT: 3}[situation.cube.owner]
    assert is_known[0]
    found = rolled(bots, text, trials=720)
    assert found.cubeful is not None
    assert found.cubeful[0] == pytest.approx(values[0, kind], abs=0.005 + 4 * found.cubeful[1])


def test_what_is_right_follows_from_the_means() -> None:
    situation = position_text.loads("backgammon,jacoby=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5")

    def choice(waiting: float, taken: float) -> tuple[CubeDecision, float, float]:
        histories = np.tile(np.array([waiting, taken]), (2, 36, 1))
        found = decision_of(situation, histories)
        return found.choice, round(found.cubeful[0], 6), round(found.gain[0], 6)

    assert choice(0.5, 0.6) == (CubeDecision.DOUBLE_TAKE, 0.6, 0.1)
    assert choice(0.6, 0.5) == (CubeDecision.NO_DOUBLE, 0.6, -0.1)
    assert choice(0.8, 1.3) == (CubeDecision.DOUBLE_PASS, 1.0, 0.2)
    assert choice(1.2, 1.9) == (CubeDecision.TOO_GOOD, 1.2, -0.2)
    assert choice(-0.5, -0.1) == (CubeDecision.BEAVER, -0.2, 0.3)
    # The doubler would pass the beaver and pay 2.
    assert choice(-0.7, -1.3) == (CubeDecision.NO_DOUBLE, -0.7, -1.3)
    assert choice(-0.7, -2.6) == (CubeDecision.NO_DOUBLE, -0.7, -1.9)


def test_a_cube_that_costs_nothing_is_turned_though_the_means_are_rounded() -> None:
    def choice(text: str, waiting: float, taken: float) -> CubeDecision:
        return decision_of(position_text.loads(text), np.tile([waiting, taken], (2, 36, 1))).choice

    start = "w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
    plain = f"backgammon,jacoby=off {start}"
    assert choice(plain, 1.00001, 1.9) is CubeDecision.DOUBLE_PASS
    assert choice(plain, 0.50001, 0.5) is CubeDecision.DOUBLE_TAKE
    assert choice(plain, 1.01, 1.9) is CubeDecision.TOO_GOOD
    # With Jacoby a cube in the middle can only bring more.
    assert choice(f"backgammon {start}", 1.01, 1.9) is CubeDecision.DOUBLE_PASS
    assert choice(f"backgammon {start} cube=2w", 1.01, 1.9) is CubeDecision.TOO_GOOD
