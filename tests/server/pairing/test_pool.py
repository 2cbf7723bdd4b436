"""The pool: nobody is paired twice, and nobody waits while a fit is there."""

import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server.pairing.pool import CASUAL, RATED, SearchPool, SearchRange, Seeker, SeekerPair

NAMES = "abcdefgh"
RANGE = SearchRange(start=100, growth=10, open_after=30)


def fit(one: Seeker, other: Seeker, now: float) -> bool:
    """Whether two fit now, by the words of the rule and not by the moment that the pool computes."""
    is_wanted = other.who not in one.avoids and one.who not in other.avoids
    widths = [RANGE.at(now - each.since) for each in (one, other)]
    return is_wanted and abs(one.strength - other.strength) <= min(widths) + 1e-9


def surely_fit(one: Seeker, other: Seeker, now: float) -> bool:
    """As `fit`, a moment ago: a moment that is rounded may be late by the last digit."""
    return min(now - one.since, now - other.since) >= 0 and fit(one, other, now - 1e-6)


comings = st.tuples(
    st.just("join"),
    st.sampled_from(NAMES),
    st.integers(0, 600),
    st.frozensets(st.sampled_from(NAMES), max_size=3),
)
leavings = st.tuples(st.just("leave"), st.sampled_from(NAMES))
pauses = st.tuples(st.just("wait"), st.floats(0, 40))


@given(st.lists(st.one_of(comings, comings, leavings, pauses), max_size=40))
def test_nobody_is_paired_twice_and_nobody_waits_while_a_fit_is_there(steps: list[Any]) -> None:
    pool, now, here = SearchPool(RANGE), 0.0, dict[str, Seeker]()

    def take(pairs: list[SeekerPair]) -> None:
        for one, other in pairs:
            assert one.since <= other.since
            assert fit(one, other, now)
            # Each was there, and is there no more: a second pairing would fail here.
            assert here.pop(one.who) == one
            assert here.pop(other.who) == other

    for step in steps:
        if step[0] == "join":
            _, who, strength, avoids = step
            here[who] = seeker = Seeker(who, strength, now, avoids)
            pair = pool.join(seeker, now)
            take([pair] if pair else [])
        elif step[0] == "leave":
            assert pool.leave(step[1]) == (here.pop(step[1], None) is not None)
        else:
            until = now + step[1]
            # As the service does: called at each moment that the pool names, and at no other.
            while (moment := pool.next_at()) is not None and moment <= until:
                now = max(now, moment)
                take(pool.due(now))
            now = until
        assert {one.who: one for one in pool.seekers} == here
        pairs = itertools.combinations(here.values(), 2)
        assert not [pair for pair in pairs if surely_fit(*pair, now)]


@given(st.integers(0, 40), st.lists(st.integers(0, 3000), min_size=2, max_size=30))
def test_all_meet_in_the_end_but_one_who_is_left_over(late: int, strengths: list[int]) -> None:
    pool, met = SearchPool(RATED), 0
    for number, strength in enumerate(strengths):
        met += pool.join(Seeker(str(number), strength, number / 10), number / 10) is not None
    met += len(pool.due(RATED.open_after + len(strengths) / 10 + late))
    assert met == len(strengths) // 2
    assert len(pool.seekers) == len(strengths) % 2


@pytest.mark.parametrize("reach", [RATED, CASUAL, SearchRange(100, 0, 30)])
@given(difference=st.floats(0, 5000))
def test_the_moment_of_a_difference_is_when_the_range_reaches_it(
    reach: SearchRange, difference: float
) -> None:
    moment = reach.patience(difference)
    assert reach.at(moment + 1e-6) >= difference
    assert moment == 0 or reach.at(moment - 1e-6) <= difference
    assert reach.at(reach.open_after) == math.inf


def test_who_has_waited_longest_is_met_first() -> None:
    pool = SearchPool(RANGE)
    for who, strength, since in (("old", 1500, 0), ("near", 1650, 5)):
        assert pool.join(Seeker(who, strength, since), since) is None
    pair = pool.join(Seeker("new", 1590, 6), 6)
    assert pair is not None
    assert [one.who for one in pair] == ["old", "new"]


def test_a_wide_range_of_one_alone_is_not_enough() -> None:
    pool = SearchPool(RANGE)
    pool.join(Seeker("old", 1500, 0), 0)
    assert pool.join(Seeker("new", 2500, 100), 100) is None
    assert pool.next_at() == 130
    assert pool.due(129.9) == []
    assert [[one.who for one in pair] for pair in pool.due(130)] == [["old", "new"]]


def test_people_who_avoid_each_other_wait_for_others() -> None:
    pool = SearchPool(RANGE)
    pool.join(Seeker("a", 1500, 0, frozenset("b")), 0)
    assert pool.join(Seeker("b", 1500, 1), 1) is None
    assert pool.due(1000) == []
    assert pool.next_at() is None
    assert pool.join(Seeker("c", 1500, 2), 2) is not None


def test_somebody_who_comes_anew_is_there_once() -> None:
    pool = SearchPool(RANGE)
    pool.join(Seeker("a", 1500, 0), 0)
    assert pool.join(Seeker("a", 1500, 1), 1) is None
    assert len(pool.seekers) == 1
