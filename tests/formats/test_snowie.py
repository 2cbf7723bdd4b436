"""Snowie's position text."""

import io
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.code_strategies import situations

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.errors import NardyError, NotationError
from nardy.formats import position_text, read_position, snowie
from nardy.formats.catalog import SNOWIE

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


def line(**changed: object) -> str:
    """The example with other values, named by their numbers from 0: v10=2."""
    values = snowie.EXAMPLE.split(";")
    for name, value in changed.items():
        values[int(name[1:])] = str(value)
    return ";".join(values)


@given(situations())
def test_what_a_line_can_hold_comes_back(situation: Situation) -> None:
    again = snowie.loads(snowie.dumps(situation), situation.rules)
    if situation.offer is None:
        assert position_text.dumps(again) == position_text.dumps(situation)
    lost = any("offered" in loss for loss in snowie.losses(situation))
    assert lost == (situation.offer is not None)


def test_names_scores_and_points_begin_with_the_player_on_roll() -> None:
    text = line(v0=5, v1=0, v4=1, v8=3, v9=1, v11=1, v10=2, v12=1, v18=4)
    situation = snowie.loads(text)
    assert situation.to_act is Player.BLACK
    assert situation.score
    assert (situation.score.player, situation.score.opponent) == (3, 1)
    assert position_text.dumps(situation) == (
        "backgammon b 24:2,13:5,8:3,6:5 bar:1,24:2,13:5,8:3,6:4 dice=31 cube=2b match=5:1-3"
    )


def test_a_line_is_recognized_with_and_without_its_last_semicolon() -> None:
    for text in (snowie.EXAMPLE, snowie.EXAMPLE + ";\n"):
        assert read_position(text) == (snowie.loads(snowie.EXAMPLE), SNOWIE)


def test_lines_are_streams_too() -> None:
    written = io.StringIO()
    snowie.dump(snowie.loads(snowie.EXAMPLE), written)
    assert snowie.load(io.StringIO(written.getvalue())) == snowie.loads(snowie.EXAMPLE)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "expected 40 values between semicolons in Snowie's text, got 1; copy the whole"),
        (snowie.EXAMPLE + ";;", "got 41"),
        (";" * 2_000, "expected 40 values"),
        (line(v10=3), "expected a cube of 1, 2, 4 and so on in Snowie's text, got 3"),
        (line(v38=7), r"expected 0 to 6 for a die in Snowie's text \(value 39\), got '7'"),
        (line(v20="x"), "expected -15 to 15 for the checkers of a place"),
    ],
)
def test_other_lines_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        snowie.loads(text)


@given(st.integers(0, 39), st.sampled_from(["", "-1", "99", "٣", "2", "0", "x"]))
def test_a_spoiled_value_never_crashes(at: int, value: str) -> None:
    try:
        snowie.loads(line(**{f"v{at}": value}))
    except NardyError:
        return


@pytest.mark.thorough
@pytest.mark.parametrize("turn", [0, 1])
def test_lines_of_gnu_backgammon_are_read(tmp_path: Path, turn: int) -> None:
    if not GNUBG:
        pytest.skip("GNU Backgammon is not installed (Debian: gnubg)")
    commands = f"""
        set confirm new off
        set player 0 human
        set player 1 human
        set automatic roll off
        new match 7
        set turn {turn}
        set score 1 2
        set board 4HPwATDgcgABMA
        set cube value 2
        set cube owner 0
        set dice 5 2
        export position snowietxt x.txt
    """
    subprocess.run(
        [GNUBG, "-t", "-q"], input=commands, text=True, cwd=tmp_path, check=False, timeout=120
    )
    situation = snowie.loads((tmp_path / "x.txt").read_text())
    assert situation.to_act is [*Player][turn]
    score = situation.score
    assert score
    assert (score.player, score.opponent) == ((1, 2), (2, 1))[turn]
    assert situation.cube.owner == ("player", "opponent")[turn]
