"""Notes in SGF."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.test_notes import notes

from nardy.core.player import Player
from nardy.formats.notes import Choice, Note
from nardy.formats.sgf.analysis import (
    ROLLOUT,
    has_other_unit,
    lost_in,
    note_of,
    properties_of,
)
from nardy.formats.sgf.tree import parse

# Two rollouts as GNU Backgammon lists them, shortened to what is read.
TURN = "hefe X ver 3 Score 0.214 0.3 Trials 1296 Output 0.5 0.1 0.01 0.1 0.02 0.1 0.2 StdDev 0 0"
EVALUATED = "xvge E ver 3 0.560000 0.180000 0.009000 0.120000 0.004000 0.200000 2C 0 1 0.000000 1"


def read(text: str, player: Player = Player.WHITE) -> Note | None:
    return note_of(parse(f"(;GM[6];{text})")[0].nodes[1], player)


def rounded(note: Note) -> Note:
    """What is left of a note: SGF writes six digits, luck five, and turns alone as choices."""
    return read(properties_of(note, Player.BLACK), Player.BLACK) or Note()


@given(notes())
def test_what_is_written_is_read_alike(note: Note) -> None:
    once = rounded(note)
    assert rounded(once) == once
    assert once.comment == note.comment.strip()
    assert (once.luck is None) == (note.luck is None)
    is_written = len(note.cube) == 2 and not has_other_unit(note, is_match=False)
    assert len(once.cube) == 2 * is_written


def test_the_turn_played_is_counted_among_those_that_are_read() -> None:
    note = read(f"W[31hefe]A[2][no turn][{EVALUATED}][{TURN}]")
    assert note is not None
    assert [choice.act for choice in note.choices] == ["24/22 7/5", "8/5 6/5"]
    assert note.played == 1
    assert note.choices[1].method == ROLLOUT
    assert note.choices[1].chances == (0.5, 0.1, 0.01, 0.1, 0.02)
    assert note.choices[1].equity == 0.214


@pytest.mark.parametrize("words", ["Score 0.2 ", "Score ", "Score Output", "x Output "])
def test_a_hostile_rollout_ends(words: str) -> None:
    # A search for the two words together takes an hour.
    note = read(f"W[31hefe]A[0][hefe X ver 3 {words * 60_000}]")
    assert note is None or not note.choices


def test_the_result_of_a_rollout_is_not_written() -> None:
    note = read(f"W[31hefe]A[0][{EVALUATED}][{TURN}]")
    assert note is not None
    assert lost_in(note)
    assert properties_of(note, Player.WHITE) == f"A[0][{EVALUATED}]"
    assert not lost_in(Note(comment="x"))


def test_a_value_of_the_cube_alone_has_no_unit_to_be_lost() -> None:
    one = Choice(act="no double", chances=(0.5, 0.1, 0.0, 0.1, 0.0), equity=0.1)
    assert not has_other_unit(Note(cube=(one,)), is_match=True)
    assert has_other_unit(Note(cube=(one, one)), is_match=True)


def test_what_was_not_computed_is_none() -> None:
    assert read("W[31hefe]LU[-inf]A[0]") is None
    assert read("W[31hefe]A[9][hefe E ver 3 x 0 0 0 0 0]DA[E ver 3 nothing]") is None


@given(st.text(alphabet="AE ver3.02C[]xX-", max_size=60))
def test_noise_in_an_analysis_is_left_out(text: str) -> None:
    value = text.replace("[", "").replace("]", "")
    read(f"W[31hefe]A[0][{value}]DA[{value}]LU[{value}]")
