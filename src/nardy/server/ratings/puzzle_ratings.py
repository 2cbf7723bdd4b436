"""Ratings of puzzles: a first try is a match of the person against the puzzle, by Glicko-2."""

from typing import NamedTuple

from nardy.server.ratings.glicko import Strength, after_matches, rested

NEW_DEVIATION = 150.0
"""Of a new puzzle: simple bots have tried it, so it is better known than a new person."""


class Tried(NamedTuple):
    """Both strengths after a try."""

    person: Strength
    puzzle: Strength


def new_puzzle(rating: float) -> Strength:
    """A puzzle that nobody has tried."""
    return Strength(rating, NEW_DEVIATION)


def after_try(person: Strength, puzzle: Strength, away: int, *, is_right: bool) -> Tried:
    """Both after a first try; the person was *away* so many milliseconds, which a puzzle never is.

    >>> found = after_try(Strength(), new_puzzle(1500), 0, is_right=True)
    >>> found.person.rating > 1500 > found.puzzle.rating
    True
    """
    score, before = float(is_right), rested(person, away)
    return Tried(
        after_matches(before, [(puzzle, score)]), after_matches(puzzle, [(before, 1 - score)])
    )
