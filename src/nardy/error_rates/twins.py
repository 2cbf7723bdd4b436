"""Parts of the play that hold nearly the same decisions: a plan may be another word for a phase.

Comparing both would tell one leak twice, and make every other difference harder to tell: each comparison
more asks for a smaller chance (rates.told).
"""

from collections.abc import Sequence
from itertools import zip_longest

from nardy.error_rates.rates import LossCount

SAME = 0.1
"""The share of the decisions by which the counts of twins differ at most, summed over the games."""
NONE = LossCount(0, 0.0)


def are_twins(one: Sequence[LossCount], other: Sequence[LossCount]) -> bool:
    """Whether two parts have nearly the same decisions; their games are in the same order.

    >>> race, bearing_off = [LossCount(9, 0.1), LossCount(11, 0.2)], [LossCount(4, 0.1), LossCount(9, 0.2)]
    >>> are_twins(race, race), are_twins(race, bearing_off)
    (True, False)
    """
    pairs = [*zip_longest(one, other, fillvalue=NONE)]
    apart = sum(abs(first.count - second.count) for first, second in pairs)
    return apart <= SAME * sum(max(first.count, second.count) for first, second in pairs)


def first_of_twins(parts: Sequence[tuple[str, Sequence[LossCount]]]) -> list[int]:
    """For each part the place of the first one that is its twin: its own place where none stands before it.

    A part comes with its facet; two parts of one facet share no decision, however alike their counts are.
    """
    firsts: list[int] = []
    for place, (facet, games) in enumerate(parts):
        known = (
            first
            for first in dict.fromkeys(firsts)
            if parts[first][0] != facet and are_twins(parts[first][1], games)
        )
        firsts.append(next(known, place))
    return firsts
