import json
from itertools import pairwise
from pathlib import Path

import pytest

from nardy.server.dice_counts.chance import chance_of, chi_squared, corrected

TABLE = json.loads((Path(__file__).parents[2] / "data" / "chi-square.json").read_text("utf-8"))


@pytest.mark.parametrize("degrees", TABLE["values"])
def test_chances_are_those_of_the_printed_tables(degrees: str) -> None:
    for chance, value in zip(TABLE["chances"], TABLE["values"][degrees], strict=True):
        assert chance_of(value, int(degrees)) == pytest.approx(chance, rel=3e-3)


@pytest.mark.parametrize("degrees", [1, 2, 20, 25, 72])
def test_no_deviation_is_always_reached_and_a_huge_one_never(degrees: int) -> None:
    assert chance_of(0, degrees) == 1
    assert chance_of(1e6, degrees) == 0
    steps = [chance_of(x / 2, degrees) for x in range(300)]
    assert all(later <= earlier + 1e-12 for earlier, later in pairwise(steps))


def test_chi_square_adds_squares_in_units_of_what_is_expected() -> None:
    assert chi_squared([12, 8], [10, 10]) == pytest.approx(0.8)


def test_corrected_chances_keep_their_order_and_are_never_smaller() -> None:
    # As in Holm's article: step by step fewer tests are left to be counted.
    assert corrected([0.01, 0.02, 0.03, 0.9]) == pytest.approx([0.04, 0.06, 0.06, 0.9])
    assert corrected([0.9, 0.5, 0.4]) == [1, 1, 1]
    assert corrected([0.03]) == [0.03]
    assert corrected([]) == []
