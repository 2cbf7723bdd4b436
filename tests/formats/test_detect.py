"""Which way a position is written."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.code_strategies import situations
from tests.moments import play_out

from nardy.core.match import Match
from nardy.core.situation import Situation
from nardy.errors import NardyError, NotationError
from nardy.formats import gnubg, mat, match_json, position_text, xgid
from nardy.formats.catalog import GNU_ID, MATCHES, POSITION_TEXT, POSITIONS, XGID
from nardy.formats.detect import read_match, read_position
from nardy.formats.record import Record
from nardy.games import BACKGAMMON, HYPERGAMMON, PORTES


@given(situations())
def test_each_way_is_recognized(situation: Situation) -> None:
    assert read_position(xgid.dumps(situation)) == (situation, XGID)
    assert read_position(gnubg.dumps(situation)) == (situation, GNU_ID)
    assert read_position(position_text.dumps(situation)) == (situation, POSITION_TEXT)


@given(situations())
def test_ids_in_a_pasted_board_are_recognized(situation: Situation) -> None:
    position, match = gnubg.dumps(situation).split(":")
    board = f" GNU Backgammon  Position ID: {position}\n   Match ID   : {match}\n +13-14-"
    assert read_position(board) == (situation, GNU_ID)


def test_a_position_of_two_programs_is_read_as_an_xgid() -> None:
    code = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
    text = f"Position-ID: 4HPwATDgc/ABMA\nMatch-ID: cAkAAAAAAAAA\n{code}"
    assert read_position(text)[1] == XGID


def test_the_rules_name_the_game_of_a_code() -> None:
    assert read_position("4HPwATDgc/ABMA", PORTES)[0].rules == PORTES
    assert read_position("4HPwATDgc/ABMA")[0].rules == BACKGAMMON


def test_position_text_names_its_own_game_and_may_name_a_given_one() -> None:
    mine = BACKGAMMON.replace(id="my-club", aliases=("club",))
    for name in ("my-club", "club"):
        situation, kind = read_position(f"{name},jacoby=off w 6:2 6:2", mine)
        assert (situation.rules.id, situation.rules.jacoby, kind) == (
            "my-club",
            False,
            POSITION_TEXT,
        )
    assert read_position("portes w 6:2 6:2", mine)[0].rules == PORTES


@pytest.mark.parametrize(
    "text", ["", "hello", "8/5 6/5", "12:30", "a c d", "longgammon", "x" * 200_000]
)
def test_what_is_nothing_is_refused_with_one_example_and_the_names_of_all(text: str) -> None:
    with pytest.raises(
        NotationError, match="expected a position such as 'backgammon w "
    ) as refused:
        read_position(text)
    sentence = str(refused.value)
    assert len(sentence) < 350
    first, *others = POSITIONS.values()
    assert first.example in sentence
    assert not [form.name for form in others if form.example in sentence]
    assert all(form.title in sentence for form in others)
    assert "docs/guide/formats.md" in sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XGID=short", "expected 10 parts between colons in an XGID"),
        ("backgammon x 24:2 24:2", "expected 'w' or 'b' for the side that must act, got 'x'"),
        ("backgammon w 24:2", "expected a game, a side, White's and Black's checkers"),
        ("4HPwATDgc/ABM", "expected a position id of 14 characters, got 13"),
    ],
)
def test_the_error_is_that_of_the_way_that_was_meant(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        read_position(text)


@given(st.text(max_size=80))
def test_noise_is_refused_and_nothing_else_happens(text: str) -> None:
    with pytest.raises(NardyError):
        read_position(text)


@given(situations(), st.integers(0, 60), st.integers(0, 60))
def test_codes_cut_anywhere_never_crash(situation: Situation, begin: int, end: int) -> None:
    for write in (xgid.dumps, gnubg.dumps, position_text.dumps):
        with suppress(NardyError):
            read_position(write(situation)[begin : -end or None])


@pytest.mark.parametrize("mark", ["", "\ufeff", "\n \t"])
def test_a_match_is_read_from_either_format(mark: str) -> None:
    match = Match(BACKGAMMON, 3, names=("ann", "bob"))
    match.game.open(3, 1)
    match.game.play("8/5 6/5")
    for text in (match_json.dumps(match), mat.dumps(match)):
        for data in (mark + text, (mark + text).encode()):
            found = read_match(data)
            assert (found.players, found.events) == (match.names, match.events)


def test_a_text_that_is_no_match_is_refused() -> None:
    for data in ("{}", b"no match", ""):
        with pytest.raises(NardyError):
            read_match(data)


def test_a_match_is_read_in_the_format_that_it_resembles() -> None:
    match = Match(HYPERGAMMON, 1, seed=3)
    play_out(match.game, Random(3), lambda _: None)
    written = Record.of(match)
    for form in filter(lambda form: form.write, MATCHES.values()):
        again = read_match(form.write(written).encode(), HYPERGAMMON)
        assert form.write(again) == form.write(written)


# The programs write the same codes in all their languages, with numbers as those languages do.
XG_TEXT = """XGID={code}

X:Spieler 1   O:Spieler 2
Punktzahl ist  X:3 O:6 7 Pkt (e) match.
Pip count  X: 167  O: 167 X-O: 3-6/7
Dopplerwürfel: 1
X ist am Zug 21
    1. XG Roller++ 13/11 6/5                    eq:-0,011
      Spieler:   49,61% (G:13,51% B:0,58%)
"""
BGBLITZ_TEXT = """ Position-ID: 4HPwATDgc/ABMA    Match-ID: QYmgAGAAGAAA
 XGID={code}

 緑 - 6 赤 - 3 in a 7 point match.
 赤 to move 1-2
  1.   0.124 mwp /  -0.492            13/11, 6/5
"""


@pytest.mark.parametrize("text", [XG_TEXT, BGBLITZ_TEXT])
def test_text_that_xg_and_bgblitz_export_is_read_by_its_code(text: str) -> None:
    code = "-b----E-C---eE---c-e----B-:0:0:1:21:3:6:0:7:10"
    situation, kind = read_position(text.format(code=code))
    assert (xgid.dumps(situation), kind) == (f"XGID={code}", XGID)
