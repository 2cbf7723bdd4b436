"""Glicko-2: strength with its uncertainty, used to match equal opponents.

Source: M. E. Glickman, "Example of the Glicko-2 system" (2013); the steps are numbered as there. Each
match is a rating period of its own, so that ratings are current. Days without a match increase the
deviation as empty periods do.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nardy.server.timestamps import DAY_MS

# 400 / ln 10, from the public scale to that of the formulas (step 2).
SCALE = 173.7178
# The rating that the paper gives to a new player (step 1).
CENTER = 1500.0
TAU = 0.5
"""Limits changes of the volatility; the value of the published example."""
# The convergence tolerance of the paper (step 5.1).
PRECISION = 1e-6
NEW_DEVIATION = 350.0
"""The deviation of a new player."""
MOST_DEVIATION = 350.0
"""The deviation never grows beyond this: somebody who is away for years is as unknown as a new player."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, its standard deviation, and the volatility of the results."""

    rating: float = CENTER
    deviation: float = NEW_DEVIATION
    # The paper's value for a player without a rating (step 1).
    volatility: float = 0.06


def rested(strength: Strength, time: int) -> Strength:
    """The strength after *time* milliseconds without a match: the deviation grows (step 6).

    >>> round(rested(Strength(deviation=50), 100 * DAY_MS).deviation)
    116
    """
    days = max(0.0, time / DAY_MS)
    phi = math.hypot(strength.deviation / SCALE, strength.volatility * math.sqrt(days))
    return Strength(strength.rating, min(MOST_DEVIATION, phi * SCALE), strength.volatility)


def after_matches(strength: Strength, results: Sequence[tuple[Strength, float]]) -> Strength:
    """The strength after one period; *results* are opponents and scores (1, 0.5 or 0).

    >>> after = after_matches(Strength(deviation=200), [(Strength(1400, 30), 1)])
    >>> f"{after.rating:.2f} {after.deviation:.2f}"
    '1563.56 175.40'
    """
    mu, phi = (strength.rating - CENTER) / SCALE, strength.deviation / SCALE
    precision, surprise = 0.0, 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = _expected(mu, (opponent.rating - CENTER) / SCALE, weight)
        precision += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    if not precision:
        return strength
    variance = 1 / precision
    sigma = _volatility(strength.volatility, phi, variance, variance * surprise)
    wide = math.hypot(phi, sigma)
    phi = 1 / math.sqrt(1 / wide**2 + precision)
    mu += phi**2 * surprise
    return Strength(mu * SCALE + CENTER, min(MOST_DEVIATION, phi * SCALE), sigma)


def _weight(phi: float) -> float:
    """The function g: results against opponents of uncertain strength count less."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _expected(mu: float, opponent: float, weight: float) -> float:
    """The function E: expected score."""
    return 1 / (1 + math.exp(-weight * (mu - opponent)))


def _volatility(sigma: float, phi: float, variance: float, improvement: float) -> float:
    """The new volatility: a root found by regula falsi, as in the paper (step 5)."""
    center = math.log(sigma**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + math.exp(x)
        return math.exp(x) * (improvement**2 - spread) / (2 * spread**2) - (x - center) / TAU**2

    low, high = center, _other_end(center, phi, variance, improvement, slope)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            # The Illinois rule: without halving, one end of the bracket could stay where it is.
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_end(
    center: float,
    phi: float,
    variance: float,
    improvement: float,
    slope: Callable[[float], float],
) -> float:
    """The other end of the bracket around the root."""
    rest = improvement**2 - phi**2 - variance
    if rest > 0:
        return math.log(rest)
    steps = 1
    while slope(center - steps * TAU) < 0:
        steps += 1
    return center - steps * TAU
