"""The position id."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.code_strategies import positions

from nardy.core.position import Position
from nardy.errors import NotationError
from nardy.formats.gnubg.position_id import position_id, read_position_id


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
