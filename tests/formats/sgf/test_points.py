"""Letters of SGF."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.core.player import Player
from nardy.core.position import BAR, OFF
from nardy.formats.sgf.points import letter_of, move_letters, place_of, read_move, read_moves

PLAYERS = st.sampled_from(Player)


@given(st.integers(OFF, BAR), PLAYERS)
def test_places_come_back(place: int, player: Player) -> None:
    assert place_of(letter_of(place, player), player) == place


@given(st.integers(1, 24))
def test_both_players_name_one_point_by_one_letter(point: int) -> None:
    assert letter_of(point, Player.WHITE) == letter_of(25 - point, Player.BLACK)


def test_moves_as_gnu_backgammon_writes_them() -> None:
    assert read_move("52lqac", Player.BLACK) == ("52", "13/8 24/22")
    assert read_move("64yrez", Player.WHITE) == ("64", "bar/18 5/off")
    assert read_move("11", Player.BLACK) == ("11", "")
    assert move_letters(((BAR, 18), (5, OFF)), Player.WHITE) == "yrez"
    assert read_moves("", Player.WHITE) == ""


@pytest.mark.parametrize(
    "value", ["", "3", "71ab", "31a", "31aabbccddee", "31AB", "double", "٣1ab"]
)
def test_what_is_no_move_is_none(value: str) -> None:
    assert read_move(value, Player.WHITE) is None
