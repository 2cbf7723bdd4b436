"""Features of pin games on boards made by hand."""

import pytest

from nardy.bots.baseline import features_pin as features
from nardy.bots.baseline.view import BotView, view_of
from nardy.core.position import Position
from nardy.games import PLAKOTO


def seen(mover: dict[int, int], opponent: dict[int, int], *pinned: int) -> BotView:
    """*pinned*: where the opponent's checkers are caught, in his numbering."""
    position = Position.of(mover, opponent)
    return view_of(
        PLAKOTO, Position(position.player, position.opponent, opponent_pinned=frozenset(pinned))
    )


def test_a_pin_counts_by_how_far_back_it_holds() -> None:
    early, late = seen({4: 1}, {21: 1}, 21), seen({18: 1}, {7: 1}, 7)
    assert features.pins(early) == pytest.approx(21 / 24)
    assert features.pins(late) == pytest.approx(7 / 24)
    assert features.pins(early.flipped) == -features.pins(early)
    assert (features.deep_pins(early), features.deep_pins(late)) == (1, 0)


def test_the_mother_is_in_danger_when_she_stands_alone() -> None:
    alone = seen({24: 1, 8: 4}, {7: 1, 24: 5})
    assert features.mother_danger(alone) == features.early_shots(alone) == pytest.approx(17 / 36)
    assert features.mother_danger(seen({24: 2}, {7: 1})) == 0
    assert features.mother_threat(alone.flipped) == features.mother_danger(alone)


def test_blots_on_the_way_are_shots_but_no_danger_to_the_mother() -> None:
    view = seen({24: 2, 19: 1, 12: 1}, {8: 1, 16: 1})
    assert features.mother_danger(view) == 0
    assert features.early_shots(view) == pytest.approx(15 / 36)
    assert features.shots(view) > features.early_shots(view)


def test_a_pinned_checker_cannot_be_caught_again() -> None:
    view = seen({4: 1, 10: 2}, {21: 1, 24: 2}, 21)
    assert features.shots(view.flipped) == 0


def test_the_start_counts_what_has_not_left() -> None:
    assert features.start(seen({24: 15}, {24: 10, 8: 5})) == 1


@pytest.mark.parametrize("name", ["start", "pins", "deep pins", "blots", "stacks", "blockade"])
def test_what_is_good_for_one_side_is_bad_for_the_other(name: str) -> None:
    view = seen({24: 1, 8: 4, 4: 1}, {7: 1, 24: 5, 21: 1}, 21)
    feature = features.CONTACT_PIN[name]
    assert feature(view) == pytest.approx(-feature(view.flipped))
