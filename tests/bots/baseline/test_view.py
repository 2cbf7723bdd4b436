"""Masks, contact, landings, and many positions as arrays."""

import pytest
from tests.bots.playing import moments
from tests.effort import each

from nardy.bots.baseline.features import FEATURES
from nardy.bots.baseline.view import (
    faced,
    landings,
    mask,
    passes,
    rolls_reaching,
    view_of,
    views_of,
)
from nardy.bots.random_bot import RandomBot
from nardy.core.dice import ROLLS
from nardy.core.legal import begin, sequences
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY, PLAKOTO


def test_masks_name_points_in_both_numberings() -> None:
    view = view_of(BACKGAMMON, Position.of({24: 1, 6: 2}))
    assert view.mover.held == mask([24, 6])
    assert view.mover.made == mask([6])
    assert view.mover.blots == mask([24])
    assert view.mover.made_there == mask([19])


@pytest.mark.parametrize("rules", [BACKGAMMON, LONG_NARDY], ids=str)
def test_a_mask_is_faced_point_by_point(rules: Rules) -> None:
    for point in range(1, 25):
        assert faced(rules, mask([point])) == mask([rules.facing(point)])


def test_one_checker_makes_a_point_in_block_games() -> None:
    side = view_of(LONG_NARDY, Position.of({24: 14, 20: 1})).mover
    assert side.made == side.held
    assert side.made_there == mask([12, 8])
    assert not side.blots


def test_a_pinned_checker_is_no_blot_and_its_pinner_makes_the_point() -> None:
    caught = Position(
        Position.of({8: 1}).player, Position.of({17: 1}).player, opponent_pinned=frozenset({17})
    )
    view = view_of(PLAKOTO, caught)
    assert view.mover.made == mask([8])
    assert not view.mover.blots
    assert view.opponent.pinned == mask([17])
    assert not view.opponent.blots


@each("rules", GAMES.values())
def test_the_start_is_contact(rules: Rules) -> None:
    assert view_of(rules, rules.start).is_contact


def test_a_race_is_no_contact() -> None:
    apart = Position.of({13: 2, 6: 3}, {11: 3})
    assert not view_of(BACKGAMMON, apart).is_contact
    assert not view_of(BACKGAMMON, Position.of({13: 2}, {11: 1, 3: 1})).is_contact
    assert view_of(BACKGAMMON, Position.of({25: 1, 6: 3}, {11: 3})).is_contact


def test_who_passes_whom_in_parallel_games() -> None:
    """White's 12 is Black's 24: White stands there ahead of all of Black."""
    view = view_of(LONG_NARDY, Position.of({11: 2}, {24: 1}))
    assert passes(view.opponent, view.mover)
    assert not passes(view.mover, view.opponent)


@pytest.mark.parametrize(
    "checkers", [{24: 2, 13: 5, 8: 3}, {25: 1, 13: 2}, {25: 2, 13: 2}, {20: 1}]
)
def test_landings_are_where_legal_moves_land(checkers: dict[int, int]) -> None:
    position = Position.of(checkers, {24: 2, 21: 2, 19: 2, 9: 2, 3: 1})
    view = view_of(BACKGAMMON, position)
    found = landings(view.mover, view.opponent.made_there)
    for roll, reached in zip(ROLLS, found, strict=True):
        turns = sequences(BACKGAMMON, begin(BACKGAMMON, position, roll)).values()
        legal = {move.target for moves in turns for move in moves} - {0}
        # Two checkers on the bar enter with both dice; a double's third move is left out.
        assert mask(legal) & ~reached == 0 or position.player[25] == 2


def test_rolls_are_counted_out_of_36() -> None:
    view = view_of(BACKGAMMON, Position.of({24: 1}, {1: 1}))
    everywhere = mask(range(1, 25))
    assert rolls_reaching(landings(view.mover, 0), everywhere) == 36


@pytest.mark.parametrize("rules", [GAMES[g] for g in ("tavla", "tapa", "fevga")], ids=str)
def test_every_feature_reads_arrays_as_it_reads_numbers(rules: Rules) -> None:
    pytest.importorskip("numpy")
    positions = [moment.position for moment in moments(rules, RandomBot(3), 4, most=150)]
    many = views_of(rules, positions)
    ones = [view_of(rules, position) for position in positions]
    for feature in FEATURES[rules.contact].values():
        together = feature(many)
        assert [feature(one) for one in ones] == pytest.approx(
            list(together) if len(getattr(together, "shape", ())) else together
        )
