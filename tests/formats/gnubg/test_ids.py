"""The position id and the match id."""

import base64
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.code_strategies import positions

from nardy.core.cube import Offer
from nardy.core.dice import ROLLS, Roll
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.errors import NotationError
from nardy.formats.gnubg.ids import (
    MatchKey,
    id_text,
    match_id,
    number_of,
    position_id,
    read_match_id,
    read_position_id,
)
from nardy.formats.seated_position import SeatedPosition

NOBODY = (0,) * 26


@given(st.binary(min_size=10, max_size=10))
def test_characters_are_those_of_base64(data: bytes) -> None:
    text = base64.b64encode(data).decode().rstrip("=")
    number = int.from_bytes(data, "little")
    assert number_of(text, 80, "key") == number
    assert id_text(number, 80) == text


def test_missing_bits_are_zeros() -> None:
    assert id_text(0, 72) == "A" * 12
    assert id_text(1, 8) == "AQ"


@pytest.mark.parametrize("text", ["A", "AAA", "A=", "A ", "A-", "AB"])
def test_spoiled_ids_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="key"):
        number_of(text, 8, "key")


@given(positions())
def test_both_sides_come_back(position: Position) -> None:
    sides = (0, *position.opponent[1:]), (0, *position.player[1:])
    assert read_position_id(position_id(*sides)) == sides


def test_nothing_on_the_board_is_all_zeros() -> None:
    assert position_id((0,) * 26, (0,) * 26) == "A" * 14


@given(st.text("ABCQgw019+/", min_size=14, max_size=14))
def test_an_id_that_is_read_is_written_again(text: str) -> None:
    try:
        sides = read_position_id(text)
    except NotationError:
        return
    assert position_id(*sides) == text
    assert all(sum(side) <= 15 for side in sides)


def test_sixteen_ones_in_a_row_are_refused() -> None:
    sixteen = (0, 16, *[0] * 24)
    with pytest.raises(NotationError, match="expected at most 15 checkers a side"):
        read_position_id(position_id(sixteen, (0,) * 26))


def key(without_jacoby: bool = False, **facts: Any) -> MatchKey:
    table = SeatedPosition(white=NOBODY, black=NOBODY, **{"on_roll": Player.WHITE, **facts})
    return MatchKey(table, without_jacoby=without_jacoby)


@given(
    st.builds(
        key,
        cube=st.sampled_from([2**n for n in range(1, 16)]),
        owner=st.sampled_from([None, *Player]),
        on_roll=st.sampled_from(Player),
        is_crawford=st.booleans(),
        offer=st.sampled_from([None, Offer.BEAVER, Offer.SINGLE, Offer.GAMMON]),
        roll=st.sampled_from([None, *ROLLS]),
        length=st.integers(10_000, 32_767),
        score=st.tuples(st.integers(0, 9_999), st.integers(0, 9_999)),
        without_jacoby=st.booleans(),
    )
)
def test_keys_come_back(known: MatchKey) -> None:
    assert read_match_id(match_id(known)) == known


@pytest.mark.parametrize(
    ("owner", "offer"),
    [(None, Offer.DOUBLE), (Player.WHITE, Offer.DOUBLE), (Player.BLACK, Offer.RACCOON)],
)
def test_a_double_is_a_raccoon_where_the_answerer_owns_the_cube(owner, offer) -> None:
    known = key(cube=4, owner=owner, offer=offer)
    assert read_match_id(match_id(known)) == known


def test_the_example_of_the_manual() -> None:
    known = key(cube=2, owner=Player.BLACK, roll=Roll(5, 2), length=9, score=(4, 2))
    assert match_id(known) == "QYkqASAAIAAA"
    assert match_id(key(roll=Roll(6, 2))) == "cAkLAAAAAAAA"


@given(st.text("ABIQYZagkqw0189+/", min_size=12, max_size=12))
def test_noise_is_refused_or_read(text: str) -> None:
    with suppress(NotationError):
        found = read_match_id(text)
        assert read_match_id(match_id(found)) == found


@pytest.mark.parametrize(
    "changes",
    [{"length": 1 << 15}, {"length": 7, "score": (0, 1 << 15)}, {"cube": 1 << 16}, {"length": -1}],
)
def test_a_number_is_not_written_over_the_next(changes: dict) -> None:
    table = SeatedPosition(white=NOBODY, black=NOBODY, on_roll=Player.WHITE, **changes)
    with pytest.raises(NotationError, match=r"expected 0 to [\d,]+ for .* in a match id, got"):
        match_id(MatchKey(table))


def test_the_largest_numbers_are_held() -> None:
    most = (1 << 15) - 1
    table = SeatedPosition(
        white=NOBODY, black=NOBODY, on_roll=Player.WHITE, length=most, score=(most - 1, 0)
    )
    assert read_match_id(match_id(MatchKey(table))).table == table
