"""The better turn without a fact: what the changes take away, and what they leave."""

from dataclasses import replace

import pytest
from tests.coach.pairs import START, pair_of, undoing_of

from nardy.coach.changes import FARTHEST, SmallChange
from nardy.coach.facts import BY_ID, After, Fact
from nardy.coach.kinds import BY_FACT
from nardy.coach.points import held
from nardy.coach.reasons import reasons
from nardy.coach.undoing import FAR_WITH_PINS, Undoing, far
from nardy.core.position import OFF
from nardy.core.situation import Situation

CALM = "plakoto w 24:1,20:3,19:3,18:2,16:2,15:2,12:2 21:2,20:2,19:2,18:2,17:2,15:3,12:2"


def afters_of(tried: Undoing, fact: Fact) -> list[Situation]:
    undone = tried.without(fact)
    assert undone is not None
    return undone.afters


def test_a_point_whose_loss_makes_new_shots_is_no_second_reason_beside_hits() -> None:
    """Whatever opens the 5 point leaves a blot there: its worth would be that of the hits once more."""
    pair = pair_of(START, (3, 1), "8/5 6/5", "13/10 6/5")
    undone = undoing_of(pair).without(BY_ID["home points"])
    assert undone is not None
    assert undone.points == {5}
    assert not undone.makes_no_shot
    shots = After(pair.valuation.game, [*pair.afters, *undone.afters]).counted(BY_ID["shots"])
    assert shots[2:].min() > shots[0]


@pytest.mark.parametrize(
    ("text", "dice", "best", "played", "named"),
    [
        (
            "backgammon w 24:2,18:2,17:1,10:1,8:3,7:2,6:4 24:1,16:1,14:1,13:3,10:1,6:4,5:2,4:2",
            (4, 3),
            "18/15*/11*",
            "8/5 6/2",
            ("on the bar", 2, 0),
        ),
        (
            "long-nardy b 11:2,9:2,7:6,2:5 20:1,18:1,17:1,16:1,15:1,13:1,8:1,6:1,5:3,4:2,3:1,1:1",
            (4, 3),
            "5/2 5/1",
            "17/13 15/12",
            ("fence", 4, 1),
        ),
        (
            "tapa w 24:2,21:2,19:2,18:3,15:2,12:p,9:1,5:1,2:1 20:p,17:1,16:p,13:5,12:2,11:2,8:3",
            (4, 4),
            "24/16(2)",
            "24/20 9/1 5/1",
            ("pinned", 2, 0),
        ),
    ],
)
def test_what_several_changes_take_away_is_a_reason(
    text: str, dice: tuple[int, int], best: str, played: str, named: tuple[str, float, float]
) -> None:
    pair = pair_of(text, dice, best, played)
    [found] = reasons(pair)
    assert (found.fact, found.best, found.played) == named
    tried = undoing_of(pair)
    counts = After(pair.valuation.game, afters_of(tried, BY_ID[found.fact])).counted(
        BY_ID[found.fact]
    )
    assert counts.max() <= found.played


def test_points_are_told_by_the_changes_that_open_them_alone() -> None:
    pair = pair_of(
        "backgammon w 24:1,23:1,13:4,8:3,6:4,5:2 24:2,13:4,8:4,6:5", (6, 5), "24/18 23/18", "24/13"
    )
    tried = undoing_of(pair)
    undone = tried.without(BY_ID["blocks"])
    assert undone is not None
    assert undone.points == {18}
    made = held(pair.valuation.game.rules, tried.best)
    for after in undone.afters:
        assert held(pair.valuation.game.rules, after.position.flipped()) == made - {18}


def test_only_the_pin_is_undone_that_the_other_turn_gives_up() -> None:
    text = (
        "tapa w 18:1,16:p,15:3,12:p,9:3,6:2,5:1,4:1,3:1,2:1 "
        "20:p,16:p,13:1,12:2,9:2,5:1,4:1,3:1,2:2,1:3"
    )
    pair = pair_of(text, (5, 1), "18/17 15/10", "9/4 5/4")
    [found] = reasons(pair)
    assert (found.fact, found.best, found.played) == ("pinned", 2, 1)
    for after in afters_of(undoing_of(pair), BY_ID["pinned"]):
        # After the other turn black's checker on 16 is still pinned.
        assert after.position.player_pinned == {16}


def test_home_points_are_no_reason_in_a_race() -> None:
    race = "backgammon,cube_play=off w 7:1,6:5,5:4,4:3,3:2 6:5,5:4,4:3,3:3"
    pair = pair_of(race, (2, 1), "7/5 6/5", "7/4")
    changed = undoing_of(pair)
    assert not changed.has_contact
    assert not changed.may_be_named(BY_FACT["home points"])
    assert changed.may_be_named(BY_FACT["off"])


def made_by(tried: Undoing) -> tuple[list[SmallChange], After]:
    """All changes in games with pins, and what they make."""
    before = tried.afters[0]
    made = [*far(tried.game.rules, tried.best, tried.played)]
    afters = [replace(before, position=one.position.flipped()) for one in made]
    return made, After(tried.game, afters)


def test_a_change_makes_no_new_shot_where_another_one_would_do() -> None:
    pair = pair_of(CALM, (5, 4), "24/15", "20/15 19/15")
    tried, shots = undoing_of(pair), BY_ID["shots"]
    for fact in (BY_ID["unsafe rolls"], BY_ID["blocks"], BY_ID["start"]):
        played = float(tried.both.counted(fact)[0])
        chosen = After(pair.valuation.game, afters_of(tried, fact)).counted(shots)
        made, after = made_by(tried)
        counts = after.counted(fact) * fact.better <= played * fact.better
        calm = counts & (after.counted(shots) <= tried.both.counted(shots).max())
        assert len(made) == len(counts)
        assert calm.any()
        assert chosen.max() <= tried.both.counted(shots).max()


def test_a_change_without_a_new_shot_may_be_larger() -> None:
    pair = pair_of(CALM, (5, 4), "24/15", "20/15 19/15")
    [found] = reasons(pair)
    assert found.fact == "unsafe rolls"
    tried, shots = undoing_of(pair), BY_ID["shots"]
    chosen = After(pair.valuation.game, afters_of(tried, BY_ID["unsafe rolls"]))
    made, _ = made_by(tried)
    pips = {one.position.flipped(): one.pips for one in made}
    assert all(FARTHEST < pips[after.position] <= FAR_WITH_PINS for after in chosen.afters)
    assert chosen.counted(shots).max() <= tried.both.counted(shots).max()


def test_half_of_the_difference_is_enough_where_no_change_takes_all() -> None:
    pair = pair_of("plakoto w 24:15 24:13,21:1,18:1", (3, 3), "24/21(4)", "24/18(2)")
    [found] = reasons(pair)
    assert (found.fact, found.best, found.played) == ("start", 11, 13)
    tried, fact = undoing_of(pair), BY_ID["start"]
    chosen = After(pair.valuation.game, afters_of(tried, fact)).counted(fact)
    _, after = made_by(tried)
    assert set(chosen.tolist()) == {after.counted(fact).max()} == {12}


def test_four_checkers_that_were_borne_off_are_put_back_together() -> None:
    text = "backgammon,cube_play=off w 6:4,5:4,4:4,3:3 6:5,5:5,4:5"
    pair = pair_of(text, (4, 4), "4/off(4)", "6/2(4)")
    undone = undoing_of(pair).without(BY_ID["off"])
    assert undone is not None
    assert {after.position.opponent[OFF] for after in undone.afters} == {0}
