"""Statistics of the dice: four chi-squares, their probabilities, and the longest runs of doubles to expect."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nardy.server.dice_counts.tally import ROLLS
from nardy.server.protocol.dice import DiceCounts, DoubleNext

LEAST = 5
"""What must be expected of each kind before a chi-square says anything (Cochran's rule)."""
RAREST = 36
"""One throw in so many is a given double."""


def chi_squared(seen: Sequence[float], expected: Sequence[float]) -> float:
    """Pearson's sum of squared deviations, each in units of what is expected."""
    pairs = zip(seen, expected, strict=True)
    return sum((count - fair) ** 2 / fair for count, fair in pairs)


def chance_of(statistic: float, degrees: int) -> float:
    """The chance that fair dice come to a chi-square of at least so much.

    >>> f"{chance_of(31.41, 20):.3f}"  # as every printed table has it
    '0.050'

    Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.6.6 (chi-square distribution);
    the sum is closed for whole degrees of freedom.
    """
    half = max(statistic, 0.0) / 2
    if half == 0:
        return 1.0
    order = degrees / 2
    # The tail at 1/2 or 1, and what each further degree adds to it.
    found, at = (math.erfc(math.sqrt(half)), 0.5) if degrees % 2 else (math.exp(-half), 1.0)
    while at < order:
        found += math.exp(at * math.log(half) - half - math.lgamma(at + 1))
        at += 1
    return min(found, 1.0)


def corrected(chances: Sequence[float]) -> list[float]:
    """The chances of several tests of the same dice, corrected for being several: Holm's step-down.

    Of fair dice the least of them is below any limit no more often than the limit says.

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
    """One chi-square, and how often fair dice come to as much."""

    name: str
    statistic: float
    degrees: int
    chance: float
    corrected: float
    """The chance, corrected for the number of tests: below 0.05 is a warning."""


def findings(counts: DiceCounts) -> list[ChiSquared]:
    """Rolls, faces, face after face, doubles after doubles; none where too little was thrown."""
    if counts.throws < LEAST * RAREST:
        return []
    told = [
        ("rolls", _rolls(counts), len(ROLLS) - 1),
        ("faces", _faces(counts), 5),
        ("after", _after(counts.after), 25),
        ("doubles", *_doubles([*counts.streaks, *counts.waits])),
    ]
    told = [(name, x, free, chance_of(x, free)) for name, x, free in told if free]
    holm = corrected([chance for *_, chance in told])
    return [ChiSquared(*one, together) for one, together in zip(told, holm, strict=True)]


def totals(counts: DiceCounts) -> list[int]:
    """How often each of the 21 rolls was thrown, by anybody."""
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
    """Whether a throw depends on the one before it.

    Of two throws behind each other x[j] and y[i] dice show these faces. The products
    (x[j] - 1/3) (y[i] - 1/3), summed, have the covariance n (2/6)^2 (I - J/6) x (I - J/6), J being all
    ones: so their squares come to a chi-square of 25 degrees in units of n/9.
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
    """Whether doubles come more or less often after rows of them, or without them."""
    enough = [one for one in nexts if one.throws >= LEAST * 6]
    fair = [one.throws / 6 for one in enough]
    parts = ((n.doubles - f) ** 2 / (f * 5 / 6) for n, f in zip(enough, fair, strict=True))
    return sum(parts), len(enough)


def usual_longest(counts: DiceCounts, chance: float) -> int:
    """The longest row that half of all clubs with as many throws see, of what has this chance."""
    return max((n for n, rows in _expected_rows(counts, chance) if rows >= math.log(2)), default=0)


def _expected_rows(counts: DiceCounts, chance: float) -> Iterator[tuple[int, float]]:
    """How many rows of at least 1, 2, 3, ... throws fair dice bring.

    Each row begins a room, or comes behind a throw of the other kind.
    """
    behind = counts.throws
    for length, rooms in enumerate(counts.reached, 1):
        behind -= rooms
        yield length, chance**length * (rooms + (1 - chance) * behind)
