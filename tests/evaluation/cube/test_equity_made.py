"""Computed tables: exact without the cube, and with it as near to a published one as a model gets."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from tests.effort import THOROUGH, each

from nardy.errors import NardyError
from nardy.evaluation.cube.equity_files import published
from nardy.evaluation.cube.equity_made import (
    LONGEST,
    GameShares,
    equal_shares,
    shares_of,
    table_for,
    table_with_cube,
    table_without_cube,
)
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import BACKGAMMON, GAMES, find_game

COIN = GameShares((1.0, -1.0), (0.5, 0.5))
GAMMONS = GameShares((2.0, 1.0, -1.0, -2.0), (0.15, 0.35, 0.35, 0.15))
HALVES = GameShares((1.0, 0.0, -1.0), (0.4, 0.2, 0.4), draw=0.5)
ONES = GameShares((1.0, 0.0, -1.0), (0.4, 0.2, 0.4), draw=1)
VOIDS = GameShares((1.0, 0.0, -1.0), (0.4, 0.2, 0.4))


def test_the_table_for_backgammon_is_near_the_published_one() -> None:
    made, known = table_with_cube(shares_of(BACKGAMMON), 9), published()
    for mine, theirs in product(range(1, 6), repeat=2):
        for after in (False, True):
            found = made.chance(mine, theirs, after_crawford=after)
            assert found == pytest.approx(
                known.chance(mine, theirs, after_crawford=after), abs=0.01
            ), (mine, theirs, after)
    assert np.abs(made.before[1:, 1:] - known.before[1:10, 1:10]).max() < 0.01


@cache
def by_hand(shares: GameShares, mine: float, theirs: float) -> float:
    """The chance to win, by walking through every game that may come."""
    if mine <= 0 and theirs <= 0:
        return 0.5
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    total = weight = 0.0
    for points, share in zip(shares.points, shares.shares, strict=True):
        gained, lost = max(points, 0), max(-points, 0)
        if points == 0:
            gained = lost = shares.draw
        if gained or lost:
            total += share * by_hand(shares, mine - gained, theirs - lost)
            weight += share
    return total / weight


@pytest.mark.parametrize("shares", [COIN, GAMMONS, HALVES, ONES, VOIDS])
def test_without_the_cube_the_table_is_the_walk_through_all_games(shares: GameShares) -> None:
    table = table_without_cube(shares, 6)
    halves = np.arange(table.unit, 6.1, table.unit).tolist()
    for mine, theirs in product(halves, repeat=2):
        assert table.chance(mine, theirs) == pytest.approx(by_hand(shares, mine, theirs))


def test_half_points_have_scores_of_their_own() -> None:
    table = table_without_cube(HALVES, 3)
    assert table.unit == 0.5
    assert table.chance(0.5, 1) > table.chance(1, 1) == 0.5
    assert table.chance(0.5, 1) == pytest.approx(0.4 + 0.2 + 0.4 * 0)


@pytest.mark.parametrize("shares", [COIN, GAMMONS, HALVES, ONES])
def test_with_the_cube_chances_add_up_and_rise(shares: GameShares) -> None:
    table = table_with_cube(shares, 7)
    for chances in (table.before, table.after):
        assert np.allclose(chances + chances.T, 1)
        assert (np.diff(chances[1:, 1:], axis=1) > -1e-9).all()


def test_after_the_crawford_game_the_trailing_player_doubles_at_once() -> None:
    # Without gammons he needs half as many games: with the cube at 2 each gives two points.
    even = GameShares((1.0, -1.0), (0.5, 0.5), swing=0)
    table = table_with_cube(even, 7)
    chances = [table.chance(need, 1, after_crawford=True) for need in (1, 2, 3, 4, 5, 6)]
    assert chances == pytest.approx([0.5, 0.5, 0.25, 0.25, 0.125, 0.125])


def test_a_free_pass_is_worth_something() -> None:
    # The leader passes a double that comes after bad luck: the other still needs two games.
    table = table_with_cube(COIN, 5)
    assert 0.48 < table.chance(2, 1, after_crawford=True) < 0.5
    assert table.chance(3, 1, after_crawford=True) == pytest.approx(0.25, abs=1e-9)


def test_the_crawford_game_has_no_cube() -> None:
    table = table_with_cube(GAMMONS, 4)
    singles = table.chance(2, 1, after_crawford=True)
    assert table.chance(3, 1) == pytest.approx(0.35 * singles + 0.15 * 0.5)


def test_without_the_crawford_rule_one_point_away_is_like_after_it() -> None:
    table = table_with_cube(GAMMONS, 4, crawford=False)
    assert table.chance(3, 1) == table.chance(3, 1, after_crawford=True)


def test_every_kind_of_game_has_its_table() -> None:
    assert table_for(BACKGAMMON) is published()
    plain = table_for(find_game("long-nardy"))
    assert plain.before is plain.after
    halves = table_for(find_game("long-nardy,last_throw=half"))
    assert halves.unit == 0.5
    cubed = table_for(find_game("hypergammon"))
    assert cubed.chance(3, 1) != cubed.chance(3, 1, after_crawford=True)


@pytest.mark.parametrize(
    "game", ["hypergammon", "longgammon", "nackgammon", "nuclear", "sudden-death"]
)
def test_a_stored_table_is_the_one_that_is_computed(game: str) -> None:
    rules = find_game(game)
    # A score follows from those that are nearer to the end, whatever the length of the table.
    length = LONGEST if THOROUGH else 7
    stored, made = table_for(rules), table_with_cube(shares_of(rules), length)
    assert stored.length == LONGEST
    for known, found in ((stored.before, made.before), (stored.after, made.after)):
        assert np.abs(known[: length + 1, : length + 1] - found).max() < 1e-7
    other = rules.replace(crawford=not rules.crawford)
    assert table_for(other).chance(3, 1) != pytest.approx(stored.chance(3, 1))


# ------------------------------------------------------------------------ shares of outcomes


@each("rules", GAMES.values())
def test_every_game_has_been_counted(rules) -> None:
    found = shares_of(rules)
    assert found.points == outcomes_of(rules).points
    assert found.shares == found.shares[::-1]
    assert sum(found.shares) == pytest.approx(1)
    assert 0 < found.swing < 0.25


def test_a_reading_shares_what_was_counted_for_its_game() -> None:
    published, reading = find_game("long-nardy"), find_game("long-nardy,last_throw=half")
    win, single, draw, *_ = shares_of(reading).shares
    assert (win, single) == shares_of(published).shares[:2]
    assert draw == 0
    assert (shares_of(published).draw, shares_of(reading).draw) == (0, 0.5)


def test_where_a_gammon_counts_no_more_it_is_a_single() -> None:
    assert shares_of(find_game("long-nardy,stakes=1")).points == (1, -1)
    assert shares_of(find_game("long-nardy,stakes=1")).shares == pytest.approx((0.5, 0.5))


def test_a_game_that_nobody_has_counted_has_the_usual_shares() -> None:
    own = GAMES["backgammon"].replace(id="mine", stakes=(1, 2))
    assert shares_of(own).points == (2, 1, -1, -2)
    assert shares_of(own).shares == pytest.approx((0.1313, 0.3687, 0.3687, 0.1313), abs=1e-4)


def test_counts_of_both_players_are_put_together() -> None:
    assert equal_shares((2.0, 1.0, -1.0, -2.0), (10, 40, 30, 20)) == (0.15, 0.35, 0.35, 0.15)


@pytest.mark.parametrize("shares", [(0.6, 0.4), (0.6, 0.6), (1.5, -0.5), (0.5, 0.25, 0.25)])
def test_what_is_no_distribution_is_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(NardyError, match="expected one share of each outcome"):
        GameShares((1.0, -1.0), shares)


def test_a_capped_cube_is_worth_less_to_whoever_is_behind() -> None:
    """With no cube to turn, the table is that of games without one."""
    capped, free = (
        table_for(find_game(f"long-nardy,cube_cap={cap},cube_play=on")) for cap in (2, 0)
    )
    assert capped.chance(4, 9) > free.chance(4, 9) + 0.01
    shares = shares_of(find_game("long-nardy"))
    without, never = (
        table_without_cube(shares, 7),
        table_with_cube(shares, 7, cap=1, crawford=False),
    )
    assert np.allclose(without.before, never.before)


def test_backgammon_with_a_capped_cube_has_a_table_of_its_own() -> None:
    assert table_for(find_game("backgammon,cube_cap=2")) is not table_for(find_game("backgammon"))


@each("text", ["backgammon", "hypergammon", "long-nardy@draw", "backgammon,crawford=off"])
def test_nobody_can_change_a_table_that_all_share(text: str) -> None:
    table = table_for(find_game(text))
    for chances in (table.before, table.after):
        with pytest.raises(ValueError, match="read-only"):
            chances[1, 1] = 0
