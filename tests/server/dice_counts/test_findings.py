import json
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean, median

import pytest
from tests.effort import each

from nardy.server.dice_counts.findings import (
    chance_of,
    chi_squared,
    corrected,
    findings,
    totals,
    usual_longest,
)
from nardy.server.dice_counts.tally import CountedThrow, PreviousThrows, add, nothing
from nardy.server.protocol.dice import DiceCounts

FAIR = [1 / 6] * 6
ROOM = 40


def thrown(random: Random, rooms: int, weights: list[float] = FAIR) -> DiceCounts:
    counts = nothing()
    for _ in range(rooms):
        past = PreviousThrows()
        faces = random.choices(range(1, 7), weights, k=2 * ROOM)
        for n in range(ROOM):
            past = add(
                counts, past, CountedThrow("people", "white", (faces[2 * n], faces[2 * n + 1]))
            )
    return counts


@pytest.fixture(scope="module")
def samples() -> list[DiceCounts]:
    random = Random(11)
    return [thrown(random, 12) for _ in range(300)]


def test_of_fair_dice_every_chance_is_as_likely_as_any_other(samples: list[DiceCounts]) -> None:
    for at, name in enumerate(("rolls", "faces", "after", "doubles")):
        found = [findings(sample)[at] for sample in samples]
        assert {one.name for one in found} == {name}
        # Even numbers between 0 and 1: the mean of 300 of them lies this near to the middle.
        assert fmean(one.chance for one in found) == pytest.approx(0.5, abs=0.07), name
        assert 0.02 < sum(one.chance < 0.1 for one in found) / len(found) < 0.17, name
        assert fmean(one.statistic / one.degrees for one in found) == pytest.approx(1, abs=0.12)


def test_one_fair_club_in_twenty_sees_a_warning_however_many_tests_there_are(
    samples: list[DiceCounts],
) -> None:
    every = [findings(sample) for sample in samples]
    uncorrected = sum(any(one.chance < 0.05 for one in found) for found in every) / len(every)
    warned = sum(any(one.corrected < 0.05 for one in found) for found in every) / len(every)
    assert uncorrected > 0.12
    # 5 %, and three standard deviations of 300 clubs.
    assert 0.01 < warned < 0.088


def test_a_die_that_falls_on_6_too_often_is_found() -> None:
    loaded = thrown(Random(3), 200, [0.155] * 5 + [0.225])
    chances = {one.name: one.chance for one in findings(loaded)}
    assert chances["rolls"] < 1e-6
    assert chances["faces"] < 1e-6
    assert chances["after"] > 1e-6  # what it follows upon does not matter


def test_dice_that_remember_the_throw_before_are_found() -> None:
    random, counts, past = Random(5), nothing(), PreviousThrows()
    face = 1
    for _ in range(4000):
        face = face if random.random() < 0.2 else random.randint(1, 6)
        past = add(counts, past, CountedThrow("people", "white", (face, random.randint(1, 6))))
    chances = {one.name: one.chance for one in findings(counts)}
    assert chances["after"] < 1e-6
    assert chances["faces"] > 1e-4


def test_of_too_few_throws_nothing_is_said() -> None:
    assert findings(nothing()) == []
    assert findings(thrown(Random(1), 4)) == []
    assert usual_longest(nothing(), 1 / 6) == 0


def test_all_rolls_are_added_up() -> None:
    assert sum(totals(thrown(Random(2), 3))) == 3 * ROOM


def test_half_of_all_clubs_see_rows_as_long_as_is_told(samples: list[DiceCounts]) -> None:
    streak = median(sample.longest_streak for sample in samples)
    wait = median(sample.longest_wait for sample in samples)
    assert usual_longest(samples[0], 1 / 6) == pytest.approx(streak, abs=1)
    assert usual_longest(samples[0], 5 / 6) == pytest.approx(wait, abs=1)


TABLE = json.loads((Path(__file__).parents[2] / "data" / "chi-square.json").read_text("utf-8"))


@each("degrees", TABLE["values"])
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
