"""Turn text, read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.moments import tried
from tests.strategies import garbage

from nardy.core.words import (
    DANCE_TEXT,
    Word,
    join_moves,
    place_text,
    read_words,
    sorted_words,
    words_text,
)
from nardy.errors import NardyError, NotationError


@st.composite
def words(draw: st.DrawFn) -> Word:
    places = draw(st.lists(st.integers(0, 25), min_size=2, max_size=4, unique=True))
    places = tuple(sorted(places, reverse=True))
    hits = frozenset(place for place in places[1:] if place > 0 and draw(st.booleans()))
    return Word(places, hits, draw(st.integers(1, 4)))


@given(st.lists(words(), max_size=4))
def test_words_are_read_as_they_are_written(turn: list[Word]) -> None:
    assert read_words(words_text(turn)) == turn


@each(
    "text",
    [
        "8/4 6/4",
        "4-2: 8/4 6/4",
        "42: 8/4, 6/4",
        "(4-2): 8/4 6/4",
        "8/4,6/4",
        "8/4;6/4",
        " 8 / 4  6/4 ",
        "8/4 6/4 Ø",
        "8/4, 6/4, -",
    ],
)
def test_the_ways_in_which_people_write(text: str) -> None:
    assert read_words(text) == [Word((8, 4)), Word((6, 4))]


@each(
    ("text", "word"),
    [
        ("25/22", Word((25, 22))),
        ("BAR/22", Word((25, 22))),
        ("Bar / 22", Word((25, 22))),
        ("6/0", Word((6, 0))),
        ("6 / off", Word((6, 0))),
        ("6/OFF", Word((6, 0))),
        ("13/7 *", Word((13, 7), frozenset({7}))),
        ("13/7*/5", Word((13, 7, 5), frozenset({7}))),
        ("13/7 * / 5*", Word((13, 7, 5), frozenset({7, 5}))),
        ("8/4(2)", Word((8, 4), frozenset(), 2)),
        ("8/4 (2)", Word((8, 4), frozenset(), 2)),
        ("8/4*(2)", Word((8, 4), frozenset({4}), 2)),
        ("8/4(2)*", Word((8, 4), frozenset({4}), 2)),
    ],
)
def test_one_word_in_its_forms(text: str, word: Word) -> None:
    assert read_words(text) == [word]


@pytest.mark.parametrize("text", [DANCE_TEXT, "Ø", "ø", "-", " - ", "no move", "6-5: Ø"])
def test_a_dance_in_its_forms(text: str) -> None:
    assert read_words(text) == []
    assert words_text([]) == DANCE_TEXT


@each(
    "dance", [DANCE_TEXT, "no move", "cannot move", "Cannot Move", "dance", "Ø", "-", "–", "fans"]
)
@each("between", [" ", ", ", "; "])
def test_a_dance_behind_a_turn_stands_for_the_dice_that_were_not_played(
    dance: str, between: str
) -> None:
    assert read_words(f"6-5: 18/12{between}{dance}") == [Word((18, 12))]


@each(
    ("text", "named"),
    [
        ("", "nothing"),
        ("   ", "nothing"),
        (",", ","),
        (";,", ";,"),
        ("13-7", "13-7"),
        ("13", "13"),
        ("5/8", "5/8"),
        ("8/8", "8/8"),
        ("26/20", "26"),
        ("8/4(0)", "8/4(0)"),
        ("8/4(25)", "8/4(25)"),
        ("off/6", "off/6"),
        ("8/bar", "8/bar"),
        ("8/4 nonsense", "nonsense"),
        ("8//4", "8//4"),
        ("8/-4", "8/-4"),
        ("7-7: 8/4", "8/4"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, named: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_words(text)
    assert named in str(caught.value)
    assert "expected" in str(caught.value)
    assert len(str(caught.value)) > 20


def test_a_long_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(NotationError, match="characters"):
        read_words("8/4 " * 10_000)


@given(garbage)
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    turn = tried(lambda: read_words(text))
    if not isinstance(turn, NardyError):
        assert read_words(words_text(turn)) == turn


def test_one_checkers_moves_are_joined_and_hits_on_the_way_are_shown() -> None:
    moves = [(13, 7, True), (7, 5, False), (8, 4, False), (6, 4, True)]
    assert words_text(join_moves(moves)) == "13/7*/5 8/4 6/4*"
    assert words_text(join_moves([(13, 7, False), (7, 5, True)])) == "13/5*"


def test_words_are_sorted_by_origin_then_target_and_counted() -> None:
    ways = [Word((6, 4)), Word((8, 4)), Word((6, 5)), Word((8, 4)), Word((25, 20))]
    assert words_text(sorted_words(ways)) == "bar/20 8/4(2) 6/5 6/4"


@pytest.mark.parametrize(("place", "text"), [(25, "bar"), (0, "off"), (24, "24"), (1, "1")])
def test_places(place: int, text: str) -> None:
    assert place_text(place) == text
