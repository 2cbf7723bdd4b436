"""Features on boards made by hand."""

import pytest
from tests.effort import each

from nardy.bots.baseline.features import BLOCK, CONTACT, HIT, PIN, RACE, count, lead, race_lead
from nardy.bots.baseline.view import BotView, mask, view_of
from nardy.core.position import Position
from nardy.games import BACKGAMMON, FEVGA, LONG_NARDY, PLAKOTO

AHEAD = view_of(BACKGAMMON, Position.of({6: 5, 4: 2}, {6: 5, 10: 2, 1: 1}))


def test_the_lead_counts_half_a_roll_for_who_rolls_next() -> None:
    assert lead(AHEAD) == pytest.approx((51 - 38 - 4) / 10)
    assert lead(view_of(BACKGAMMON, BACKGAMMON.start)) == pytest.approx(-0.4)


def test_the_same_lead_is_worth_more_near_the_end() -> None:
    late, early = Position.of({3: 4}, {6: 4}), Position.of({10: 4}, {10: 4, 12: 1})
    assert race_lead(view_of(BACKGAMMON, late)) > race_lead(view_of(BACKGAMMON, early)) > 0


def test_waste_gaps_and_stragglers_of_both_sides() -> None:
    assert RACE["waste"](AHEAD) == pytest.approx(-2 / 5)
    assert RACE["gaps"](AHEAD) == 1 - 2
    assert RACE["stragglers"](AHEAD) == pytest.approx(-2 / 5)


@pytest.mark.parametrize("name", sorted(set(RACE) - {"lead"}))
def test_a_race_feature_is_the_opposite_for_the_other_side(name: str) -> None:
    feature = RACE[name]
    assert feature(AHEAD) == -feature(AHEAD.flipped)


def test_a_checker_behind_a_prime() -> None:
    prime = {4: 2, 5: 2, 6: 2, 7: 2, 8: 2}
    view = in_hit(prime, {24: 2, 13: 1})
    assert CONTACT["prime of 4"](view) == CONTACT["prime of 5"](view) == 2
    assert CONTACT["prime of 6"](view) == 0
    assert CONTACT["prime of 5"](in_hit(prime, {16: 2})) == 0
    assert CONTACT["prime of 6"](in_hit({**prime, 9: 2}, {25: 4})) == 3


def test_a_blockade_counts_points_close_together_more() -> None:
    close, apart = in_hit({7: 2, 6: 2}, {24: 1}), in_hit({12: 2, 6: 2}, {24: 1})
    assert CONTACT["blockade"](close) == pytest.approx(4 / 36)
    assert CONTACT["blockade"](apart) == pytest.approx(1 / 36)


def test_stacks_are_what_stands_above_three() -> None:
    assert CONTACT["stacks"](in_hit({6: 5}, {6: 3, 8: 4})) == pytest.approx((2 - 1) / 3)


@pytest.mark.parametrize("points", [(), (1,), (24,), (1, 3, 8, 24), tuple(range(1, 25))])
def test_bits_are_counted(points: tuple[int, ...]) -> None:
    assert count(mask(points)) == len(points)


def in_hit(mover: dict[int, int], opponent: dict[int, int]) -> BotView:
    return view_of(BACKGAMMON, Position.of(mover, opponent))


@each(
    ("distance", "rolls"),
    [
        (1, 11),
        (2, 12),
        (3, 14),
        (4, 15),
        (5, 15),
        (6, 17),
        (7, 6),
        (8, 6),
        (9, 5),
        (10, 3),
        (11, 2),
        (12, 3),
        (13, 0),
        (14, 0),
        (15, 1),
        (16, 1),
        (17, 0),
    ],
)
def test_a_blot_so_far_away_is_hit_by_so_many_rolls(distance: int, rolls: int) -> None:
    """The table that every book has: nothing stands between."""
    assert HIT["shots"](in_hit({18: 1}, {7 + distance: 1})) * 36 == pytest.approx(rolls)


@pytest.mark.parametrize(
    ("between", "rolls"),
    [((), 17), ((3,), 16), ((2,), 14 + 2), ((2, 4), 14), ((1, 2, 3, 4, 5), 11)],
)
def test_points_between_take_combinations_away(between: tuple[int, ...], rolls: int) -> None:
    """A six away: 5-1, 4-2, 3-3 and 2-2 need somewhere to land."""
    made = {25 - (20 - step): 2 for step in between}
    view = in_hit({11: 1, **made}, {20: 1})
    assert HIT["shots"](view) * 36 == pytest.approx(rolls)


def test_two_blots_are_a_double_shot() -> None:
    assert HIT["shots"](in_hit({18: 1, 17: 1}, {9: 1})) * 36 == pytest.approx(20)


def test_from_the_bar_one_checker_enters_and_then_any_may_hit() -> None:
    one, two = in_hit({1: 1, 18: 1}, {25: 1, 9: 1}), in_hit({1: 1, 18: 1}, {25: 2, 9: 1})
    assert HIT["shots"](in_hit({1: 1}, {25: 1})) * 36 == pytest.approx(11)
    assert HIT["shots"](one) * 36 > HIT["shots"](two) * 36 == pytest.approx(11)
    assert HIT["shots"](in_hit({24: 1}, {25: 1})) * 36 == pytest.approx(1)


def test_a_blot_that_has_come_far_is_dear() -> None:
    far, back = in_hit({6: 1}, {22: 1}), in_hit({22: 1}, {6: 1})
    assert HIT["dear shots"](far) == HIT["shots"](far) == pytest.approx(14 / 36)
    assert HIT["dear shots"](back) == 0
    assert HIT["shots"](back) == HIT["threats"](back.flipped) == pytest.approx(14 / 36)


def test_points_of_the_board_are_counted() -> None:
    view = in_hit({25: 1, 20: 2, 7: 2, 5: 2, 4: 2, 3: 1}, {24: 2, 6: 2, 2: 1})
    assert HIT["home points"](view) == 2 - 1
    assert HIT["key points"](view) == (2 + 1 + 1) / 2
    assert HIT["anchor"](view) == 0
    assert HIT["high anchor"](view) == 1
    assert HIT["on the bar"](view) == 1
    assert HIT["back checkers"](view) == (3 - 2) / 2
    assert HIT["blots"](view) == pytest.approx((1 - 1) / 3)
    assert HIT["shut in"](view) == pytest.approx(-1 / 36)
    assert HIT["deep"](view) == pytest.approx(-1 / 3)
    assert HIT["builders"](view) == pytest.approx(0)


@each("name", sorted(set(HIT) - {"lead", "shots", "dear shots", "threats"}))
def test_a_hit_feature_is_the_opposite_for_the_other_side(name: str) -> None:
    view = in_hit({25: 1, 20: 2, 8: 4, 5: 2, 4: 2, 3: 1}, {24: 3, 13: 2, 7: 2, 6: 2, 2: 1})
    feature = HIT[name]
    assert feature(view) == pytest.approx(-feature(view.flipped))


def in_pin(mover: dict[int, int], opponent: dict[int, int], *pinned: int) -> BotView:
    """*pinned*: where the opponent's checkers are caught, in his numbering."""
    position = Position.of(mover, opponent)
    return view_of(
        PLAKOTO, Position(position.player, position.opponent, opponent_pinned=frozenset(pinned))
    )


def test_a_pin_counts_by_how_far_back_it_holds() -> None:
    early, late = in_pin({4: 1}, {21: 1}, 21), in_pin({18: 1}, {7: 1}, 7)
    assert PIN["pins"](early) == pytest.approx(21 / 24)
    assert PIN["pins"](late) == pytest.approx(7 / 24)
    assert PIN["pins"](early.flipped) == -PIN["pins"](early)
    assert (PIN["deep pins"](early), PIN["deep pins"](late)) == (1, 0)


def test_the_mother_is_in_danger_when_she_stands_alone() -> None:
    alone = in_pin({24: 1, 8: 4}, {7: 1, 24: 5})
    assert PIN["mother danger"](alone) == PIN["early shots"](alone) == pytest.approx(17 / 36)
    assert PIN["mother danger"](in_pin({24: 2}, {7: 1})) == 0
    assert PIN["mother threat"](alone.flipped) == PIN["mother danger"](alone)


def test_blots_on_the_way_are_shots_but_no_danger_to_the_mother() -> None:
    view = in_pin({24: 2, 19: 1, 12: 1}, {8: 1, 16: 1})
    assert PIN["mother danger"](view) == 0
    assert PIN["early shots"](view) == pytest.approx(15 / 36)
    assert PIN["shots"](view) > PIN["early shots"](view)


def test_a_pinned_checker_cannot_be_caught_again() -> None:
    view = in_pin({4: 1, 10: 2}, {21: 1, 24: 2}, 21)
    assert PIN["shots"](view.flipped) == 0


def test_the_start_counts_what_has_not_left() -> None:
    assert PIN["start"](in_pin({24: 15}, {24: 10, 8: 5})) == 1


@pytest.mark.parametrize("name", ["start", "pins", "deep pins", "blots", "stacks", "blockade"])
def test_a_pin_feature_is_the_opposite_for_the_other_side(name: str) -> None:
    view = in_pin({24: 1, 8: 4, 4: 1}, {7: 1, 24: 5, 21: 1}, 21)
    feature = PIN[name]
    assert feature(view) == pytest.approx(-feature(view.flipped))


def in_block(mover: dict[int, int], opponent: dict[int, int]) -> BotView:
    return view_of(LONG_NARDY, Position.of(mover, opponent))


def test_the_head_and_the_quarters_are_counted() -> None:
    view = in_block({24: 9, 22: 1, 18: 2, 10: 1, 9: 1, 3: 1}, {24: 14, 20: 1})
    assert BLOCK["head"](view) == (9 - 14) / 5
    assert BLOCK["second quarter"](view) == pytest.approx(1 / 3)
    assert BLOCK["third quarter"](view) == pytest.approx(2 / 3)
    assert BLOCK["home points"](view) == pytest.approx(1 / 3)
    assert BLOCK["stacks"](view) == 0


def test_numbers_that_nothing_can_play_are_pips_lost() -> None:
    """White's 11, 10 and 9 are Black's 23, 22 and 21: his ones, twos and threes."""
    view = in_block({11: 1, 10: 1, 9: 1}, {24: 15})
    assert BLOCK["dead numbers"](view) == pytest.approx((1 + 2 + 3) / 3)
    assert BLOCK["own dead numbers"](view) == 0
    assert BLOCK["own dead numbers"](view.flipped) == BLOCK["dead numbers"](view)


def test_numbers_with_one_way_to_play_are_forced() -> None:
    """Black has one checker left to travel: every number is forced. White has two, and two dead."""
    view = in_block({20: 1, 19: 1}, {15: 1})
    assert BLOCK["forced"](view) == pytest.approx((6 - 0) / 3)


def test_checkers_behind_points_in_a_row() -> None:
    five = {11: 1, 10: 1, 9: 1, 8: 1, 7: 1}
    view = in_block(five, {24: 15})
    assert BLOCK["prime of 4"](view) == BLOCK["prime of 5"](view) == 3
    assert BLOCK["prime of 6"](view) == 0
    assert BLOCK["blockade"](view) == pytest.approx(15 * 25 / 36)


def test_the_runner_is_through_past_the_opponents_start() -> None:
    waits, through = Position.of({24: 14, 13: 1}), Position.of({24: 14, 11: 1}, {24: 15})
    assert BLOCK["runner"](view_of(FEVGA, waits)) == 0
    assert BLOCK["runner"](view_of(FEVGA, through)) == 1
    assert BLOCK["runner"](view_of(LONG_NARDY, through)) == 0


@each("name", sorted(set(BLOCK) - {"lead", "dead numbers", "own dead numbers"}))
def test_a_block_feature_is_the_opposite_for_the_other_side(name: str) -> None:
    view = in_block({24: 9, 22: 1, 18: 2, 10: 1, 9: 1, 3: 1}, {24: 10, 20: 3, 13: 1, 11: 1})
    feature = BLOCK[name]
    assert feature(view) == pytest.approx(-feature(view.flipped))
