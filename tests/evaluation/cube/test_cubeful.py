"""The cube by numbers that are known: take points, cash points, Jacoby, beavers, a won match."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluation.cube.janowski import Stakes, cubeful, stakes_of

from nardy.analysis.decisions import estimate
from nardy.bots.neural import NeuralBot
from nardy.core.cube import Cube, Owner
from nardy.core.estimates import CubeChoice
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.cubeful import (
    CHOICES,
    EFFICIENCY,
    CubeDecision,
    choices_of,
    cube_choice,
    cube_equities,
    is_useless,
    race_equities,
)
from nardy.exact.two_sided import late_races
from nardy.formats import position_text
from nardy.games import BACKGAMMON, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.bearoff_cube import CENTERED, OWNED, PLAIN
from nardy.kernel.scoring import FACTS_SIZE

chances = st.floats(0, 1)
sizes = st.floats(1, 3)
efficiencies = st.floats(0, 1)
owners = st.sampled_from(list(Owner))
MINE, NOBODYS, THEIRS = Owner.PLAYER, Owner.NOBODY, Owner.OPPONENT


def money(*shares: float, owner: Owner = NOBODYS, rules: str = "backgammon") -> tuple:
    """A money game, and chances from the best outcome to the worst."""
    game = find_game(rules)
    situation = Situation(rules=game, position=game.start, cube=Cube(owner=owner))
    return situation, np.array(shares, np.float32)


def singles(win: float) -> tuple[float, ...]:
    """Chances without gammons."""
    return (0, 0, win, 1 - win, 0, 0)


# --------------------------------------------------------------------------- equities with a cube


def test_a_dead_cube_is_taken_with_a_quarter_of_the_games() -> None:
    assert 2 * cubeful(Stakes(0.25, 1, 1), MINE, 0) == pytest.approx(-1)
    assert 2 * cubeful(Stakes(0.75, 1, 1), THEIRS, 0) == pytest.approx(1)


def test_a_live_cube_is_taken_with_a_fifth_and_cashed_with_four() -> None:
    assert 2 * cubeful(Stakes(0.2, 1, 1), MINE, 1) == pytest.approx(-1)
    for owner in (MINE, NOBODYS):
        assert cubeful(Stakes(0.8, 1, 1), owner, 1) == pytest.approx(1)
    assert cubeful(Stakes(0.2, 1, 1), NOBODYS, 1) == pytest.approx(-1)


@given(won=sizes, lost=sizes, efficiency=efficiencies)
def test_the_take_point_is_that_of_janowski(won: float, lost: float, efficiency: float) -> None:
    take = (lost - 0.5) / (won + lost + 0.5 * efficiency)
    assert 2 * cubeful(Stakes(take, won, lost), MINE, efficiency) == pytest.approx(-1)


@given(win=chances, won=sizes, lost=sizes, efficiency=efficiencies)
def test_an_owned_cube_is_worth_what_janowski_says(
    win: float, won: float, lost: float, efficiency: float
) -> None:
    slope = won + lost + efficiency / 2
    if win <= (lost + 1) / (won + lost + 0.5):
        equity = cubeful(Stakes(win, won, lost), MINE, efficiency)
        assert equity == pytest.approx(win * slope - lost, abs=1e-9)
    if win >= (lost - 0.5) / (won + lost + 0.5):
        equity = cubeful(Stakes(win, won, lost), THEIRS, efficiency)
        assert equity == pytest.approx(win * slope - lost - efficiency / 2, abs=1e-9)


@given(
    wins=st.tuples(chances, chances), won=sizes, lost=sizes, owner=owners, efficiency=efficiencies
)
def test_more_wins_are_never_worth_less(
    wins: tuple[float, float], won: float, lost: float, owner: Owner, efficiency: float
) -> None:
    low, high = (cubeful(Stakes(win, won, lost), owner, efficiency) for win in sorted(wins))
    assert low <= high + 1e-9


@given(win=chances, won=sizes, lost=sizes, efficiency=efficiencies)
def test_owning_the_cube_never_hurts(
    win: float, won: float, lost: float, efficiency: float
) -> None:
    theirs, nobodys, mine = (
        cubeful(Stakes(win, won, lost), owner, efficiency) for owner in (THEIRS, NOBODYS, MINE)
    )
    assert theirs <= nobodys + 1e-9
    assert nobodys <= mine + 1e-9


@given(win=chances, won=sizes, lost=sizes, owner=owners, efficiency=efficiencies)
def test_what_one_wins_the_other_loses(
    win: float, won: float, lost: float, owner: Owner, efficiency: float
) -> None:
    mine = cubeful(Stakes(win, won, lost), owner, efficiency)
    theirs = cubeful(Stakes(1 - win, lost, won), owner.flipped(), efficiency)
    assert mine == pytest.approx(-theirs, abs=1e-9)


@given(won=sizes, lost=sizes, owner=owners)
def test_a_game_that_is_decided_is_worth_its_size(won: float, lost: float, owner: Owner) -> None:
    assert cubeful(Stakes(1, won, lost), owner) == pytest.approx(won)
    assert cubeful(Stakes(0, won, lost), owner) == pytest.approx(-lost)


# ------------------------------------------------------------------------------- stakes of a game


@given(weights=st.lists(st.floats(0.01, 1), min_size=6, max_size=6))
def test_without_the_cube_the_equity_is_the_mean_of_the_points(weights: list[float]) -> None:
    shares = np.array(weights, np.float32) / np.float32(sum(weights))
    stakes = stakes_of(*money(*shares))
    mean = shares @ np.array([3, 2, 1, -1, -2, -3])
    assert cubeful(stakes, NOBODYS, 0) == pytest.approx(mean, abs=1e-5)


def test_half_of_a_draw_counts_as_won() -> None:
    """And half as lost, both of no size: then a dead cube is worth the mean of the points."""
    stakes = stakes_of(*money(0.1, 0.2, 0.4, 0.3, 0, rules="plakoto"))
    win, won, lost = stakes
    assert win == pytest.approx(0.1 + 0.2 + 0.4 / 2)
    assert won == pytest.approx((2 * 0.1 + 0.2) / win)
    assert lost == pytest.approx(0.3 / (1 - win))
    assert cubeful(stakes, NOBODYS, 0) == pytest.approx(2 * 0.1 + 0.2 - 0.3)


def test_whoever_cannot_win_or_lose_has_sizes_all_the_same() -> None:
    assert stakes_of(*money(0, 1, 0, 0, 0, 0)) == (1, 2, 1)
    assert stakes_of(*money(0, 0, 0, 0, 0, 1)) == (0, 1, 3)


# ------------------------------------------------------------------------------------- what to do


@pytest.mark.parametrize(
    ("win", "choice"),
    [
        (0.3, CubeDecision.NO_DOUBLE),
        (0.5, CubeDecision.NO_DOUBLE),
        (0.75, CubeDecision.DOUBLE_TAKE),
        (0.78, CubeDecision.DOUBLE_TAKE),
        (0.79, CubeDecision.DOUBLE_PASS),
        (0.95, CubeDecision.DOUBLE_PASS),
        (1.0, CubeDecision.DOUBLE_PASS),
    ],
)
def test_choices_without_gammons(win: float, choice: CubeDecision) -> None:
    # Janowski's take point at the usual efficiency is 0.5 / 2.34: 21.4 %.
    assert cube_choice(*money(*singles(win))) is choice
    assert EFFICIENCY == 0.68


def test_a_cube_of_ones_own_is_turned_later_than_one_in_the_middle() -> None:
    def first(owner: Owner) -> float:
        wins = (win / 1_000 for win in range(1_000))
        return next(
            win
            for win in wins
            if cube_choice(*money(*singles(win), owner=owner)) is not CubeDecision.NO_DOUBLE
        )

    assert 0.5 < first(NOBODYS) < first(MINE) < 0.8


GAMMONS = (0, 0.7, 0.2, 0.1, 0, 0)


def test_too_good_to_double_but_not_with_jacoby_before_a_double() -> None:
    # Gammons do not count until somebody has turned the cube.
    assert cube_choice(*money(*GAMMONS, rules="backgammon,jacoby=off")) is CubeDecision.TOO_GOOD
    assert cube_choice(*money(*GAMMONS)) is CubeDecision.DOUBLE_PASS
    assert cube_choice(*money(*GAMMONS, owner=MINE)) is CubeDecision.TOO_GOOD


def test_jacoby_stands_in_money_games_only() -> None:
    situation, shares = money(*GAMMONS)
    match = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, score=Score(9, 0, 0))
    assert cube_equities(situation, shares).no_double < 1
    assert cube_equities(match, shares).no_double > 1


NEARLY_DEAD = 0.2
"""Near the end of a game the cube will hardly be turned again."""
PARADOX = (0, 0.37, 0, 0.567, 0.063, 0)
"""Kauder's paradox: with Jacoby a double is right, and the beaver too."""
BEAVERED = (0, 0.34, 0, 0.6, 0.06, 0)
"""A double would be right if the other could not beaver."""


def test_a_double_is_beavered_where_jacoby_makes_it_right_all_the_same() -> None:
    equities = cube_equities(*money(*PARADOX), NEARLY_DEAD)
    assert equities.no_double < 2 * equities.double_take < equities.double_take < 0
    assert cube_choice(*money(*PARADOX), NEARLY_DEAD) is CubeDecision.BEAVER
    plain = money(*PARADOX, rules="backgammon,jacoby=off")
    assert cube_choice(*plain, NEARLY_DEAD) is CubeDecision.NO_DOUBLE


def test_no_double_is_right_that_loses_more_once_it_is_beavered() -> None:
    equities = cube_equities(*money(*BEAVERED), NEARLY_DEAD)
    assert 2 * equities.double_take < equities.no_double < equities.double_take < 0
    assert cube_choice(*money(*BEAVERED), NEARLY_DEAD) is CubeDecision.NO_DOUBLE


answers = st.floats(-6, 6)


@given(waiting=answers, taken=answers, beavers=st.booleans())
def test_the_choice_is_that_of_the_game_tree(
    waiting: float, taken: float, *, beavers: bool
) -> None:
    """Every answer to every answer: a beaver may be passed for 2, or played at four times."""
    again = max(-2.0, 2 * taken)
    replies = {CubeDecision.DOUBLE_PASS: 1.0, CubeDecision.DOUBLE_TAKE: taken}
    if beavers:
        replies[CubeDecision.BEAVER] = again
    best = min(replies.values())
    equities = np.array([waiting]), np.array([taken]), np.ones(1)
    found = CHOICES[int(choices_of(equities, beavers=beavers)[0])]
    if abs(best - waiting) > 1e-6:
        assert (found in replies) == (best > waiting)
    if found in replies:
        assert replies[found] == best
    told = CubeChoice(waiting, taken, 1.0, str(found))
    assert told.worth == (best if found in replies else waiting)


def test_nobody_beavers_where_beavers_are_off() -> None:
    for shares in (PARADOX, BEAVERED):
        situation, chances = money(*shares, rules="backgammon,beavers=off")
        assert cube_choice(situation, chances, NEARLY_DEAD) is CubeDecision.DOUBLE_TAKE


@given(win=chances, won=sizes, lost=sizes)
def test_with_jacoby_gammons_count_in_the_points_where_the_cube_is_turned(
    win: float, won: float, lost: float
) -> None:
    stakes = Stakes(win, won, lost)
    # Dead, all that counts is who wins; live, the double comes where it would without Jacoby.
    assert cubeful(stakes, NOBODYS, 0, jacoby=True) == pytest.approx(2 * win - 1)
    take, cash = (lost - 0.5) / (won + lost + 0.5), (lost + 1) / (won + lost + 0.5)
    if take <= win <= cash:
        live = cubeful(stakes, NOBODYS, 1, jacoby=True)
        assert live == pytest.approx(cubeful(stakes, NOBODYS, 1))
    for owner in (MINE, THEIRS):
        assert cubeful(stakes, owner, jacoby=True) == cubeful(stakes, owner)


def test_a_double_is_useless_where_the_stake_wins_the_match() -> None:
    def situation(points: int, value: int) -> Situation:
        cube = Cube(value, MINE if value > 1 else NOBODYS)
        score = Score(7, points, 3)
        return Situation(rules=BACKGAMMON, position=BACKGAMMON.start, score=score, cube=cube)

    shares = np.array(singles(0.77), np.float32)
    for points, value in ((6, 1), (5, 2), (4, 4)):
        assert is_useless(situation(points, value))
        assert cube_choice(situation(points, value), shares) is CubeDecision.NO_DOUBLE
    assert not is_useless(situation(5, 1))
    # Two away the leader waits longer: the opponent redoubles at once, and he needs the wins.
    assert cube_choice(situation(5, 1), shares) is CubeDecision.NO_DOUBLE
    better = np.array(singles(0.8), np.float32)
    assert cube_choice(situation(5, 1), better) is CubeDecision.DOUBLE_TAKE
    assert not is_useless(money(*singles(0.7))[0])


# --------------------------------------------------------------------------- the last checkers


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        # In the last rolls a cube is hardly ever given back: Janowski's formula would wait.
        ("backgammon w 6:2 5:1,4:1", CubeDecision.DOUBLE_TAKE),
        ("backgammon w 6:2 4:2", CubeDecision.NO_DOUBLE),
        ("backgammon w 6:2 6:2", CubeDecision.DOUBLE_TAKE),
        ("backgammon w 1:4 1:4", CubeDecision.DOUBLE_PASS),
        ("backgammon w 1:2 1:2", CubeDecision.DOUBLE_PASS),
        ("backgammon w 6:2 6:1,5:1 cube=2w", CubeDecision.DOUBLE_TAKE),
    ],
)
def test_the_last_checkers_are_known_exactly(text: str, choice: CubeDecision) -> None:
    situation = position_text.loads(text)
    nonsense = np.array([0, 0, 0.5, 0.5, 0, 0], np.float32)
    assert cube_choice(situation, nonsense) is choice
    waits, taken, passed = cube_equities(situation, nonsense)
    boards, pins = position_arrays([situation.position])
    asked = boards, pins, at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)
    kind = OWNED if situation.cube.owner is MINE else CENTERED
    best = late_races(situation.rules, asked)[1][0, kind]
    assert max(waits, min(taken, passed)) == pytest.approx(best)


def test_a_match_is_worth_something_else() -> None:
    nonsense = np.array([0, 0, 0.5, 0.5, 0, 0], np.float32)
    money, even, ahead = (
        cube_equities(position_text.loads(f"backgammon w 6:2 5:1,4:1{match}"), nonsense)
        for match in ("", " match=5:0-0", " match=5:3-0")
    )
    assert abs(money.double_take - even.double_take) > 0.01
    assert abs(ahead.double_take - even.double_take) > 0.01


@pytest.mark.parametrize("win", [0.55, 0.7, 0.79])
def test_a_cube_at_its_limit_is_dead(win: float) -> None:
    """Taken it can never be turned again: it doubles what the game is worth, and no more."""
    situation, shares = money(*singles(win), rules="backgammon,cube_cap=2")
    assert cube_equities(situation, shares).double_take == pytest.approx(
        2 * (2 * win - 1), abs=1e-5
    )
    owned = replace(situation, cube=Cube(2, MINE))
    assert cube_equities(owned, shares).no_double == pytest.approx(2 * win - 1, abs=1e-5)


def test_the_last_checkers_know_how_often_the_cube_may_be_doubled() -> None:
    """With two doublings left one had better wait, without end he doubles (by a slow search)."""
    text = "w 6:2,1:1 6:1,5:1,1:1"
    nonsense = np.array([0, 0, 0.5, 0.5, 0, 0], np.float32)
    free, capped = (
        cube_equities(position_text.loads(f"{game} {text}"), nonsense)
        for game in ("backgammon", "backgammon,cube_cap=4")
    )
    assert free[:2] == pytest.approx((0.25404, 0.35097), abs=1e-5)
    assert capped[:2] == pytest.approx((0.25684, 0.23318), abs=1e-5)
    far = cube_equities(position_text.loads(f"backgammon,cube_cap=1024 {text}"), nonsense)
    assert far == free
    late = position_text.loads(f"backgammon,cube_cap=2 {text}")
    boards, pins = position_arrays([late.position])
    asked = boards, pins, at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)
    plain = late_races(late.rules, asked)[1][0, PLAIN]
    assert cube_equities(late, nonsense).double_take == pytest.approx(2 * plain, abs=1e-5)


def test_a_cube_far_from_its_limit_is_as_any() -> None:
    situation, shares = money(*singles(0.7), rules="backgammon,cube_cap=64")
    assert cube_equities(situation, shares) == cube_equities(*money(*singles(0.7)))


@pytest.mark.parametrize(
    ("text", "waiting"),
    [
        # One roll or two: no double is left, so the cube is worth what the game is.
        ("long-nardy,cube_cap=2,cube_play=on,home_mars=4,koks=3 w 1:3 1:15 cube=2b", 1.5),
        ("long-nardy,cube_cap=2,cube_play=on,home_mars=3,koks=3 w 1:3 1:15 cube=2b", None),
    ],
)
def test_a_loss_at_home_with_nobody_off_scores_what_the_option_says(
    text: str, waiting: float | None
) -> None:
    situation = position_text.loads(text)
    found = race_equities(situation)
    assert found is not None
    exact = estimate(situation, NeuralBot(0)).equity
    assert found.no_double == pytest.approx(exact, abs=1e-4)
    if waiting is not None:
        assert exact == pytest.approx(waiting, abs=1e-4)
