"""Reasons are named where undoing them undoes the loss, and nowhere else."""

from dataclasses import replace

import numpy as np
import pytest
from tests.coach.pairs import START, pair_of, undoing_of
from tests.moments import moment

from nardy.coach.facts import BY_ID
from nardy.coach.kinds import (
    BY_FACT,
    ENOUGH,
    MUCH,
    NEAR_HOME,
    REPLIES,
    ROLLS_TO_GO,
    Undo,
    least_of,
)
from nardy.coach.reasons import FENCED, MOST_REASONS, STEADY, compare, reasons
from nardy.coach.replies import PLIES, WEIGHTS, CoachBot, Valuation
from nardy.core.acts import end_turn
from nardy.core.judge import find_turn
from nardy.core.situation import Situation
from nardy.kernel.layout import Doubles


def test_shots_are_named_where_hits_make_the_loss() -> None:
    pair = pair_of(START, (3, 1), "8/5 6/5", "13/10 6/5")
    [first] = reasons(pair)
    assert (first.fact, first.undo, first.best, first.played) == ("shots", Undo.HITS, 0, 18)
    without = pair.replies.without_hits @ WEIGHTS
    assert first.part == pytest.approx(pair.loss - (without[0] - without[1]))


def test_dances_are_the_rolls_themselves() -> None:
    """Three more rolls dance after 8/5, and make 0.09 of 0.57; the rest is the point that it makes."""
    text = "backgammon b 23:1,18:2,10:1,9:1,8:3,7:2,6:4,5:1 bar:1,24:1,13:3,12:1,8:3,6:5,5:1"
    pair = pair_of(text, (5, 3), "bar/20* 8/5", "bar/20* 6/3")
    dances = pair.replies.played == 0
    alone = dances[0] & ~dances[1]
    part = ((pair.replies.values[0] - pair.replies.values[1]) * WEIGHTS)[alone].sum()
    assert 0.05 < part < ENOUGH * pair.loss
    assert "dances" not in {one.fact for one in reasons(pair)}
    away = "backgammon w 24:2,21:2,13:1,11:1,8:1,6:2,4:2,3:1,2:3 bar:1,24:1,7:4,6:4,3:2,2:3"
    pair = pair_of(away, (5, 2), "13/11 8/3", "6/1* 3/1")
    told = next(one for one in reasons(pair) if one.fact == "dances")
    assert (told.undo, told.best, told.played) == (Undo.ROLLS, 16, 9)
    dances = pair.replies.played == 0
    alone = dances[0] & ~dances[1]
    part = ((pair.replies.values[0] - pair.replies.values[1]) * WEIGHTS)[alone].sum()
    assert told.part == pytest.approx(part)


def test_in_a_race_at_home_the_rolls_to_go_are_all_of_the_loss() -> None:
    pair = pair_of("backgammon,cube_play=off w 6:2,4:1,3:2 3:2,2:2", (5, 3), "6/1 3/off", "6/1 4/1")
    [only] = reasons(pair)
    assert (only.fact, only.undo, only.best, only.played) == (ROLLS_TO_GO, Undo.RACE, 2.59, 2.89)
    assert only.part == pytest.approx(pair.loss)


def test_fewer_rolls_that_may_be_too_late_are_no_reason() -> None:
    pair = pair_of(
        "backgammon,cube_play=off w 6:1,5:1,4:1,3:2 2:2,1:1", (5, 2), "6/4 5/off", "5/off 3/1"
    )
    assert ROLLS_TO_GO not in {one.fact for one in reasons(pair)}


def test_where_a_gammon_can_be_saved_more_than_the_rolls_counts() -> None:
    text = "backgammon,cube_play=off w 6:9,5:3,3:3 2:2,1:1"
    pair = pair_of(text, (3, 1), "3/off 6/5", "6/3 6/5")
    best, played = pair.larger["lost"]
    assert played - best > 5
    assert ROLLS_TO_GO not in {one.fact for one in reasons(pair)}


def test_a_reason_takes_half_of_the_loss_away() -> None:
    for dice, best, played in (
        ((3, 1), "8/5 6/5", "24/21 24/23"),
        ((4, 2), "8/4 6/4", "24/20 13/11"),
        ((6, 1), "13/7 8/7", "13/6"),
    ):
        pair = pair_of(START, dice, best, played)
        found = reasons(pair)
        assert 1 <= len(found) <= MOST_REASONS
        for one in found:
            assert ENOUGH * pair.loss <= one.part


def test_turns_that_differ_in_no_fact_have_no_reason() -> None:
    before = moment("backgammon,cube_play=off w 6:5,5:5,4:5 6:5,5:5,4:5", 2, 1)
    _, final = find_turn(before, "6/4 5/4")
    after = end_turn(before, final, 2)
    pair = compare(CoachBot(2).valuation(before), [after, after])
    assert pair.loss == pytest.approx(0, abs=1e-6)
    assert all(one.fact in REPLIES for one in reasons(pair))


def test_a_second_reason_takes_more_away_and_a_coarse_one_stands_alone() -> None:
    for dice, best, played in (
        ((3, 1), "8/5 6/5", "13/10 6/5"),
        ((6, 1), "13/7 8/7", "13/6"),
        ((5, 2), "13/11 13/8", "13/8 6/4"),
    ):
        pair = pair_of(START, dice, best, played)
        found = reasons(pair)
        assert all(one.part >= MUCH * pair.loss for one in found[1:])
        coarse = [one for one in found if BY_FACT[one.fact].is_coarse]
        assert not coarse or len(found) == 1
        # Where checkers are hit, a coarse fact must be all of the loss.
        assert all(one.part >= pair.loss - 1e-9 for one in coarse)


LOCKED = "long-nardy w 24:1,22:1,19:2,18:1,17:1,16:2,13:1,7:1,6:2,5:1,4:1,1:1 21:3,20:3,15:2,14:1,11:1,9:2,8:1,3:1,2:1"
"""Thirteen checkers of black are behind four points in a row, 19 to 16."""


def test_a_small_loss_has_no_reason_while_a_fence_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    small = pair_of(LOCKED, (5, 4), "16/7", "22/13")
    assert 0.01 < small.loss < FENCED
    assert small.is_uncertain
    assert reasons(small) == []
    monkeypatch.setattr("nardy.coach.reasons.FENCED", 0.0)
    assert reasons(small)


@pytest.mark.parametrize(
    ("text", "is_fenced"),
    [
        (LOCKED, True),
        ("long-nardy w 24:12,20:1,19:1,18:1 24:13,23:1,22:1", False),
        ("long-nardy w 24:11,21:1,20:1,19:1,18:1 24:13,23:1,22:1", True),
        ("long-nardy w 24:13,23:1,22:1 24:11,21:1,20:1,19:1,18:1", True),
        # Where checkers are hit, two plies see what a prime is worth.
        ("backgammon,cube_play=off w 24:2,8:3,7:2,6:3,5:3,4:2 24:2,13:5,8:3,6:5", False),
    ],
)
def test_a_fence_has_four_points_and_checkers_behind_it(text: str, *, is_fenced: bool) -> None:
    after = moment(text)
    pair = compare(CoachBot(2).valuation(after), [after, after])
    assert pair.is_fenced is is_fenced


def test_a_loss_that_one_ply_does_not_see_must_go_almost_as_a_whole() -> None:
    pair = pair_of(START, (3, 1), "8/5 6/5", "13/10 6/5")
    assert reasons(pair)
    shallow = pair.valuation.means([*pair.afters], 1)
    # The same turns with values of which one ply sees nothing.
    blind = replace(pair, valuation=_Blind(*pair.valuation))
    assert shallow[0] - shallow[1] > STEADY[0] * pair.loss
    assert all(one.part >= MUCH * pair.loss for one in reasons(blind))


class _Blind(Valuation):
    """Sees no difference one ply ahead."""

    def means(self, afters: list[Situation], plies: int = PLIES) -> Doubles:
        found = super().means(afters, plies)
        return found if plies > 1 else np.zeros(len(found))


def test_one_roll_that_pins_is_a_reason() -> None:
    text = "plakoto w 24:1,23:1,20:2,19:3,18:2,16:2,14:2,12:2 21:3,20:1,19:2,18:2,17:3,16:2,15:2"
    pair = pair_of(text, (4, 3), "23/16", "24/20 19/16")
    [found] = reasons(pair)
    assert (found.fact, found.undo, found.best, found.played) == ("shots", Undo.HITS, 0, 1)
    assert pair.is_pinning


def test_a_change_that_costs_far_more_than_the_loss_is_no_undoing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "plakoto w 18:1,14:3,13:4,12:2,11:3,5:1,4:1 18:2,17:2,16:3,15:3,9:2,8:2,7:p"
    pair = pair_of(text, (5, 4), "11/6 5/1", "18/13 5/1")
    assert [one.fact for one in reasons(pair)] == ["blocks"]
    monkeypatch.setattr("nardy.coach.reasons.MOST", np.inf)
    assert [one.fact for one in reasons(pair)] == ["pinned"]


@pytest.mark.parametrize(
    ("text", "dice", "best", "played", "named"),
    [
        (
            "plakoto w 24:10,23:1,21:1,18:3 24:9,23:4,11:2",
            (6, 6),
            "24/12 23/17 18/12",
            "23/11 18/6",
            ("their unsafe rolls", 20, 10),
        ),
        (
            "plakoto w 19:p,14:3,12:3,10:p,4:1,3:3,2:1,1:2 21:p,17:2,16:2,15:1,14:2,8:1,7:2,6:1,2:1,1:2",
            (5, 2),
            "14/7",
            "12/7 3/1",
            ("movable", 26, 24),
        ),
        (
            "plakoto w 14:1,2:7,1:7 6:1,5:1,3:2,2:1,1:10",
            (3, 1),
            "14/10",
            "14/11 2/1",
            ("to save mars", 5, 6),
        ),
        (
            "plakoto w 24:6,22:1,20:1,19:2,16:3,14:2 24:3,22:2,21:3,19:3,18:2,16:2",
            (6, 2),
            "24/18 20/18",
            "22/14",
            ("prime", 2, 1),
        ),
    ],
)
def test_what_is_named_with_pins_where_no_shot_differs(
    text: str, dice: tuple[int, int], best: str, played: str, named: tuple[str, float, float]
) -> None:
    pair = pair_of(text, dice, best, played)
    [found] = reasons(pair)
    assert (found.fact, found.best, found.played) == named
    assert least_of(found.fact, pair.valuation.game.rules) <= abs(found.best - found.played)


def test_pips_home_are_a_reason_only_when_home_is_near() -> None:
    near = "fevga w 13:1,11:1,6:2,5:2,4:3,3:2,2:3,1:1 6:4,4:2,2:7"
    [found] = reasons(pair_of(near, (1, 1), "11/8 6/5", "3/1 2/1(2)"))
    assert (found.fact, found.best, found.played) == ("to save mars", 10, 13)
    far = (
        "fevga w 24:3,20:2,19:2,18:1,17:1,16:1,14:1,13:1,6:1,5:1,1:1 "
        "23:2,22:1,21:1,20:2,19:3,16:1,14:1,10:1,9:1,3:2"
    )
    pair = pair_of(far, (3, 1), "24/23 20/17", "24/23 6/3")
    counts = undoing_of(pair).both.counted(BY_ID["to save mars"])
    assert counts.min() > NEAR_HOME
    assert counts[1] - counts[0] >= BY_ID["to save mars"].least
    assert "to save mars" not in {one.fact for one in reasons(pair)}


def test_larger_wins_are_no_reason_where_points_are_not_the_aim() -> None:
    race = "w 24:1,13:2,8:2,6:4,5:3,4:3 6:3,5:3,4:3,3:2,2:2"
    for options, aims in (("cube_play=off", True), ("cube_play=on,jacoby=on", False)):
        before = moment(f"backgammon,{options} {race}", 6, 1)
        turns = ("24/18 6/5", "13/6")
        after = [end_turn(before, find_turn(before, turn)[1], 2) for turn in turns]
        valuation = CoachBot(2).valuation(before)
        points = valuation.game.points
        assert np.array_equal(valuation.game.worth, [points, points]) is aims
        named = {one.fact for one in reasons(compare(valuation, after))}
        assert aims or not named & {"lost", "won"}
