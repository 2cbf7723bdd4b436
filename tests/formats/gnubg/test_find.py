"""Ids among other words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each

from nardy.errors import NotationError
from nardy.formats.gnubg.find import find_ids, has_ids
from nardy.formats.gnubg.ids import read_match_id

POSITION, MATCH = "4HPwATDgc/ABMA", "cAkAAAAAAAAA"


@pytest.mark.parametrize("text", [POSITION, f"the id {POSITION}.", f"Position ID: {POSITION}"])
def test_a_position_alone(text: str) -> None:
    assert has_ids(text)
    assert find_ids(text) == (POSITION, None)


@pytest.mark.parametrize(
    "text",
    [
        f"{POSITION}:{MATCH}",
        f"({POSITION}:{MATCH})",
        f"GNUID={POSITION}:{MATCH}, says 8/5",
        f"position id = {POSITION}\nMATCH ID = {MATCH}",
        f"{POSITION} and {MATCH}",
        f"{POSITION} : {MATCH}",
        f"What of <b>{POSITION}:{MATCH}</b>?",
    ],
)
def test_both(text: str) -> None:
    assert find_ids(text) == (POSITION, MATCH)


@each("cut", ["", "c", "cAkA", "cAkAAAAAAAA", "cAkA!AAAAAAA", "é", "AAAA\u0410AAAAAAA"])
@each(
    "ids",
    [
        "{}:{}",
        "see {}:{}",
        "{} : {}",
        "Position ID: {}:{}",
        "Position ID: {}\nMatch ID: {}",
    ],
)
def test_a_match_id_that_was_cut_or_spoiled_is_found_as_it_is(ids: str, cut: str) -> None:
    position, match = find_ids(ids.format(POSITION, cut))
    assert position == POSITION
    assert match is not None
    with pytest.raises(NotationError, match="match id"):
        read_match_id(match)


@each("cut", range(len(MATCH)))
def test_two_words_are_two_ids(cut: int) -> None:
    assert find_ids(f"{POSITION} {MATCH[:cut]}") == (POSITION, MATCH[:cut] or None)


@pytest.mark.parametrize(
    "text", ["", "hypergammon", "Congratulation", "wonderfulplays and extraordinary plays"]
)
def test_words_are_no_ids(text: str) -> None:
    assert not has_ids(text)
    with pytest.raises(NotationError, match="expected a GNU position id"):
        find_ids(text)


def test_long_texts_are_not_searched() -> None:
    with pytest.raises(NotationError, match="expected GNU ids, got 200,000 characters"):
        find_ids("x " * 100_000)


def test_two_positions_are_one_too_many() -> None:
    with pytest.raises(NotationError, match="expected one position, got several ids"):
        find_ids(f"Position ID: {POSITION}\nPosition ID: {POSITION[:-1]}B")


@given(st.text(max_size=60))
def test_noise_never_crashes(text: str) -> None:
    if has_ids(text):
        assert len(find_ids(text)) == 2
