"""How likely fair dice deviate as much as what was seen."""

import math
from collections.abc import Sequence


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
