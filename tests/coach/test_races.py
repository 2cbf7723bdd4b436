"""Expected rolls of races, against a search over all ways to bear off."""

from functools import cache

import pytest

from nardy.coach.races import rolls_to_go
from nardy.core.position import OFF, Position
from nardy.core.reading import read_situation
from nardy.games import find_game


def position(text: str) -> Position:
    return read_situation(text, find_game).position


@cache
def searched(side: tuple[int, ...]) -> float:
    """The fewest expected rolls for checkers on these points, by trying every order of the dice."""
    if not side:
        return 0.0
    total = 0.0
    for one in range(1, 7):
        for two in range(one, 7):
            dice = (one,) * 4 if one == two else (one, two)
            orders = {dice, dice[::-1]}
            ends = set[tuple[int, ...]]().union(*(played(side, order) for order in orders))
            total += (1 if one == two else 2) / 36 * min(map(searched, ends))
    return 1 + total


def played(side: tuple[int, ...], dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    if not dice or not side:
        return {side}
    ends = set[tuple[int, ...]]()
    for n, point in enumerate(side):
        # From a lower point a checker comes off only if none stands higher.
        if point > dice[0] or point == dice[0] or point == max(side):
            left = point - dice[0]
            rest = (*side[:n], *side[n + 1 :], *((left,) if left > 0 else ()))
            ends |= played(tuple(sorted(rest)), dice[1:])
    return ends


@pytest.mark.parametrize("side", [(1,), (6,), (1, 1, 1), (2, 6), (1, 3, 5), (2, 4, 4, 6)])
def test_the_table_is_a_search_over_all_ways_to_bear_off(side: tuple[int, ...]) -> None:
    points = ",".join(f"{point}:{side.count(point)}" for point in sorted({*side}, reverse=True))
    one = position(f"backgammon w {points} 6:2")
    assert one.player[OFF] == 15 - len(side)
    found = rolls_to_go(find_game("backgammon"), one, one)
    assert found == (pytest.approx(searched(side), abs=1e-5),) * 2


def test_fewer_rolls_that_may_be_later_are_no_reason() -> None:
    """4:2,3:2 takes 0.02 rolls more than 6:1,4:1,3:1,1:1, and is off within two rolls more often."""
    rules, one, other = (
        find_game("backgammon"),
        *map(position, ("backgammon w 4:2,3:2 1:2", "backgammon w 6:1,4:1,3:1,1:1 1:2")),
    )
    assert searched((1, 3, 4, 6)) < searched((3, 3, 4, 4))
    assert rolls_to_go(rules, one, other) is None
    assert rolls_to_go(rules, other, one) is None


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("backgammon", "backgammon w 7:1,5:1 6:1"),  # a checker is not home
        ("backgammon", "backgammon w 6:2,5:1 24:1"),  # they can still meet
        ("nuclear", "nuclear w 6:2,5:1 6:1"),  # a bomb may still explode
    ],
)
def test_only_races_at_home_have_a_table(game: str, text: str) -> None:
    rules, race = find_game(game), position(f"{game} w 1:1 6:1")
    assert rolls_to_go(rules, race, position(text)) is None
    assert rolls_to_go(rules, position(text), position(text)) is None
