"""The cube on the way: who may double, and what positions are worth with each cube."""

from dataclasses import replace

import numpy as np
import pytest
from tests.effort import each

from nardy.core.cube import Cube, Owner
from nardy.core.player import Player
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.cubeful import cube_equities
from nardy.evaluation.cube.lookahead import CubeAhead, MatchCubeValues, MoneyCubeValues, Stand
from nardy.evaluation.cube.match_value import match_ladder
from nardy.evaluation.outcomes import points_of
from nardy.games import find_game

MIXED = np.array([(0.01, 0.2, 0.4, 0.3, 0.08, 0.01), (0, 0.1, 0.2, 0.5, 0.2, 0)], np.float32)
SCORES = [Score(7, 2, 4), Score(5, 3, 4), Score(5, 4, 2), Score(5, 4, 2, is_crawford=True)]


def moment(
    score: Score | None = None, cube: Cube | None = None, text: str = "backgammon"
) -> Situation:
    rules = find_game(text)
    return Situation(rules=rules, position=rules.start, score=score, cube=cube or Cube())


def cube_values(situation: Situation) -> MatchCubeValues | MoneyCubeValues:
    """Seen by the player who must act."""
    ahead = CubeAhead.of(situation)
    assert ahead is not None
    found = ahead.cube_values[int(situation.first is situation.to_act)]
    assert isinstance(found, MatchCubeValues | MoneyCubeValues)
    return found


@pytest.mark.parametrize("owner", [Owner.NOBODY, Owner.PLAYER])
@pytest.mark.parametrize("score", [None, SCORES[0], Score(9, 3, 4)])
def test_waiting_and_doubling_are_worth_what_one_moment_alone_tells(
    score: Score | None, owner: Owner
) -> None:
    situation = moment(score, Cube(2, owner))
    now, found = Stand(0, owner), cube_values(situation)
    doubled = found.doubled(now)
    assert doubled is not None
    assert doubled == Stand(1, Owner.OPPONENT)
    for chances, worth in zip(MIXED, found.worth(MIXED, [now, doubled]), strict=True):
        alone = cube_equities(situation, chances)
        assert worth == pytest.approx([alone.no_double, alone.double_take], abs=1e-6)
        assert found.cash(now) == pytest.approx(alone.double_pass)


@each("score", [None, *SCORES])
@each("owner", list(Owner))
def test_a_game_that_is_over_is_worth_its_points_at_every_cube(
    score: Score | None, owner: Owner
) -> None:
    situation = moment(score, text="backgammon,beavers=off,jacoby=off")
    found, points = cube_values(situation), points_of(situation.rules)
    worth = found.worth(np.eye(6, dtype=np.float32), [Stand(0, owner), Stand(1, owner)])
    if score is None:
        assert pytest.approx(np.array([points, 2 * points])) == worth.T
        return
    ladder = match_ladder(situation)
    assert pytest.approx(ladder.normalized(ladder.worth[:2]), abs=1e-6) == worth.T


def test_nobody_doubles_without_the_cube_or_without_use() -> None:
    money = cube_values(moment())
    assert money.doubled(Stand(0, Owner.OPPONENT)) is None
    capped = cube_values(moment(cube=Cube(2), text="backgammon,cube_cap=4"))
    assert capped.doubled(Stand(0, Owner.NOBODY)) == Stand(1, Owner.OPPONENT)
    assert capped.doubled(Stand(1, Owner.PLAYER)) is None
    # In the Crawford game nobody may; who needs one point has no use for it; the other has.
    assert cube_values(moment(SCORES[3])).doubled(Stand(0, Owner.NOBODY)) is None
    leader = moment(SCORES[2])
    assert cube_values(leader).doubled(Stand(0, Owner.NOBODY)) is None
    assert cube_values(leader.flipped()).doubled(Stand(0, Owner.NOBODY)) == Stand(1, Owner.OPPONENT)


def test_jacoby_counts_gammons_only_once_the_cube_is_turned() -> None:
    jacoby, gammon = cube_values(moment()), np.eye(6, dtype=np.float32)[[1]]
    worth = jacoby.worth(gammon, [Stand(0, Owner.NOBODY), Stand(1, Owner.OPPONENT)])
    assert worth.tolist() == [[1, 4]]


def test_jacoby_holds_for_a_centered_cube_at_its_cap() -> None:
    capped, gammon = (
        moment(cube=Cube(2), text="backgammon,cube_cap=2"),
        np.eye(6, dtype=np.float32)[[1]],
    )
    worth = cube_values(capped).worth(gammon, [Stand(0, Owner.NOBODY), Stand(0, Owner.PLAYER)])
    assert worth.tolist() == [[1, 2]]


@pytest.mark.parametrize("score", [None, SCORES[0]])
def test_both_players_see_the_same_cube_from_their_sides(score: Score | None) -> None:
    situation = moment(score, Cube(2, Owner.PLAYER))
    began, other = (
        CubeAhead.of(replace(situation, first=first)) for first in (Player.WHITE, Player.BLACK)
    )
    assert began is not None
    assert other is not None
    assert began.stands == other.stands[::-1]
    assert began.stands[1] == Stand(0, Owner.PLAYER)
    for ahead in (began, other):
        for first in (0, 1):
            mine, theirs = ahead.cube_values[first], ahead.cube_values[1 - first]
            stand = ahead.stands[first]
            worth = mine.worth(np.eye(6, dtype=np.float32), [stand])
            flipped = theirs.worth(np.eye(6, dtype=np.float32)[:, ::-1], [stand.flipped()])
            assert worth == pytest.approx(-flipped, abs=1e-6)


def test_a_game_without_a_cube_has_none() -> None:
    assert CubeAhead.of(moment(text="long-nardy")) is None
