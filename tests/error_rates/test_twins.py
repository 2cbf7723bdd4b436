"""Parts with nearly the same decisions are found, and others are kept apart."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.error_rates.rates import LossCount, contrast, told
from nardy.error_rates.twins import SAME, are_twins, first_of_twins

COUNTS = st.lists(st.integers(0, 30), max_size=12)


def part(counts: list[int]) -> list[LossCount]:
    return [LossCount(count, 0.01 * count) for count in counts]


@given(COUNTS, COUNTS)
def test_twins_are_so_both_ways(one: list[int], other: list[int]) -> None:
    assert are_twins(part(one), part(one))
    assert are_twins(part(one), part(other)) == are_twins(part(other), part(one))


@pytest.mark.parametrize(("missing", "expected"), [(2, True), (3, False)])
def test_a_tenth_of_the_decisions_may_be_missing(missing: int, expected: bool) -> None:
    whole, less = [10, 10], [10, 10 - missing]
    assert are_twins(part(whole), part(less)) is (missing <= SAME * 20) is expected


def test_the_same_number_in_other_games_is_no_twin() -> None:
    assert not are_twins(part([12, 0, 8]), part([0, 12, 8]))


@given(st.lists(st.tuples(st.sampled_from(["phase", "plan"]), COUNTS), max_size=6))
def test_the_first_of_twins_has_no_twin_before_it(counts: list[tuple[str, list[int]]]) -> None:
    parts = [(facet, part(one)) for facet, one in counts]
    firsts = first_of_twins(parts)
    for place, first in enumerate(firsts):
        assert first <= place
        assert firsts[first] == first
        assert are_twins(parts[first][1], parts[place][1])


def test_parts_of_one_facet_are_no_twins() -> None:
    same = part([6, 8])
    assert first_of_twins([("plan", same), ("plan", same), ("phase", same)]) == [0, 1, 0]


def test_a_leak_that_is_told_twice_hides_no_other_one() -> None:
    """Without its twin a difference at the edge of chance is told; with it the limit is too low."""
    source = random.Random(3)
    found = [
        contrast(
            [
                (
                    LossCount(6, sum(source.expovariate(8) for _ in range(6))),
                    LossCount(12, sum(source.expovariate(12) for _ in range(12))),
                )
                for _ in range(14)
            ]
        )
        for _ in range(200)
    ]
    edge = next(one for one in found if one.chance and 0.025 < one.chance < 0.05)
    assert told([edge]) == ["leak"]
    assert told([edge, edge]) == ["", ""]
