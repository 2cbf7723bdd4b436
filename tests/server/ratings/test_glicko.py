import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server.ratings.glicko import TAU, Strength, after_matches, rested
from nardy.server.timestamps import DAY_MS

strengths = st.builds(Strength, st.floats(900, 2100), st.floats(30, 350), st.floats(0.03, 0.12))
results = st.lists(st.tuples(strengths, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=6)


def test_the_published_example() -> None:
    # Glickman's paper: 1500, 200, 0.06 beats 1400 and loses to 1550 and 1700.
    opponents = [(Strength(1400, 30), 1), (Strength(1550, 100), 0), (Strength(1700, 300), 0)]
    after = after_matches(Strength(1500, 200, 0.06), opponents)
    # The paper rounds on the way: 1464.06 there, 1464.0507 without.
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert round((after.rating - 1500) / 173.7178, 4) == -0.2069
    assert round(after.deviation / 173.7178, 4) == 0.8722
    assert round(after.deviation, 2) == 151.52
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def function_of(
    strength: Strength, played: list[tuple[Strength, float]]
) -> Callable[[float], float]:
    """The function of the paper whose zero is the logarithm of the squared volatility."""
    mu, phi = (strength.rating - 1500) / 173.7178, strength.deviation / 173.7178
    sum_v = sum_d = 0.0
    for opponent, score in played:
        g = 1 / math.sqrt(1 + 3 * (opponent.deviation / 173.7178) ** 2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - (opponent.rating - 1500) / 173.7178)))
        sum_v += g * g * e * (1 - e)
        sum_d += g * (score - e)
    v = 1 / sum_v
    delta, a = v * sum_d, math.log(strength.volatility**2)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / TAU**2

    return f


@given(strength=strengths, played=results)
def test_the_volatility_is_where_the_function_of_the_paper_falls_through_0(
    strength, played
) -> None:
    # A wonder of a result gives it several zeros; then any of them will do.
    assert_falls_through_0(strength, played)


@pytest.mark.parametrize(
    ("wins", "opponent", "volatility"), [(20, 2100, 0.1), (30, 2500, 0.06), (30, 2900, 0.06)]
)
def test_the_volatility_is_found_however_great_the_surprise(
    wins: int, opponent: float, volatility: float
) -> None:
    """Where secants alone run away from the zero: the end that does not move must be weighted down."""
    newcomer = Strength(1500, 10, volatility)
    assert_falls_through_0(newcomer, [(Strength(opponent, 30), 1.0)] * wins)


def assert_falls_through_0(strength: Strength, played: list[tuple[Strength, float]]) -> None:
    after = after_matches(strength, played)
    f, found = function_of(strength, played), math.log(after.volatility**2)
    assert f(found - 2e-5) > 0 > f(found + 2e-5)


@given(strength=strengths, opponent=strengths)
def test_a_win_never_costs_and_a_loss_never_pays(strength: Strength, opponent: Strength) -> None:
    lost, drawn, won = (after_matches(strength, [(opponent, s)]).rating for s in (0, 0.5, 1))
    assert lost < strength.rating < won
    assert lost < drawn < won


@given(strength=strengths, days=st.floats(0, 5000))
def test_rest_makes_less_sure_and_changes_nothing_else(strength: Strength, days: float) -> None:
    after = rested(strength, int(days * DAY_MS))
    assert (after.rating, after.volatility) == (strength.rating, strength.volatility)
    assert min(strength.deviation, 350) - 1e-9 <= after.deviation <= 350


def test_half_a_day_counts_as_half_a_day() -> None:
    """Step 6 of the paper for a part of a period: the variance grows by the volatility's share."""
    after = rested(Strength(1500, 50, 0.06), DAY_MS // 2)
    assert after.deviation == pytest.approx(math.hypot(50, 0.06 * 173.7178 * math.sqrt(0.5)))


def test_nobody_is_less_known_than_a_newcomer() -> None:
    forever = 10_000 * DAY_MS
    assert rested(Strength(deviation=300), forever).deviation == 350
    # A result against somebody of whom nothing is known, after as long: hardly less is known than before.
    erratic = Strength(1500, 350, 2.0)
    assert after_matches(erratic, [(Strength(1500, 350), 1)]).deviation == 350


def test_nothing_played_changes_nothing() -> None:
    assert after_matches(Strength(), []) == Strength()
