from tests.effort import each

from nardy.core.player import Player
from nardy.render.board_view import Stack
from nardy.render.cells import LEVELS, Column, count_cell, point_cell
from nardy.render.glyphs import ASCII, IN_COLOR, UNICODE
from nardy.render.ink import painted


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
