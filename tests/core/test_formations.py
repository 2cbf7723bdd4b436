"""Primes, quarters and the release."""

import pytest

from nardy.core.formations import (
    breaks_prime,
    breaks_quarter,
    breaks_release,
    broken_formation,
    has_formation_laws,
    primes,
)
from nardy.core.position import Position
from nardy.games import BACKGAMMON, FEVGA, GUL_BARA, LONG_NARDY, MOULTEZIM, find_game


def row(*points: int, rest: int = 1) -> dict[int, int]:
    """One checker on each point, the others borne off or on *rest*."""
    counts = dict.fromkeys(points, 1)
    counts[rest] = counts.get(rest, 0) + 15 - len(points)
    return counts


def at(mine: dict[int, int], theirs: dict[int, int]) -> Position:
    return Position.of(mine, theirs)


def test_games_with_and_without_formation_laws() -> None:
    assert has_formation_laws(LONG_NARDY)
    assert has_formation_laws(FEVGA)
    assert has_formation_laws(MOULTEZIM)
    assert not has_formation_laws(GUL_BARA)
    assert not has_formation_laws(BACKGAMMON)


def test_a_prime_is_named_by_its_lowest_point_on_the_opponents_way() -> None:
    # Own 15-20 are the opponent's 3-8.
    assert primes(LONG_NARDY, at(row(15, 16, 17, 18, 19, 20), {24: 15})) == [3]
    seven = row(14, 15, 16, 17, 18, 19, 20)
    assert primes(LONG_NARDY, at(seven, {24: 15})) == [2, 3]


def test_own_1_and_24_are_neighbours_on_the_opponents_way() -> None:
    across = at(row(22, 23, 24, 1, 2, 3, rest=10), {24: 15})
    assert primes(LONG_NARDY, across) == [10]
    # The opponent's 1 and 24, own 13 and 12, are not.
    corner = at(row(10, 11, 13, 14, 15, 16, rest=1), {24: 15})
    assert primes(LONG_NARDY, corner) == []


@pytest.mark.parametrize(
    ("theirs", "broken"),
    [
        ({24: 15}, True),
        ({24: 14, 3: 1}, True),
        ({24: 14, 9: 1}, True),
        ({24: 14, 2: 1}, False),
        ({24: 14, 0: 1}, False),
    ],
)
def test_a_prime_needs_an_opposing_checker_ahead(theirs: dict[int, int], broken: bool) -> None:
    position = at(row(15, 16, 17, 18, 19, 20, rest=2), theirs)
    assert breaks_prime(LONG_NARDY, position) == broken
    assert breaks_prime(find_game("long-nardy,prime=forbid"), position)


@pytest.mark.parametrize(("point", "broken"), [(24, True), (7, True), (6, False), (0, False)])
def test_opp_home_asks_for_a_checker_in_his_home_or_off(point: int, broken: bool) -> None:
    position = at(row(3, 4, 5, 6, 7, 8, rest=8), {24: 14, point: 1} if point != 24 else {24: 15})
    assert breaks_prime(find_game("long-nardy,prime=opp_home"), position) == broken


@pytest.mark.parametrize(("low", "high", "most"), [(19, 24, 5), (7, 12, 4), (1, 6, 0), (24, 24, 0)])
def test_a_quarter_holds_so_many_points(low: int, high: int, most: int) -> None:
    rules = find_game(f"gul-bara,quarter={low}-{high}:{most}")
    points = list(range(low, high + 1))
    others = [p for p in range(1, 25) if p not in points]
    full = at(row(*points[: most + 1], rest=others[0]), {24: 15})
    allowed = at(row(*points[:most], rest=others[0]), {24: 15})
    assert breaks_quarter(rules, full)
    assert not breaks_quarter(rules, allowed)
    assert not breaks_quarter(GUL_BARA, full)


def test_the_release() -> None:
    in_front = at(row(6, 7, 8, 9, 10, 11), {24: 15})
    assert breaks_release(FEVGA, in_front)
    assert not breaks_release(FEVGA, at(row(6, 7, 8, 9, 10, 11), {24: 14, 1: 1}))
    assert not breaks_release(FEVGA, at(row(5, 6, 7, 8, 9, 10), {24: 15}))
    # On his 6 nothing is in front of him but five points and the edge.
    assert not breaks_release(FEVGA, at(row(13, 14, 15, 16, 17), {6: 15}))


def test_the_first_broken_law_is_named() -> None:
    position = at(row(19, 20, 21, 22, 23, 24, rest=1), {24: 15})
    assert broken_formation(find_game("fevga,prime=forbid"), position) == "prime"
    assert broken_formation(FEVGA, position) == "quarter"
    assert broken_formation(FEVGA, at(row(6, 7, 8, 9, 10, 11), {24: 15})) == "release"
    assert broken_formation(GUL_BARA, position) is None
