from tests.effort import each

from nardy.render import geometry
from nardy.render.geometry import DIAMETER, HEIGHT, MIDDLE, bar_place, checker_place, point_x


def test_points_run_counter_clockwise_from_the_upper_right() -> None:
    across = [point_x(point) for point in range(24, 12, -1)]
    assert across == sorted(across, reverse=True)
    assert [point_x(point) for point in range(1, 13)] == across
    assert checker_place(24, 0, 1).y < MIDDLE < checker_place(1, 0, 1).y


@each("count", range(1, 16))
@each("point", [1, 24])
def test_stacks_stay_in_their_half(count: int, point: int) -> None:
    y = checker_place(point, count - 1, count).y
    inwards = y if point > 12 else HEIGHT - y
    assert DIAMETER / 2 < inwards <= geometry.RIM + geometry.LENGTH


@each("count", range(1, 16))
def test_the_bar_keeps_room_for_the_cube(count: int) -> None:
    for level in range(count):
        y = bar_place(level, count, upper=True).y
        assert y - DIAMETER / 2 > geometry.RIM + 68 + 23
        assert y + DIAMETER / 2 < MIDDLE - 23


def test_a_raised_stack_ends_where_others_do() -> None:
    assert checker_place(24, 14, 15, raised=30) == checker_place(24, 14, 15)
