"""Chi-square tests of the dice, and the expected longest runs of doubles."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nardy.server.dice_counts.tally import ROLLS
from nardy.server.protocol.dice import DiceCounts, DoubleNext

LEAST = 5
"""Least expected count per category for a chi-square test (Cochran's rule)."""
RAREST = 36
"""A given double is one throw in this many."""


def chi_squared(seen: Sequence[float], expected: Sequence[float]) -> float:
    """Pearson's chi-square statistic."""
    pairs = zip(seen, expected, strict=True)
    return sum((count - fair) ** 2 / fair for count, fair in pairs)


def chance_of(statistic: float, degrees: int) -> float:
    """The p-value: the chance that fair dice reach at least this chi-square.

    >>> f"{chance_of(31.41, 20):.3f}"  # as every printed table has it
    '0.050'

    Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.6.6 (chi-square distribution);
    a closed form exists for whole degrees of freedom.
    """
    half = max(statistic, 0.0) / 2
    if half == 0:
        return 1.0
    order = degrees / 2
    # Regularized upper incomplete gamma function: its value at 1/2 or 1, then one term for each further degree.
    found, at = (math.erfc(math.sqrt(half)), 0.5) if degrees % 2 else (math.exp(-half), 1.0)
    while at < order:
        found += math.exp(at * math.log(half) - half - math.lgamma(at + 1))
        at += 1
    return min(found, 1.0)


def corrected(chances: Sequence[float]) -> list[float]:
    """P-values corrected for multiple testing by Holm's step-down method.

    With fair dice, the chance that any of them is below a limit is at most that limit.

    >>> corrected([0.01, 0.6, 0.04, 0.02])
    [0.04, 0.6, 0.08, 0.06]

    Source: S. Holm, A simple sequentially rejective multiple test procedure (1979).
    """
    least = 0.0
    found = dict.fromkeys(range(len(chances)), 0.0)
    for rank, at in enumerate(sorted(found, key=lambda n: chances[n])):
        least = max(least, min(1.0, chances[at] * (len(chances) - rank)))
        found[at] = least
    return [*found.values()]


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """The result of one test."""

    name: str
    statistic: float
    degrees: int
    chance: float
    corrected: float
    """The p-value corrected for multiple testing: below 0.05 is a warning."""


def findings(counts: DiceCounts) -> list[ChiSquared]:
    """Tests of rolls, faces, consecutive faces, and doubles after doubles; empty if there are too few throws."""
    if counts.throws < LEAST * RAREST:
        return []
    tests = [
        ("rolls", _rolls(counts), len(ROLLS) - 1),
        ("faces", _faces(counts), 5),
        ("after", _after(counts.after), 25),
        ("doubles", *_doubles([*counts.streaks, *counts.waits])),
    ]
    tests = [(name, x, free, chance_of(x, free)) for name, x, free in tests if free]
    holm = corrected([chance for *_, chance in tests])
    return [ChiSquared(*one, together) for one, together in zip(tests, holm, strict=True)]


def totals(counts: DiceCounts) -> list[int]:
    """Counts of the 21 rolls over all rollers."""
    return [sum(column) for column in zip(*(one.counts for one in counts.thrown), strict=True)]


def _rolls(counts: DiceCounts) -> float:
    fair = [counts.throws / (36 if high == low else 18) for high, low in ROLLS]
    return chi_squared(totals(counts), fair)


def _faces(counts: DiceCounts) -> float:
    faces = [0] * 6
    for (high, low), count in zip(ROLLS, totals(counts), strict=True):
        faces[high - 1] += count
        faces[low - 1] += count
    return chi_squared(faces, [counts.throws / 3] * 6)


def _after(after: Sequence[Sequence[int]]) -> float:
    """Test whether a throw depends on the one before it.

    In two consecutive throws, x[j] and y[i] dice show the faces j and i. The sums of
    (x[j] - 1/3) (y[i] - 1/3) over n pairs have the covariance n (2/6)^2 (I - J/6) x (I - J/6), where J
    is all ones. So the sum of their squares, divided by n/9, is a chi-square with 25 degrees of freedom.
    """
    pairs = sum(map(sum, after)) / 4
    if not pairs:
        return 0.0
    rows = [sum(row) / 2 for row in after]
    columns = [sum(column) / 2 for column in zip(*after, strict=True)]
    return sum(
        (count - (rows[j] + columns[i]) / 3 + pairs / 9) ** 2 / (pairs / 9)
        for j, row in enumerate(after)
        for i, count in enumerate(row)
    )


def _doubles(nexts: Sequence[DoubleNext]) -> tuple[float, int]:
    """Test whether the frequency of doubles depends on the run before."""
    enough = [one for one in nexts if one.throws >= LEAST * 6]
    fair = [one.throws / 6 for one in enough]
    # Binomial: a count with mean f and chance 1/6 has the variance f * 5/6.
    parts = ((n.doubles - f) ** 2 / (f * 5 / 6) for n, f in zip(enough, fair, strict=True))
    return sum(parts), len(enough)


def usual_longest(counts: DiceCounts, chance: float) -> int:
    """The median longest run, over clubs with as many throws, of an event with this chance."""
    # Long runs are rare, so their number is nearly Poisson: with log 2 expected, one occurs
    # in half of all clubs.
    return max((n for n, rows in _expected_rows(counts, chance) if rows >= math.log(2)), default=0)


def _expected_rows(counts: DiceCounts, chance: float) -> Iterator[tuple[int, float]]:
    """The expected number of runs of at least 1, 2, 3, ... throws with fair dice.

    A run begins a room, or follows a throw of the other kind.
    """
    behind = counts.throws
    for length, rooms in enumerate(counts.reached, 1):
        behind -= rooms
        yield length, chance**length * (rooms + (1 - chance) * behind)
