from tests.effort import each

from nardy.core.clock import Control
from nardy.server.ratings.pace import pace_of, seconds_a_game


@each(
    ("clock", "length", "pace"),
    [
        (None, 0, None),
        ("", 5, None),
        ("60+2", 0, "bullet"),
        ("149+0", 0, "bullet"),
        ("150+0", 0, "blitz"),
        ("180+3", 0, "blitz"),
        ("300+5", 0, "rapid"),
        ("600+8", 0, "rapid"),
        ("180d12", 0, "rapid"),
        ("1800+30", 0, "classical"),
        ("86400+86400", 0, "correspondence"),
        # Two minutes a point are the same pace at any length.
        ("240d12", 2, "rapid"),
        ("3000d12", 25, "rapid"),
        # The same clock for more points leaves less for each.
        ("600+2", 0, "rapid"),
        ("600+2", 5, "blitz"),
        ("600+2", 10, "bullet"),
    ],
)
def test_a_clock_is_of_a_pace(clock: str | None, length: int, pace: str | None) -> None:
    assert pace_of(clock, length) == pace


def test_what_is_added_counts_as_often_as_one_has_a_turn() -> None:
    assert seconds_a_game(Control(600, 8), 0) == 600 + 30 * 8
    assert seconds_a_game(Control(600, delay=12), 5) == 120 + 30 * 12
