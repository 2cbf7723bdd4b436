from tests.effort import each
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.render.board_view import Stack
from nardy.render.cells import (
    BAR_WIDTH,
    HALF,
    LEVELS,
    Column,
    count_cell,
    cube_cell,
    cube_text,
    dice_row,
    point_cell,
)
from nardy.render.ink import ASCII, IN_COLOR, UNICODE, Line, Scene, painted


def drawn(column: Column) -> list[str]:
    return ["".join(span.text for span in point_cell(column, level, UNICODE)) for level in LEVELS]


def test_five_checkers_lie_without_a_count() -> None:
    assert drawn(Column(6, Stack(Player.WHITE, 5))) == [" ○ "] * 5 + ["   "]


def test_a_sixth_is_counted_at_the_tip() -> None:
    assert drawn(Column(6, Stack(Player.BLACK, 15))) == [" ● "] * 5 + ["15 "]


def test_a_pinned_checker_lies_at_the_rim_in_brackets() -> None:
    assert drawn(Column(6, Stack(Player.WHITE, 1, is_pinning=True)))[:3] == ["[●]", " ○ ", "   "]


def test_what_landed_and_what_left_is_marked() -> None:
    assert drawn(Column(6, Stack(Player.WHITE, 3), 2))[:4] == [" ○ ", "‹○›", "‹○›", "   "]
    assert drawn(Column(6, Stack(Player.WHITE, 1), -1))[:3] == [" ○ ", "‹ ›", "   "]


@each("glyphs", [UNICODE, ASCII, IN_COLOR])
@each("count", range(16))
def test_a_cell_is_three_columns(glyphs, count: int) -> None:
    stack = Stack(Player.BLACK, count) if count else None
    for level in LEVELS:
        for point in (8, 9):
            line = point_cell(Column(point, stack), level, glyphs)
            assert sum(len(span.text) for span in line) == 3


def test_a_count_is_in_its_owners_color() -> None:
    assert painted(count_cell(Player.WHITE, 7), color=True) == "\x1b[1;38;5;232;48;5;231m 7 \x1b[0m"


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
