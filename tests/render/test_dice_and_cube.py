import pytest
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.formats import position_text
from nardy.render.dice_and_cube import bomb, cube, dice, half_x
from nardy.render.themes import THEMES

WOOD = THEMES["wood"]


@pytest.mark.parametrize(
    ("name", "count"),
    [("backgammon-start", 2), ("hypergammon", 4), ("cascade", 16), ("leftover", 3), ("over", 0)],
)
def test_every_die_lies_on_the_board(name: str, count: int) -> None:
    moment = position_text.loads(POSITIONS[name])
    assert dice(moment, Player.WHITE, WOOD).count('class="die"') == count


def test_the_cube_shows_64_at_one_and_what_is_offered() -> None:
    start = position_text.loads(POSITIONS["backgammon-start"])
    assert ">64<" in cube(start, Player.WHITE)
    assert ">4<" in cube(position_text.loads(POSITIONS["double-offered"]), Player.WHITE)
    assert not cube(position_text.loads(POSITIONS["crawford"]), Player.WHITE)


def test_an_owned_cube_lies_at_its_owners_end() -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    assert cube(moment, Player.WHITE) != cube(moment, Player.BLACK)


def test_only_nuclear_has_a_bomb() -> None:
    assert list(bomb(position_text.loads(POSITIONS["nuclear"]), Player.WHITE))
    assert not list(bomb(position_text.loads(POSITIONS["over"]), Player.WHITE))


def test_the_viewers_half_is_the_right_one() -> None:
    assert half_x(Player.BLACK, Player.BLACK) > half_x(Player.BLACK, Player.WHITE)
