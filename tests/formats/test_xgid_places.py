"""The letters of an XGID."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.code_strategies import positions

from nardy.core.position import Position
from nardy.errors import NotationError
from nardy.formats.xgid_places import places_text, read_places


def test_the_start_of_backgammon() -> None:
    standard = Position.of({24: 2, 13: 5, 8: 3, 6: 5}).player
    assert read_places("-b----E-C---eE---c-e----B-") == (standard, standard)


def test_bars_are_at_the_ends() -> None:
    white, black = read_places("b-----O-----------------aP")
    assert (white[6], white[25]) == (15, 16)
    assert (black[1], black[25]) == (1, 2)


@given(positions())
def test_letters_come_back(position: Position) -> None:
    white, black = (0, *position.player[1:]), (0, *position.opponent[1:])
    assert read_places(places_text(white, black)) == (white, black)


@given(st.text("-ABab", min_size=26, max_size=26))
def test_places_come_back(text: str) -> None:
    try:
        sides = read_places(text)
    except NotationError:
        assert text[0] in "AB" or text[25] in "ab"
    else:
        assert places_text(*sides) == text


@pytest.mark.parametrize("text", ["", "-" * 25, "-" * 27, "-" * 25 + "Q", "é" + "-" * 25])
def test_spoiled_places_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected "):
        read_places(text)
