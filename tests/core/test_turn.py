"""A turn and its moves."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nardy.core.playing import ways_of
from nardy.core.turn import Move, Turn
from nardy.core.words import read_words
from nardy.errors import NotationError

moves = st.builds(
    lambda origin, die, hits: Move(origin, max(origin - die, 0), hits and origin > die),
    st.integers(1, 25),
    st.integers(1, 6),
    st.booleans(),
)


@given(st.lists(moves, max_size=4).map(tuple))
@example((Move(25, 22), Move(13, 7, hits=True)))
def test_the_text_tells_where_each_checker_went(played: tuple[Move, ...]) -> None:
    turn = Turn(played)
    ways = ways_of(read_words(str(turn)))
    assert sum(way[0] - way[-1] for way in ways) == sum(m.origin - m.target for m in played)
    assert turn.is_dance == (not played)


@pytest.mark.parametrize(
    ("played", "text"),
    [
        ((), "(no move)"),
        ((Move(8, 5), Move(6, 5)), "8/5 6/5"),
        ((Move(6, 5), Move(8, 5)), "8/5 6/5"),
        ((Move(13, 7, hits=True), Move(7, 5)), "13/7*/5"),
        ((Move(8, 4, hits=True), Move(8, 4)), "8/4*(2)"),
        ((Move(25, 22), Move(6, 0)), "bar/22 6/off"),
    ],
)
def test_texts(played: tuple[Move, ...], text: str) -> None:
    assert str(Turn(played)) == text


def test_turns_of_one_text_are_equal() -> None:
    one, other = Turn((Move(8, 5), Move(6, 5))), Turn((Move(6, 5), Move(8, 5)))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Turn((Move(8, 5),))
    assert Turn(text="8/5 6/5") == one


def test_a_turn_of_its_text_alone_is_a_dance_only_if_it_says_so() -> None:
    assert Turn(text="(no move)").is_dance
    assert not Turn(text="8/5 6/5").is_dance


def test_a_text_is_not_taken_for_moves() -> None:
    with pytest.raises(
        NotationError, match=r"expected the moves of a turn, got '8/5'; .*text='8/5'"
    ):
        Turn("8/5")  # type: ignore[arg-type]
