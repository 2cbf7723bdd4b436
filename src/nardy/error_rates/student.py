"""Student's t distribution with a whole number of degrees of freedom."""

import math
from statistics import NormalDist

MOST_FREEDOM = 100
"""Beyond these degrees of freedom a normal approximation is as good, and needs no sum."""
_NORMAL = NormalDist()


def upper_tail(t: float, freedom: int) -> float:
    """The chance of a value of at least *t*.

    Sources: M. Abramowitz, I. Stegun, *Handbook of Mathematical Functions*, 26.7.3 and 26.7.4; beyond
    MOST_FREEDOM D. Wallace, *Bounds on normal approximations to Student's and the chi-square distributions*,
    Annals of Mathematical Statistics 30 (1959).

    >>> round(upper_tail(2.228, 10), 4), upper_tail(0, 3)
    (0.025, 0.5)
    """
    if freedom > MOST_FREEDOM:
        scale = (8 * freedom + 1) / (8 * freedom + 3)
        normal = scale * math.sqrt(freedom * math.log1p(t * t / freedom))
        return _NORMAL.cdf(-math.copysign(normal, t))
    angle = math.atan2(abs(t), math.sqrt(freedom))
    cosine = math.cos(angle)
    if freedom % 2:
        steps = range(3, freedom, 2)
        first, factor = cosine, 2 / math.pi
    else:
        steps = range(2, freedom, 2)
        first, factor = 1.0, 1.0
    # Each term is the one before, times (n - 1) / n and the squared cosine.
    term = total = first if freedom > 1 else 0.0
    for n in steps:
        term *= (n - 1) / n * cosine**2
        total += term
    inside = factor * (math.sin(angle) * total + (angle if freedom % 2 else 0.0))
    tail = max(0.0, (1 - inside) / 2)
    return tail if t >= 0 else 1 - tail
