"""The cube of one position of a money game, by the functions for many."""

from typing import NamedTuple

import numpy as np

from nardy.core.cube import Owner
from nardy.core.situation import Situation
from nardy.evaluation.cube.match_cube import EFFICIENCY
from nardy.evaluation.cube.money_cube import Access, ManyStakes, money_worth, stakes_of_many
from nardy.evaluation.outcomes import points_of


class Stakes(NamedTuple):
    """The chance to win, and the points of an average win and loss."""

    win: float
    won: float
    lost: float


def stakes_of(situation: Situation, chances: np.ndarray) -> Stakes:
    many = stakes_of_many(points_of(situation.rules), chances[None])
    return Stakes(*(float(figure[0]) for figure in many))


def cubeful(
    stakes: Stakes, owner: Owner, efficiency: float = EFFICIENCY, *, jacoby: bool = False
) -> float:
    """The equity at a cube of 1 with this owner."""
    many = ManyStakes(*(np.array([figure]) for figure in stakes))
    return float(money_worth(many, Access.of(owner), efficiency, jacoby=jacoby)[0])
