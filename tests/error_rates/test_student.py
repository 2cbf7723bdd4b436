import math
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.error_rates.student import MOST_FREEDOM, upper_tail

# One-sided quantiles, as tables print them (Abramowitz and Stegun, table 26.10).
TABLE = (
    (1, 6.314, 0.05),
    (1, 63.657, 0.005),
    (2, 2.920, 0.05),
    (3, 5.841, 0.005),
    (5, 2.015, 0.05),
    (9, 3.250, 0.005),
    (10, 2.764, 0.01),
    (30, 1.697, 0.05),
    (120, 2.617, 0.005),
)


@pytest.mark.parametrize(("freedom", "t", "chance"), TABLE)
def test_the_tail_is_that_of_printed_tables(freedom: int, t: float, chance: float) -> None:
    assert upper_tail(t, freedom) == pytest.approx(chance, rel=0.002)


@pytest.mark.parametrize("t", [-1.0, 0.5, 1.5, 2.5, 3.5, 4.5])
def test_where_the_sum_ends_the_approximation_goes_on(t: float) -> None:
    before, last, first = (upper_tail(t, MOST_FREEDOM + step) for step in (-1, 0, 1))
    # What the sum would give next, from its last two values.
    assert first == pytest.approx(last * last / before, rel=0.002)
    assert upper_tail(t, 10_000_000) == pytest.approx(NormalDist().cdf(-t), rel=1e-4)


@given(st.floats(-50, 50), st.integers(1, 60))
def test_both_tails_are_one(t: float, freedom: int) -> None:
    assert upper_tail(t, freedom) + upper_tail(-t, freedom) == pytest.approx(1)


@given(st.floats(0, 8), st.integers(1, 40))
def test_the_tail_is_the_integral_of_the_density(t: float, freedom: int) -> None:
    """A second way: Simpson's rule."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    scale /= math.sqrt(freedom * math.pi)
    steps = 400
    points = [
        (1 + (t * n / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for n in range(steps + 1)
    ]
    area = points[0] + points[-1] + 4 * sum(points[1:-1:2]) + 2 * sum(points[2:-1:2])
    assert upper_tail(t, freedom) == pytest.approx(0.5 - scale * area * t / steps / 3, abs=1e-6)
