"""Student's t distribution with a whole number of degrees of freedom."""

import math


def upper_tail(t: float, freedom: int) -> float:
    """The chance of a value of at least *t*.

    Source: M. Abramowitz, I. Stegun, *Handbook of Mathematical Functions*, 26.7.3 and 26.7.4.

    >>> round(upper_tail(2.228, 10), 4), upper_tail(0, 3)
    (0.025, 0.5)
    """
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
