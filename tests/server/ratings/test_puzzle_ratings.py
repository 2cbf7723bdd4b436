"""A try is a match: what one side wins the other loses, by how sure each rating is."""

import pytest

from nardy.server.ratings.glicko import Strength
from nardy.server.ratings.puzzle_ratings import after_try, new_puzzle
from nardy.server.timestamps import DAY_MS

PUZZLE = new_puzzle(1500)


@pytest.mark.parametrize("is_right", [True, False])
def test_both_ratings_move_apart(*, is_right: bool) -> None:
    person, puzzle = after_try(Strength(), PUZZLE, 0, is_right=is_right)
    sign = 1 if is_right else -1
    assert sign * (person.rating - 1500) > sign * (1500 - puzzle.rating) > 0
    assert person.deviation < Strength().deviation
    assert puzzle.deviation < PUZZLE.deviation


def test_a_hard_puzzle_is_worth_more() -> None:
    gains = [
        after_try(Strength(), new_puzzle(rating), 0, is_right=True).person.rating
        for rating in (1200, 1500, 1800)
    ]
    assert gains == sorted(gains)


def test_after_a_rest_a_try_counts_more() -> None:
    known = Strength(1500, 60)
    soon, late = (
        after_try(known, PUZZLE, away, is_right=True).person.rating for away in (0, 300 * DAY_MS)
    )
    assert late > soon
