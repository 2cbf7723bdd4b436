from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.formats import position_text
from nardy.render.board_view import Stack
from nardy.render.checkers import borne_off, checker, on_bar, stack_counts, stack_places
from nardy.render.geometry import Center, checker_place
from nardy.render.themes import THEMES

WOOD = THEMES["wood"]


def test_the_sides_differ_in_shape() -> None:
    light, dark = (checker(Center(0, 0), player, WOOD) for player in Player)
    assert "ellipse" in dark
    assert "ellipse" not in light


def test_a_pinner_lies_further_in_than_its_captive() -> None:
    captive = checker_place(17, 0, 1)
    assert stack_places(17, Stack(Player.WHITE, 1, is_pinning=True))[0].y > captive.y
    captive = checker_place(8, 0, 1)
    assert stack_places(8, Stack(Player.WHITE, 1, is_pinning=True))[0].y < captive.y


def test_only_high_stacks_are_counted() -> None:
    moment = position_text.loads(POSITIONS["plakoto-pins"])
    assert len(list(stack_counts(moment, Player.WHITE))) == 2


def test_bar_and_off_draw_what_waits_and_what_is_done() -> None:
    moment = position_text.loads(POSITIONS["nuclear"])
    assert "".join(on_bar(moment, Player.WHITE, WOOD)).count("checker white") == 6
    assert "".join(borne_off(moment, Player.WHITE, WOOD)).count("checker white") == 1
