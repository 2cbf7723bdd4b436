"""The match id."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.core.cube import Offer
from nardy.core.dice import ROLLS, Roll
from nardy.errors import NotationError
from nardy.formats.gnubg.match_id import MatchKey, match_id, read_match_id


@given(
    st.builds(
        MatchKey,
        cube=st.sampled_from([2**n for n in range(1, 16)]),
        owner=st.sampled_from([None, 0, 1]),
        roller=st.sampled_from([0, 1]),
        is_crawford=st.booleans(),
        offer=st.sampled_from([None, Offer.BEAVER, Offer.SINGLE, Offer.GAMMON]),
        roll=st.sampled_from([None, *ROLLS]),
        length=st.integers(10_000, 32_767),
        score=st.tuples(st.integers(0, 9_999), st.integers(0, 9_999)),
        without_jacoby=st.booleans(),
    )
)
def test_keys_come_back(key: MatchKey) -> None:
    assert read_match_id(match_id(key)) == key


@pytest.mark.parametrize(
    ("owner", "offer"), [(None, Offer.DOUBLE), (1, Offer.DOUBLE), (0, Offer.RACCOON)]
)
def test_a_double_is_a_raccoon_where_the_answerer_owns_the_cube(owner, offer) -> None:
    key = MatchKey(cube=4, owner=owner, roller=1, offer=offer)
    assert read_match_id(match_id(key)) == key


def test_the_example_of_the_manual() -> None:
    key = MatchKey(cube=2, owner=0, roller=1, roll=Roll(5, 2), length=9, score=(2, 4))
    assert match_id(key) == "QYkqASAAIAAA"


@given(st.text("ABIQYZagkqw0189+/", min_size=12, max_size=12))
def test_noise_is_refused_or_read(text: str) -> None:
    with suppress(NotationError):
        key = read_match_id(text)
        assert read_match_id(match_id(key)) == key
