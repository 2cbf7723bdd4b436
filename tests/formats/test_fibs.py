"""Board lines of FIBS."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.code_strategies import situations

from nardy.core.cube import Cube, Offer, Owner
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.errors import NardyError, NotationError
from nardy.formats import fibs, position_text, read_position
from nardy.formats.catalog import FIBS


def board(**changed: object) -> str:
    """The example with other parts, named by their numbers from 0: p37=2."""
    parts = fibs.EXAMPLE.split(":")
    for name, value in changed.items():
        parts[int(name[1:])] = str(value)
    return ":".join(parts)


@given(situations())
def test_what_a_line_can_hold_comes_back(situation: Situation) -> None:
    again = fibs.loads(fibs.dumps(situation), situation.rules)
    if again.offer == situation.offer:
        assert position_text.dumps(again) == position_text.dumps(situation)
    losses = fibs.losses(situation)
    assert any("offered" in loss for loss in losses) == (again.offer != situation.offer)


def test_the_start() -> None:
    situation = fibs.loads(fibs.EXAMPLE)
    assert str(situation.roll) == "31"
    assert position_text.dumps(situation).startswith(
        "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31 match=3:0-1"
    )
    assert read_position(f"\n{fibs.EXAMPLE}\n ann rolls 3 and 1.")[1] == FIBS


def test_a_player_who_moves_up_counts_points_from_the_other_side() -> None:
    text = position_text.dumps(fibs.loads(":".join(lifted())))
    assert text.startswith("backgammon b bar:2,6:3,5:3,4:3,3:2,2:2 ")


def lifted() -> list[str]:
    """A line of a player with X who moves up, written by hand."""
    parts = board(p41=-1, p42=1, p43=25, p44=0, p32=1, p33=0, p34=0, p35=6, p36=4).split(":")
    places = [0] * 26
    places[0] = -2
    for place, count in ((19, -3), (20, -3), (21, -3), (22, -2), (23, -2), (6, 5), (8, 3)):
        places[place] = count
    parts[6:32] = map(str, places)
    parts[47:49] = "2", "0"
    return parts


def test_a_double_is_the_opponents() -> None:
    situation = fibs.loads(board(p33=0, p34=0, p40=1, p37=2, p38=0, p39=1))
    assert situation.offer is Offer.DOUBLE
    assert situation.to_act is Player.WHITE
    assert situation.cube == Cube(2, Owner.OPPONENT)


def test_unlimited_games_and_the_crawford_game() -> None:
    assert fibs.loads(board(p3=9999)).score is None
    for after in (0, 1):
        assert fibs.loads(board(p3=3, p4=2, p51=after)).is_crawford is not bool(after)


def test_lines_are_streams_too() -> None:
    written = io.StringIO()
    fibs.dump(fibs.loads(fibs.EXAMPLE), written)
    assert fibs.load(io.StringIO(written.getvalue())) == fibs.loads(fibs.EXAMPLE)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "expected one board line of FIBS, got 'hello'; give one"),
        (f"{fibs.EXAMPLE} {board(p3=5)}", "expected one board line of FIBS, got 2"),
        ("board:You:ann:3:0", "expected 53 parts .* got 5; copy the whole line"),
        (board(p33=7), r"expected 0 to 6 in part 34 of a board line of FIBS, got '7'"),
        (board(p41=0), "expected 1 or -1 for color and direction"),
        (board(p37=3), "expected a cube of 1, 2, 4 and so on"),
        (board(p32=0), "expected a game under way"),
        (board(p47=1), "expected 0 checkers on the bar as on the board, got 1 in part 48"),
        (board(p8="x"), "expected -15 to 15 in part 9"),
        ("x" * 100_001, "characters"),
    ],
)
def test_other_lines_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        fibs.loads(text)


@given(st.integers(3, 52), st.sampled_from(["", "-1", "99", "٣", "2", "0", "x"]))
def test_a_spoiled_part_never_crashes(part: int, value: str) -> None:
    try:
        fibs.loads(board(**{f"p{part}": value}))
    except NardyError:
        return
