"""Values in a match: what a network expects, times what each end is worth at the score."""

import numpy as np
import pytest
from tests.effort import each
from tests.search.lockstep import tiny

from nardy.core.cube import Cube, Owner
from nardy.core.player import Player
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.equity_files import published
from nardy.evaluation.cube.match_cube import chances_with_cube, levels_of
from nardy.evaluation.cube.match_value import (
    MatchValue,
    is_free,
    match_chances,
    match_ladder,
)
from nardy.evaluation.network.network import Positions
from nardy.games import BACKGAMMON
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.scoring import FACT_FIRST
from nardy.search.conversions import facts_of

NETWORK = tiny("backgammon")


def moment(
    mine: float, theirs: float, cube: int = 1, owner: Owner = Owner.NOBODY, *, length: int = 7
) -> Situation:
    return Situation(
        rules=BACKGAMMON,
        position=BACKGAMMON.start,
        score=Score(length, mine, theirs),
        cube=Cube(cube, owner),
    )


def valued(situation: Situation) -> tuple[np.ndarray, np.ndarray]:
    """The starting position, with the player on roll and with the other."""
    boards, pins = position_arrays([situation.position] * 2)
    facts = np.stack([facts_of(situation)] * 2)
    facts[:, FACT_FIRST] = 1, 0
    return MatchValue.of(situation, NETWORK.value).value(Positions(boards, pins, at.PLAYER, facts))


def test_one_point_away_each_only_winning_counts() -> None:
    probabilities, equities = valued(moment(6, 6))
    wins = probabilities[:, :3].sum(1)
    assert equities == pytest.approx(2 * wins - 1, abs=1e-6)
    worth = MatchValue.of(moment(6, 6), NETWORK.value).worth
    assert worth.tolist() == [[1, 1, 1, -1, -1, -1]] * 2


@each("owner", list(Owner))
@each("score", [(0, 0), (3, 5), (6, 2), (5, 5)])
def test_each_player_is_valued_with_his_own_score_and_cube(
    score: tuple[int, int], owner: Owner
) -> None:
    situation = moment(*score, cube=2, owner=owner)
    chances, equities = valued(situation)
    for row, seen in enumerate((situation, situation.flipped())):
        ladder = match_ladder(seen)
        alone = chances_with_cube(ladder, levels_of(ladder, chances[row][None]), seen.cube.owner)
        assert equities[row] == pytest.approx(float(ladder.normalized(alone)[0]), abs=1e-5)
        assert ladder.chance_of(equities[row]) == pytest.approx(float(alone[0]), abs=1e-5)


def test_what_an_end_is_worth_to_one_the_other_loses() -> None:
    worth = MatchValue.of(moment(3, 5, cube=2, owner=Owner.PLAYER), NETWORK.value).worth
    assert np.allclose(worth[0], -worth[1][::-1])
    # A single with the cube as it stands is the unit.
    assert worth[:, 2].tolist() == pytest.approx([1, 1])
    assert worth[:, 3].tolist() == pytest.approx([-1, -1])


def test_who_began_tells_the_players_apart() -> None:
    white_began = moment(2, 5)
    black_began = Situation(
        rules=BACKGAMMON,
        position=BACKGAMMON.start,
        score=white_began.score,
        first=Player.BLACK,
    )
    one, other = (MatchValue.of(asked, NETWORK.value) for asked in (white_began, black_began))
    assert np.allclose(one.worth, other.worth[::-1])


def test_to_wait_is_never_worth_less_than_with_a_dead_cube() -> None:
    """After the Crawford game, where a double is free and waiting has its price."""
    behind = moment(3, 6)
    chances = np.array((0, 0.1, 0.3, 0.5, 0.1, 0), np.float32)
    dead = float(chances.astype(np.float64) @ match_ladder(behind).worth[0])
    assert is_free(behind)
    free, cheap, dear = (match_chances(behind, chances, price).no_double for price in (0, 0.01, 5))
    assert free > cheap > dead
    assert dear == pytest.approx(dead)


def test_a_table_of_your_own_may_be_used() -> None:
    other = match_ladder(moment(2, 4), published("woolsey"))
    assert other.cash[0] == published("woolsey").chance(4, 3)


def test_a_money_game_has_no_match_chances() -> None:
    money = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
    with pytest.raises(ValueError, match="expected a moment of a match"):
        match_ladder(money)
