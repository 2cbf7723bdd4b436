import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.effort import each

from nardy.core.clock import A_DAY, SECOND, Clock, Control
from nardy.core.player import Player
from nardy.errors import NotationError

WHITE, BLACK = Player


@given(st.integers(0, 99_999), st.integers(0, 999), st.booleans())
def test_text_round_trips(base: int, more: int, delays: bool) -> None:
    control = Control(base, delay=more) if delays else Control(base, increment=more)
    if base + more:
        assert Control.parse(str(control)) == control


@each("text", ["", "10", "0+0", "+8", "600+", "600-8", "9999999+1", "0d8640001", "٣+1", "6 0+8"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a clock"):
        Control.parse(text)


@given(
    base=st.integers(0, 3 * A_DAY),
    more=st.integers(0, 2 * A_DAY),
    delays=st.booleans(),
    turns=st.integers(1, 5),
)
@example(base=60, more=A_DAY, delays=False, turns=1)
@example(base=A_DAY, more=A_DAY, delays=False, turns=5)
@example(base=A_DAY, more=A_DAY - 1, delays=False, turns=2)
@example(base=3600, more=A_DAY, delays=True, turns=3)
def test_by_correspondence_each_turn_has_a_day_whatever_was_spent_before(
    base: int, more: int, delays: bool, turns: int
) -> None:
    control = Control(base, delay=more) if delays else Control(base, increment=more)
    clock, least = Clock.of(control).go_on(WHITE), 10**12
    for _ in range(turns):
        left = clock.until_flag()
        assert left is not None
        least = min(least, left)
        clock = clock.spend(left).go_on(BLACK, WHITE).go_on(WHITE)
    if control.is_correspondence:
        assert least >= A_DAY * SECOND
    elif turns > 1:
        assert least < A_DAY * SECOND


def test_fischer_adds_at_the_end_of_a_turn_and_only_to_its_player() -> None:
    clock = Clock.of(Control.parse("60+8")).go_on(WHITE)
    clock = clock.spend(5 * SECOND).go_on(WHITE).spend(5 * SECOND).go_on(BLACK, WHITE)
    assert (clock.white, clock.black, clock.runs_for) == (58 * SECOND, 60 * SECOND, BLACK)
    assert clock.until_flag() == 60 * SECOND


def test_a_delay_is_free_once_in_each_stretch_and_never_saved() -> None:
    # US backgammon: 12 seconds are free; rolling and moving are one stretch.
    clock = Clock.of(Control.parse("120d12")).go_on(WHITE)
    clock = clock.spend(10 * SECOND).go_on(WHITE).spend(10 * SECOND)
    assert clock.white == 112 * SECOND
    clock = clock.go_on(BLACK, WHITE).spend(3 * SECOND).go_on(WHITE, BLACK).spend(12 * SECOND)
    assert (clock.white, clock.black) == (112 * SECOND, 120 * SECOND)
    assert clock.until_flag() == 112 * SECOND


def test_after_a_refused_resignation_the_delay_goes_on() -> None:
    clock = Clock.of(Control.parse("0d86400")).go_on(WHITE).spend(80_000 * SECOND)
    asked = clock.go_on(BLACK).spend(9 * SECOND)
    assert asked.until_flag() == (A_DAY - 9) * SECOND
    assert asked.go_on(WHITE, resumes=True).until_flag() == 6_400 * SECOND
    # A turn after a double is a new stretch.
    assert asked.go_on(WHITE).until_flag() == A_DAY * SECOND


def test_a_clock_that_stands_costs_nobody_anything() -> None:
    clock = Clock.of(Control.parse("60+8"))
    assert clock.spend(10**9) == clock
    assert clock.until_flag() is None
    assert clock.go_on(WHITE).go_on(None).spend(1).left(WHITE) == 60 * SECOND


@given(st.lists(st.tuples(st.integers(0, 100_000), st.booleans()), max_size=40))
def test_time_is_neither_made_nor_lost_but_by_increments(acts: list[tuple[int, bool]]) -> None:
    clock = Clock.of(Control.parse("600+5")).go_on(WHITE)
    turns = sum(ends for _, ends in acts)
    for spent, ends in acts:
        player = clock.runs_for
        assert player is not None
        clock = clock.spend(spent).go_on(
            player.opponent if ends else player, player if ends else None
        )
    total = 2 * 600 * SECOND + turns * 5 * SECOND - sum(spent for spent, _ in acts)
    assert clock.white + clock.black == total


def test_a_clock_of_increments_alone_begins_with_one() -> None:
    clock = Clock.of(Control.parse("0+8")).go_on(WHITE)
    assert clock.until_flag() == 8_000
    assert clock.spend(3_000).go_on(WHITE.opponent, WHITE).left(WHITE) == 13_000
