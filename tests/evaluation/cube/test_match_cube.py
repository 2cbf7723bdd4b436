"""The cube in a match: known decisions, and what must hold at every score."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.evaluation.cube.janowski import cubeful, stakes_of

from nardy.core.cube import Cube, Owner
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.cubeful import CubeDecision, cube_choice, cube_equities
from nardy.evaluation.cube.match_cube import chances_with_cube, levels_of
from nardy.evaluation.cube.match_value import match_chances, match_ladder
from nardy.games import BACKGAMMON, find_game

MINE, NOBODYS, THEIRS = Owner.PLAYER, Owner.NOBODY, Owner.OPPONENT
owners = st.sampled_from(list(Owner))
needs = st.integers(1, 12)
shares = st.lists(st.floats(0.001, 1), min_size=6, max_size=6).map(
    lambda weights: np.array(weights) / sum(weights)
)


def at_score(
    away: int, opponent_away: int, cube: int = 1, owner: Owner = NOBODYS, *, crawford: bool = False
) -> Situation:
    """The player needs so many points, the opponent so many."""
    length = max(away, opponent_away, 2)
    score = Score(length, length - away, length - opponent_away, crawford)
    return Situation(
        rules=BACKGAMMON, position=BACKGAMMON.start, score=score, cube=Cube(cube, owner)
    )


def singles(win: float) -> np.ndarray:
    """Chances without gammons."""
    return np.array((0, 0, win, 1 - win, 0, 0), np.float32)


def usual(win: float) -> np.ndarray:
    """Chances with a quarter of gammons on both sides."""
    lose = 1 - win
    return np.array((0, win / 4, win * 3 / 4, lose * 3 / 4, lose / 4, 0), np.float32)


def take_point(situation: Situation, make=singles) -> float:
    """The lowest chance of the opponent to win with which he takes the player's double."""
    wins = np.linspace(0, 1, 2_001)
    taken = [win for win in wins if _taken(situation, make(1 - win))]
    return float(min(taken))


def _taken(situation: Situation, chances: np.ndarray) -> bool:
    found = match_chances(situation, chances)
    return found.double_take <= found.double_pass + 1e-9


# ------------------------------------------------------------------------------ known decisions


def test_two_away_each_doubles_with_any_advantage() -> None:
    for win in (0.51, 0.55, 0.65):
        assert cube_choice(at_score(2, 2), singles(win)) is CubeDecision.DOUBLE_TAKE
        assert cube_choice(at_score(2, 2), usual(win)) is CubeDecision.DOUBLE_TAKE
    assert cube_choice(at_score(2, 2), singles(0.45)) is CubeDecision.NO_DOUBLE
    # The cube at 2 is dead: who passes stands one away behind at 32 %, and takes with more.
    assert take_point(at_score(2, 2)) == pytest.approx(0.3226, abs=0.001)
    assert cube_choice(at_score(2, 2), singles(0.7)) is CubeDecision.DOUBLE_PASS


def test_after_the_crawford_game_the_trailing_player_always_doubles() -> None:
    for away in (2, 3, 4, 5):
        for win in (0.1, 0.3, 0.5):
            choice = cube_choice(at_score(away, 1), usual(win))
            assert choice in (CubeDecision.DOUBLE_TAKE, CubeDecision.DOUBLE_PASS), (away, win)


def test_a_free_double_may_be_given_a_turn_later() -> None:
    """Rollouts of the start at three away say that the double of the next turn is worth as much."""
    for away in (2, 3, 4, 5):
        for win in (0.1, 0.3, 0.5, 0.95):
            found = match_chances(at_score(away, 1), usual(win))
            at_once = min(found.double_take, found.double_pass)
            assert found.no_double >= at_once
            # A gammon without the cube may win more than a pass; else there is nothing to gain.
            assert found.no_double == at_once or found.no_double > found.double_pass


def test_a_leader_has_a_free_pass_where_the_other_needs_an_even_number() -> None:
    # A pass at two away costs next to nothing: with less than half he passes.
    assert take_point(at_score(2, 1)) == pytest.approx(0.5, abs=0.001)
    assert take_point(at_score(4, 1), usual) == pytest.approx(0.5, abs=0.04)
    # With an odd number a pass costs a whole game.
    assert take_point(at_score(3, 1), usual) < 0.32
    assert take_point(at_score(5, 1), usual) < 0.32


def test_a_leader_who_needs_one_point_never_doubles() -> None:
    for win in (0.5, 0.8, 0.95):
        assert cube_choice(at_score(1, 4), usual(win)) is CubeDecision.NO_DOUBLE


def test_a_redouble_that_costs_nothing_is_given_at_once() -> None:
    # At 4 away he owns a cube of 2, and the opponent needs 2: lost is lost.
    behind = at_score(4, 2, cube=2, owner=MINE)
    for win in (0.05, 0.2, 0.4):
        assert cube_choice(behind, singles(win)) is CubeDecision.DOUBLE_TAKE
    for win in (0.9, 0.99):
        assert cube_choice(behind, singles(win)) is CubeDecision.DOUBLE_PASS


def test_a_double_that_will_come_back_is_taken_with_fewer_wins() -> None:
    # Two away against four: the taker redoubles at once and plays for the match.
    found = take_point(at_score(2, 4))
    assert found == pytest.approx(0.186, abs=0.01)
    assert found < take_point(at_score(4, 4))


def test_a_cube_that_wins_the_match_is_dead() -> None:
    # At 2 it is worth the match to both, whoever owns it.
    situation = at_score(2, 2, cube=2, owner=MINE)
    ladder = match_ladder(situation)
    levels = levels_of(ladder, np.array([usual(0.6)]))
    for owner in Owner:
        assert chances_with_cube(ladder, levels, owner) == pytest.approx(0.6)


def test_too_good_to_double_where_gammons_win_the_match() -> None:
    # Two away, the Crawford game long past: a gammon undoubled is the match.
    winning = np.array((0, 0.6, 0.35, 0.05, 0, 0), np.float32)
    assert cube_choice(at_score(2, 5), winning) is CubeDecision.TOO_GOOD
    assert cube_choice(at_score(2, 5), singles(0.95)) is CubeDecision.DOUBLE_PASS


def test_in_the_crawford_game_nobody_counts_on_the_cube() -> None:
    behind = match_chances(at_score(3, 1, crawford=True), usual(0.5))
    ladder = match_ladder(at_score(3, 1, crawford=True))
    assert behind.no_double == pytest.approx(float(usual(0.5) @ ladder.worth[0]), abs=1e-6)
    after = match_chances(at_score(3, 1), usual(0.5))
    assert after.no_double > behind.no_double


def test_the_worth_of_gammons_follows_from_the_score() -> None:
    def gammon_value(situation: Situation) -> float:
        worth = match_ladder(situation).worth[0]
        return float((worth[1] - worth[2]) / (worth[2] - worth[3]))

    # One away each: nothing but winning counts.
    assert gammon_value(at_score(1, 1)) == 0
    assert gammon_value(at_score(1, 4, crawford=True)) == 0
    # Behind in the Crawford game with two to go a gammon is worth as much again as a win.
    assert gammon_value(at_score(2, 1, crawford=True)) == pytest.approx(1)
    # With four to go and the cube at 2, after it, a little more: half the way is not halfway.
    assert gammon_value(at_score(4, 1, cube=2, owner=THEIRS)) == pytest.approx(1.049, abs=0.001)
    # With three to go a gammon leaves a free game to win.
    assert gammon_value(at_score(3, 1, crawford=True)) < 0.6


@each("owner", [NOBODYS, MINE, THEIRS])
@each("win", [0.3, 0.5, 0.6, 0.7, 0.75])
def test_far_from_the_end_a_match_is_like_a_money_game(win: float, owner: Owner) -> None:
    situation = at_score(25, 25, owner=owner)
    money = cubeful(stakes_of(situation, usual(win)), owner)
    assert cube_equities(situation, usual(win)).no_double == pytest.approx(money, abs=0.06)


def test_without_a_cube_the_score_alone_counts() -> None:
    rules = find_game("long-nardy")
    situation = Situation(rules=rules, position=rules.start, score=Score(3, 1, 0))
    chances = np.array((0.2, 0.4, 0.3, 0.1), np.float32)
    found = match_chances(situation, chances).no_double
    ladder = match_ladder(situation)
    assert found == pytest.approx(float(chances @ ladder.worth[0]))
    assert ladder.worth[0][0] == 1


def test_a_draw_gives_both_their_points() -> None:
    rules = find_game("long-nardy,last_throw=half")
    situation = Situation(rules=rules, position=rules.start, score=Score(1, 0.5, 0))
    ladder = match_ladder(situation)
    # Half a point is enough for the player, and not for the opponent.
    assert ladder.worth[0].tolist() == [1, 1, 1, 0, 0]


def test_a_cap_ends_the_ladder() -> None:
    rules = BACKGAMMON.replace(cube_cap=2)
    situation = Situation(
        rules=rules, position=rules.start, score=Score(9, 0, 0), cube=Cube(2, MINE)
    )
    ladder = match_ladder(situation)
    assert ladder.useless == ((True, True), (True, True))
    open_ended = match_ladder(replace(situation, rules=BACKGAMMON))
    assert open_ended.useless[0] == (False, False, False, True)


@pytest.mark.parametrize(("cap", "levels"), [(2, 2), (4, 3), (8, 4)])
def test_the_ladder_has_a_level_for_each_value_up_to_the_cap(cap: int, levels: int) -> None:
    rules = BACKGAMMON.replace(cube_cap=cap)
    ladder = match_ladder(Situation(rules=rules, position=rules.start, score=Score(25, 0, 0)))
    assert [len(side) for side in ladder.useless] == [levels, levels]


# ------------------------------------------------------------------------------ at every score


@given(chances=shares, mine=needs, theirs=needs, cube=st.sampled_from([1, 2, 4]), owner=owners)
def test_what_one_wins_the_other_loses(
    chances: np.ndarray, mine: int, theirs: int, cube: int, owner: Owner
) -> None:
    situation = at_score(mine, theirs, cube, owner)
    ladder = match_ladder(situation)
    one = chances_with_cube(ladder, levels_of(ladder, chances[None]), owner)
    other = ladder.flipped()
    seen = chances_with_cube(other, levels_of(other, chances[None, ::-1]), owner.flipped())
    assert one + seen == pytest.approx(1)
    assert 0 <= one <= 1
    direct = match_ladder(at_score(theirs, mine, cube, owner.flipped()))
    assert np.allclose(other.worth, direct.worth)
    assert other.useless == direct.useless


@given(win=st.floats(0, 0.99), mine=needs, theirs=needs, owner=owners)
def test_more_wins_are_never_worth_less(win: float, mine: int, theirs: int, owner: Owner) -> None:
    ladder = match_ladder(at_score(mine, theirs, owner=owner))
    levels = levels_of(ladder, np.array([usual(win), usual(win + 0.01)]))
    for found in (
        chances_with_cube(ladder, levels, owner),
        chances_with_cube(ladder, levels, THEIRS, level=1),
    ):
        assert found[0] <= found[1] + 1e-6


@given(chances=shares, mine=needs, theirs=needs)
def test_owning_the_cube_never_hurts(chances: np.ndarray, mine: int, theirs: int) -> None:
    ladder = match_ladder(at_score(mine, theirs))
    levels = levels_of(ladder, chances[None])
    worst, middle, best = (
        float(chances_with_cube(ladder, levels, owner)[0]) for owner in (THEIRS, NOBODYS, MINE)
    )
    assert worst <= middle + 1e-9
    assert middle <= best + 1e-9


@given(mine=needs, theirs=needs, owner=owners)
def test_a_game_that_is_decided_is_worth_what_it_gives(
    mine: int, theirs: int, owner: Owner
) -> None:
    ladder = match_ladder(at_score(mine, theirs, owner=owner))
    for outcome in (2, 3):
        levels = levels_of(ladder, np.eye(6)[outcome][None])
        found = chances_with_cube(ladder, levels, owner)
        assert found == pytest.approx(ladder.worth[0][outcome])


@given(chances=shares, mine=needs, theirs=needs)
def test_a_ladder_may_be_climbed_with_many_positions_at_once(
    chances: np.ndarray, mine: int, theirs: int
) -> None:
    ladder = match_ladder(at_score(mine, theirs))
    many = np.stack([chances, chances[::-1], usual(0.3)])
    together = chances_with_cube(ladder, levels_of(ladder, many), NOBODYS)
    alone = [chances_with_cube(ladder, levels_of(ladder, one[None]), NOBODYS)[0] for one in many]
    assert together == pytest.approx(np.array(alone))
