"""Janowski's formulas, by a straight line through his points, and position values under Jacoby."""

import numpy as np
import pytest

from nardy.analysis.decisions import estimate
from nardy.analysis.rollouts import rollout_turns
from nardy.bots.neural import NeuralBot
from nardy.core.cube import Owner
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import cube_equities
from nardy.evaluation.cube.match_cube import EFFICIENCY
from nardy.evaluation.cube.money_cube import (
    Access,
    JacobyValue,
    ManyStakes,
    money_equities,
    money_worth,
    stakes_of_many,
)
from nardy.evaluation.network.network import Floats
from nardy.formats import position_text
from nardy.search.conversions import table_of
from nardy.search.rollout import RolloutPlan
from nardy.search.tables import GameTables

RANDOM = np.random.default_rng(1)
POINTS = np.array([3.0, 2, 1, -1, -2, -3])
STD = "24:2,13:5,8:3,6:5"
START = position_text.loads(f"backgammon w {STD} {STD}")
STARTING = table_of(GameTables.of(START.rules), START).positions
WON = "w 6:2,5:2,4:2,3:2,2:2,1:2 18:4,14:2,6:9 dice=21"
"""White wins whatever he does; to bear off at once wins more gammons."""


def test_stakes_are_means_over_wins_and_losses() -> None:
    found = stakes_of_many(POINTS, np.array([[0.1, 0.2, 0.3, 0.4, 0, 0], [0, 0, 0, 0, 0, 1]]))
    assert found.win == pytest.approx([0.6, 0])
    assert found.won == pytest.approx([(0.3 + 0.4 + 0.3) / 0.6, 1])
    assert found.lost == pytest.approx([1, 3])


DRAWS = np.array([2.0, 1, 0, -1, -2])


def test_a_draw_is_worth_nothing_where_nobody_may_turn_the_cube() -> None:
    """Also where wins and losses differ in size."""
    chances = RANDOM.dirichlet(np.ones(5), 200)
    stakes = stakes_of_many(DRAWS, chances)
    nobody = Access(np.zeros(200, bool), np.zeros(200, bool))
    assert money_worth(stakes, nobody, 0.68) == pytest.approx(chances @ DRAWS)
    assert stakes.win == pytest.approx(chances @ [1, 1, 0.5, 0, 0])


@pytest.mark.parametrize("efficiency", [0, 0.68, 1])
def test_with_draws_both_players_see_the_same(efficiency: float) -> None:
    chances = RANDOM.dirichlet(np.full(5, 0.3), 2_000)
    mine, theirs = stakes_of_many(DRAWS, chances), stakes_of_many(DRAWS, chances[:, ::-1])
    for owner, seen in ((Owner.PLAYER, Owner.OPPONENT), (Owner.NOBODY, Owner.NOBODY)):
        found = money_worth(mine, Access.of(owner, 2_000), efficiency)
        assert found == pytest.approx(-money_worth(theirs, Access.of(seen, 2_000), efficiency))
        assert np.abs(found).max() <= 2


@pytest.mark.parametrize("owner", list(Owner))
def test_a_cube_is_worth_nothing_where_nearly_all_games_are_drawn(owner: Owner) -> None:
    stakes = stakes_of_many(DRAWS, np.array([[0.001, 0.001, 0.996, 0.001, 0.001]]))
    for jacoby in (False, True):
        found = money_worth(stakes, Access.of(owner), 1.0, jacoby=jacoby)
        assert found[0] == pytest.approx(0, abs=0.01)


def test_the_shorter_formula_under_jacoby_is_the_same_with_draws() -> None:
    values = JacobyValue(Sure(0.1, 0.3, 0.4, 0.15, 0.05).value, DRAWS, is_dead=False)
    stakes = stakes_of_many(DRAWS, np.array([[0.1, 0.3, 0.4, 0.15, 0.05]]))
    expected = money_worth(stakes, Access.of(Owner.NOBODY), EFFICIENCY, jacoby=True)
    assert values.value(STARTING)[1][0] == pytest.approx(expected[0])


def test_a_cube_never_harms_its_owner_where_a_draw_is_likely() -> None:
    """A player who can hardly lose keeps at least the dead value, and cashes a single near a win."""
    chances = np.array([[0.0, 0.9, 0.1, 0, 0], [0, 0.3, 0.7, 0, 0], [0, 0, 0.8, 0.2, 0]])
    stakes = stakes_of_many(DRAWS, chances)
    owned = money_worth(stakes, Access.of(Owner.PLAYER, 3), 1.0)
    assert (owned >= chances @ DRAWS - 1e-9).all()
    assert owned[0] == pytest.approx(1)
    assert money_worth(stakes, Access.of(Owner.OPPONENT, 3), 1.0)[2] <= -0.2


@pytest.mark.parametrize(("player", "opponent"), [(True, True), (True, False), (False, True)])
def test_a_live_cube_is_a_straight_line_between_the_points(*, player: bool, opponent: bool) -> None:
    count = 500
    win, won, lost = RANDOM.random(count), *RANDOM.uniform(1, 3, (2, count))
    access = Access(np.full(count, player), np.full(count, opponent))
    found = money_worth(ManyStakes(win, won, lost), access, 1.0)
    for n in range(count):
        take = (lost[n] - 0.5) / (won[n] + lost[n] + 0.5)
        cash = (lost[n] + 1) / (won[n] + lost[n] + 0.5)
        knots = [(0, -lost[n]), (1, won[n])]
        knots += [(take, -1.0)] * opponent + [(cash, 1.0)] * player
        places, worths = zip(*sorted(knots), strict=True)
        assert found[n] == pytest.approx(np.interp(win[n], places, worths))


class Sure:
    """Whoever rolls next has these chances everywhere."""

    def __init__(self, *chances: float) -> None:
        self.chances = np.array(chances, np.float32)

    def value(self, positions):
        many = np.tile(self.chances, (len(positions.boards), 1))
        return many, np.zeros(len(many), np.float32)


@pytest.mark.parametrize(
    "chances", [(0, 0.3, 0.4, 0.2, 0.1, 0), (0, 0, 0.5, 0.5, 0, 0), (0.1, 0.8, 0.1, 0, 0, 0)]
)
def test_it_is_what_waiting_is_worth(chances: tuple[float, ...]) -> None:
    evaluator = Sure(*chances)
    _, equities = JacobyValue.of(START, evaluator.value).value(STARTING)
    assert equities[0] == pytest.approx(cube_equities(START, evaluator.chances).no_double, abs=1e-6)


def test_a_cube_that_nobody_may_turn_leaves_singles() -> None:
    capped = position_text.loads(f"backgammon,auto_doubles=1,cube_cap=2 w {STD} {STD} cube=2")
    assert capped.is_jacoby
    _, equities = JacobyValue.of(capped, Sure(0, 0.3, 0.4, 0.2, 0.1, 0).value).value(STARTING)
    assert equities[0] == pytest.approx(0.7 - 0.3)
    won = np.array([[0, 0.9, 0.1, 0, 0, 0]], np.float32)
    cube = np.array([2]), Access.of(Owner.NOBODY)
    waits, _ = money_equities(capped.rules, won, cube)
    assert waits == pytest.approx(1)
    assert estimate(capped, _Sure(won[0])).cubeful == pytest.approx(1)
    # At a cube of 1 the cap allows one more double, and then gammons count.
    _, taken = money_equities(capped.rules, won, (np.array([1]), cube[1]))
    assert taken == pytest.approx(2 * 1.9)


class _Sure(NeuralBot):
    """A bot that has these chances everywhere."""

    def __init__(self, chances: Floats) -> None:
        super().__init__(0)
        self.chances = chances

    def probabilities(self, situation: Situation) -> Floats:
        return self.chances


def losses(text: str) -> dict[str, float]:
    ranked = NeuralBot(1).rank(position_text.loads(text))
    best = ranked[0].equity
    return {str(seen.moves): best - seen.equity for seen in ranked}


def test_no_turn_loses_gammons_that_cannot_be_won() -> None:
    """A rollout with the cube says so, too; with the cube turned, or without Jacoby, they count."""
    assert max(losses(f"backgammon {WON}").values()) < 1e-4
    moment = position_text.loads(f"backgammon {WON}")
    rolled = rollout_turns(moment, NeuralBot(0), RolloutPlan(trials=72, threads=1), 4)
    assert max(turn.behind[0] for turn in rolled) < 1e-4
    assert max(losses(f"backgammon,jacoby=off {WON}").values()) > 0.02
    assert max(losses(f"backgammon {WON} cube=2w").values()) > 0.02


def test_gammons_count_for_something_as_the_cube_may_still_be_turned() -> None:
    def worth(*chances: float) -> float:
        return float(JacobyValue.of(START, Sure(*chances).value).value(STARTING)[1][0])

    plain, gammons = worth(0, 0, 0.5, 0.5, 0, 0), worth(0, 0.25, 0.25, 0.5, 0, 0)
    assert plain == pytest.approx(0)
    assert 0 < gammons < 0.25
