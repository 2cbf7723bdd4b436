from hypothesis import assume, given
from hypothesis import strategies as st
from tests.effort import each

from nardy.core.clock import MOST_SECONDS, Control
from nardy.server.ratings.pace import pace_of, seconds_a_game
from nardy.server.store.log import Terms


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
        ("0d86400", 25, "correspondence"),
        # Days for a whole game leave no day for a turn.
        ("259200+0", 0, "classical"),
        ("0d86399", 0, "classical"),
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


@given(
    st.integers(0, 9_999_999), st.sampled_from("+d"), st.integers(0, 200_000), st.integers(0, 25)
)
def test_a_rating_by_correspondence_is_of_a_correspondence_clock(
    base: int, kind: str, more: int, length: int
) -> None:
    assume(base + more > 0 and base <= MOST_SECONDS)
    text = f"{base}{kind}{more}"
    is_rated_so = pace_of(text, length) == "correspondence"
    assert (
        is_rated_so == Control.parse(text).is_correspondence == Terms(clock=text).is_correspondence
    )


def test_what_is_added_counts_as_often_as_one_has_a_turn() -> None:
    assert seconds_a_game(Control(600, 8), 0) == 600 + 30 * 8
    assert seconds_a_game(Control(600, delay=12), 5) == 120 + 30 * 12
