from dataclasses import replace

import pytest

from nardy.core.clock import A_DAY, SECOND, Clock, Control
from nardy.core.player import Player
from nardy.server.rooms.clock import (
    GRACE_MS,
    LAG_A_GAME,
    LAG_AN_ACT,
    RETURN_MS,
    Timing,
    charged_until,
    stood_in,
    take_up,
)

WHITE, BLACK = Player


class Hour:
    now = 0

    def __call__(self) -> int:
        return self.now


def begun(text: str = "60+0") -> tuple[Timing, Hour]:
    hour = Hour()
    timing = Timing(Clock.of(Control.parse(text.replace("+0", "+0"))), hour)
    timing.act(WHITE, None)
    return timing, hour


def test_the_clock_of_who_must_act_runs_also_while_he_is_here() -> None:
    timing, hour = begun()
    hour.now += 7 * SECOND
    assert timing.clock.white == 53 * SECOND
    timing.act(BLACK, WHITE)
    hour.now += 3 * SECOND
    assert (timing.clock.white, timing.clock.black) == (53 * SECOND, 57 * SECOND)
    timing.act(None, BLACK)
    hour.now += 99 * SECOND
    assert timing.clock.black == 57 * SECOND


def test_a_lost_line_costs_nothing_until_the_grace_is_used_up() -> None:
    timing, hour = begun()
    hour.now += 5 * SECOND
    timing.leave(WHITE)
    assert timing.waits == GRACE_MS
    hour.now += 10 * SECOND
    assert timing.clock.white == 55 * SECOND
    assert timing.waits == 5 * SECOND
    timing.come(WHITE)
    assert timing.waits == 0
    hour.now += SECOND
    assert timing.clock.white == 54 * SECOND
    timing.leave(WHITE)
    hour.now += 20 * SECOND
    # 15 seconds in a game: 10 and 5 of these 20.
    assert GRACE_MS == 15 * SECOND
    assert timing.clock.white == 39 * SECOND
    assert timing.waits == 0
    timing.act(BLACK, WHITE)
    timing.act(WHITE, BLACK)
    hour.now += 10 * SECOND
    assert timing.clock.white == 29 * SECOND


def test_a_line_that_was_silent_for_a_while_was_lost_since_then() -> None:
    timing, hour = begun()
    hour.now += 9 * SECOND
    timing.leave(WHITE, 6 * SECOND)
    timing.come(WHITE)
    assert timing.clock.white == 57 * SECOND
    assert timing.stand[3:5] == [GRACE_MS - 6 * SECOND, GRACE_MS]


def test_after_a_restart_who_was_here_may_come_back_and_pays_nothing() -> None:
    timing, hour = begun()
    timing.expect(WHITE)
    assert timing.waits == RETURN_MS + GRACE_MS
    hour.now += RETURN_MS - SECOND
    assert timing.clock.white == 60 * SECOND
    timing.come(WHITE)
    assert timing.stand[3:5] == [GRACE_MS, GRACE_MS]
    timing.expect(WHITE)
    hour.now += RETURN_MS + 10 * SECOND
    assert timing.waits == 5 * SECOND
    assert timing.clock.white == 60 * SECOND
    timing.come(WHITE)
    assert timing.stand[3:5] == [5 * SECOND, GRACE_MS]
    # Whose turn comes when all have long been back is waited for as ever.
    timing.act(BLACK, WHITE)
    timing.expect(WHITE)
    hour.now += 2 * RETURN_MS
    timing.act(WHITE, BLACK)
    hour.now += 6 * SECOND
    assert timing.clock.white == 59 * SECOND


def test_the_way_of_a_message_and_its_answer_is_free_up_to_a_bound() -> None:
    timing, hour = begun()
    timing.measure(WHITE, 300)
    hour.now += 200
    assert timing.clock.white == 60 * SECOND
    hour.now += 2 * SECOND
    assert timing.clock.white == 60 * SECOND - 1900
    timing.act(BLACK, WHITE)
    assert timing.stand[5:] == [LAG_A_GAME - 300, LAG_A_GAME]
    # A line that is slower than that, or pretends to be, has so much of each act, and so much of a game.
    timing.measure(WHITE, 60_000)
    timing.act(WHITE, BLACK)
    hour.now += SECOND
    assert timing.clock.white == 60 * SECOND - 1900 - (SECOND - LAG_AN_ACT)
    for _ in range(44):
        timing.act(WHITE, None)
        hour.now += SECOND
    timing.act(BLACK, WHITE)
    assert timing.stand[5] == 0
    assert timing.clock.white == 60 * SECOND - 1900 - (45 * SECOND - (LAG_A_GAME - 300))
    timing.begin_game()
    assert timing.stand[5:] == [LAG_A_GAME, LAG_A_GAME]


def test_an_act_faster_than_its_message_uses_only_the_lag_that_passed() -> None:
    timing, hour = begun()
    timing.measure(WHITE, 300)
    hour.now += 50
    timing.act(BLACK, WHITE)
    assert timing.stand[5:] == [LAG_A_GAME - 50, LAG_A_GAME]
    assert timing.clock.white == 60 * SECOND


def test_at_days_a_turn_no_message_is_slow() -> None:
    timing, hour = begun("0d86400")
    timing.measure(WHITE, 400)
    hour.now += SECOND
    assert timing.clock.until_flag() == A_DAY * SECOND - SECOND


def test_an_act_that_came_in_time_waits_for_nobody_and_is_counted_once() -> None:
    timing, hour = begun()
    hour.now += 5 * SECOND
    for _ in range(2):  # two that are refused, and came at once
        timing.hold(4 * SECOND)
        assert timing.clock.white in (56 * SECOND, 55 * SECOND)
        hour.now += SECOND
        timing.release()
    hour.now += SECOND
    # 4 s until they came, and 1 s now: what they waited for and took is free, once.
    assert timing.clock.white == 55 * SECOND
    timing.act(BLACK, WHITE)
    timing.hold(0)
    assert timing.clock.white == 55 * SECOND
    assert timing.clock.black == 60 * SECOND


def test_who_is_away_while_the_other_thinks_uses_no_grace() -> None:
    timing, hour = begun()
    timing.leave(BLACK)
    hour.now += 100 * SECOND
    timing.act(BLACK, WHITE)
    hour.now += 14 * SECOND
    assert timing.clock.black == 60 * SECOND
    hour.now += 2 * SECOND
    assert timing.clock.black == 59 * SECOND


def test_a_clock_taken_up_again_has_lost_nothing() -> None:
    timing, hour = begun("60d5")
    hour.now += 8 * SECOND
    timing.act(BLACK, WHITE)
    again = Timing(timing.clock, hour)
    hour.now += 4 * SECOND
    assert again.clock.left(BLACK) == 60 * SECOND
    assert again.clock.left(WHITE) == 57 * SECOND
    again.come(BLACK)
    assert again.clock.left(BLACK) == 60 * SECOND


def test_by_correspondence_the_days_go_on_while_nobody_serves() -> None:
    control = Control.parse("0d86400")
    whole = A_DAY * SECOND
    clock = replace(Clock.of(control), runs_for=WHITE, free=whole)
    timing = Timing(clock, Hour(), spent=5 * SECOND)
    assert timing.is_correspondence
    assert timing.clock.until_flag() == whole - 5 * SECOND
    assert not Control.parse("240d12").is_correspondence
    assert not Control.parse("600+8").is_correspondence


def test_a_clock_is_taken_up_where_the_last_act_left_it() -> None:
    fresh = take_up("600+8", None, None, 5_000).clock
    assert (fresh.white, fresh.black, fresh.runs_for) == (600 * SECOND, 600 * SECOND, None)
    again = take_up("600+8", (9_000, 7_000, 0), BLACK, 5_000).clock
    assert (again.white, again.runs_for) == (9_000, BLACK)
    assert 6_000 < again.black <= 7_000
    # Older logs know of no grace, or of a longer one.
    kept = [GRACE_MS, GRACE_MS, LAG_A_GAME, LAG_A_GAME]
    for older in ((9_000, 7_000, 0), (9_000, 7_000, 0, 45_000, 45_000)):
        assert take_up("600+8", older, BLACK, 0).stand[3:] == kept
    slow = take_up("0d172800", (0, 0, 2 * A_DAY * SECOND), WHITE, A_DAY * SECOND).clock
    assert slow.until_flag() <= A_DAY * SECOND
    days = (3 * A_DAY * SECOND, 2 * A_DAY * SECOND, 0)
    added = take_up("259200+86400", days, BLACK, A_DAY * SECOND).clock
    assert A_DAY * SECOND - 1_000 < added.until_flag() <= A_DAY * SECOND


def test_what_came_in_time_is_not_charged_while_it_is_held() -> None:
    timing, hour = begun()
    hour.now += 59 * SECOND
    timing.hold()
    hour.now += 2 * SECOND
    assert timing.clock.until_flag() == SECOND
    timing.act(WHITE, None)
    hour.now += SECOND // 2
    assert timing.clock.white == SECOND // 2


def test_what_came_to_nothing_leaves_the_clock_as_it_was() -> None:
    timing, hour = begun()
    hour.now += 5 * SECOND
    timing.leave(WHITE)
    hour.now += 10 * SECOND
    for _ in range(2):
        timing.hold()
        hour.now += 2 * SECOND
        timing.release()
        timing.release()
    assert timing.clock.white == 55 * SECOND
    timing.come(WHITE)
    hour.now += SECOND
    assert timing.clock.white == 54 * SECOND


def test_the_grace_is_for_a_game_and_is_not_renewed_by_a_restart() -> None:
    timing, hour = begun()
    timing.leave(WHITE)
    hour.now += 10 * SECOND
    timing.act(BLACK, WHITE)
    assert timing.stand[:5] == [60 * SECOND, 60 * SECOND, 0, 5 * SECOND, GRACE_MS]
    again = take_up("60+0", timing.stand, WHITE, 0)
    assert again.stand[3:5] == [5 * SECOND, GRACE_MS]
    again.begin_game()
    assert again.stand[3:5] == [GRACE_MS, GRACE_MS]


@pytest.mark.parametrize(
    ("agreed", "left", "begins"),
    [("600+8", -10, 8_000), ("600+8", 60_000, 60_000), ("0d86400", -200_000_000, 0)],
)
def test_a_time_that_ran_out_costs_no_later_game(agreed: str, left: int, begins: int) -> None:
    timing = take_up(agreed, [left, 60_000, 0], None, 0)
    timing.begin_game()
    assert timing.stand[:2] == [begins, 60_000]


def test_a_clock_that_runs_is_not_started_again() -> None:
    timing, hour = begun("60d12")
    hour.now += 5 * SECOND
    timing.start(BLACK)
    assert timing.stand[:3] == [60 * SECOND, 60 * SECOND, 7 * SECOND]


def test_a_clock_that_is_handed_over_goes_on_where_it_stood() -> None:
    timing, hour = begun("60+8")
    timing.measure(WHITE, 300)
    hour.now += 20 * SECOND
    timing.leave(WHITE)
    hour.now += 4 * SECOND
    stand = timing.stand_now
    # Four seconds of the grace and the lag of this stretch are used up.
    assert stand[3:] == [GRACE_MS - 4 * SECOND, GRACE_MS, LAG_A_GAME - 300, LAG_A_GAME]
    again = take_up("60+8", stand, WHITE, idle=3600 * SECOND)
    # It runs again by the clock of the process, so some milliseconds may have passed.
    assert again.stand == pytest.approx(stand, abs=100)
    assert 0 <= timing.clock.white - again.clock.white < SECOND
    assert again.clock.black == timing.clock.black


def test_the_last_stand_is_that_of_the_drained_process_until_the_next_act() -> None:
    act, drained = {"clock": [5]}, {"clock": [5], "stand": [4]}
    assert stood_in([drained, {"clock": [9]}]) == [4]
    assert stood_in([{"links": {}}, None, act, drained]) == [5]
    assert stood_in([{"stand": [3]}, act]) == [3]
    assert stood_in([None, {"links": {}}]) is None


def test_a_clock_is_charged_until_its_last_act_or_until_a_process_kept_it_later() -> None:
    assert charged_until(7, None) == 7
    assert charged_until(7, {"clock": [5]}) == 7
    assert charged_until(7, {"stand": [5], "stood_at": 9}) == 9
    # The clock of another machine may be behind.
    assert charged_until(7, {"stand": [5], "stood_at": 3}) == 7


def test_a_clock_that_is_stopped_runs_no_more() -> None:
    timing, hour = begun("60+8")
    hour.now += 5 * SECOND
    timing.stop()
    stood = timing.stand_now
    hour.now += 5 * SECOND
    timing.stop()
    assert timing.stand_now == stood
    assert timing.clock.white == 55 * SECOND
