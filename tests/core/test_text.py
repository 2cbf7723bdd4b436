"""Position text, written."""

import pytest
from hypothesis import given
from tests.oracle import parse
from tests.oracle import side_text as oracle_side_text
from tests.strategies import moments, texts

from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.text import points_text, side_text, sides_text, situation_text
from nardy.formats import position_text


@given(moments())
def test_any_moment_is_read_as_it_is_written(game: Game) -> None:
    text = situation_text(game.situation)
    assert position_text.loads(text) == game.situation
    assert text == str(game)


@given(texts())
def test_sides_are_written_as_the_oracle_writes_them(text: str) -> None:
    _, _, white, black, _ = parse(text)
    situation = position_text.loads(text)
    assert sides_text(situation.position, situation.to_act) == (
        f"{oracle_side_text(white)} {oracle_side_text(black)}"
    )
    assert situation_text(situation) == text


@pytest.mark.parametrize(
    ("checkers", "text"),
    [
        ({25: 1, 24: 2, 0: 12}, "bar:1,24:2"),
        ({0: 15}, "off:15"),
        ({0: 3}, "off:3"),
        ({1: 15}, "1:15"),
    ],
)
def test_a_side_is_written_from_the_bar_down(checkers: dict[int, int], text: str) -> None:
    assert side_text(Position.of(checkers).player) == text


def test_a_pinned_checker_is_marked() -> None:
    assert side_text(Position.of({24: 2, 8: 1}).player, frozenset({8})) == "24:2,8:p"


def test_white_is_always_written_first() -> None:
    position = Position.of({24: 1}, {6: 2})
    assert sides_text(position, Player.WHITE) == "24:1 6:2"
    assert sides_text(position, Player.BLACK) == "6:2 24:1"


@pytest.mark.parametrize(("points", "text"), [(4, "4"), (3.5, "3.5"), (0, "0"), (4.0, "4")])
def test_points_may_be_halves(points: float, text: str) -> None:
    assert points_text(points) == text
