from tests.effort import each
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.render.bar import BAR_WIDTH, HALF, cube_cell, cube_text, dice_row
from nardy.render.glyphs import UNICODE
from nardy.render.ink import Line
from nardy.render.scene import Scene


def scene(name: str, viewer: Player) -> Scene:
    return Scene(position_text.loads(POSITIONS[name]), viewer, UNICODE, "en")


def told(line: Line) -> str:
    return "".join(span.text for span in line)


@each("name", POSITIONS)
def test_the_middle_keeps_its_width(name: str) -> None:
    for viewer in Player:
        seen = scene(name, viewer)
        assert len(told(dice_row(seen, Player.WHITE))) == HALF
        assert len(told(dice_row(seen, Player.BLACK))) == HALF
        assert len(told(cube_cell(seen.situation, viewer))) == BAR_WIDTH


def test_the_dice_lie_before_who_threw_them() -> None:
    seen = scene("backgammon-start", Player.BLACK)
    assert told(dice_row(seen, Player.WHITE)).split() == ["[3]", "[1]"]
    assert not told(dice_row(seen, Player.BLACK)).strip()


def test_a_cascade_is_counted() -> None:
    assert "3×4 4×4 5×4 6×4" in told(dice_row(scene("cascade", Player.BLACK), Player.BLACK))


def test_a_double_shows_four_dice() -> None:
    assert told(dice_row(scene("hypergammon", Player.BLACK), Player.BLACK)).count("[6]") == 4


def test_an_offered_cube_lies_before_who_must_answer() -> None:
    seen = scene("double-offered", Player.WHITE)
    assert told(dice_row(seen, Player.WHITE)).strip() == "[4]"
    assert not told(cube_cell(seen.situation, Player.BLACK)).strip()


@each("power", range(40))
def test_every_cube_fits_the_bar(power: int) -> None:
    assert len(cube_text(2**power)) <= BAR_WIDTH


def test_no_cube_in_a_crawford_game() -> None:
    moment: Situation = scene("crawford", Player.WHITE).situation
    assert not told(cube_cell(moment, None)).strip()
