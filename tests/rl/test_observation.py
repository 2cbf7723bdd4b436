"""What a player sees: masks, facts, features, scores, each as a slower way finds them."""

import dataclasses

import numpy as np
import pytest
from tests.effort import some
from tests.rl.test_environment import moment_at, same_turn, walk
from tests.search.lockstep import OWED_AND_LEFT, READINGS, played_as, tiny, worth

from nardy.core.choices import Leftovers
from nardy.evaluation.network.network import Floats, Positions, layers_of
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_at
from nardy.kernel.scoring import FACT_LEFT
from nardy.rl.observation import BOMB, DIE, FEATURES, WHOLE, ActionError

GAMES = ("hypergammon", "plakoto", "long-nardy", "mad-gulbar", "nuclear")


@pytest.mark.parametrize("text", GAMES)
def test_choices_are_worth_what_their_positions_are(text: str) -> None:
    """By the rule book and one position at a time; the ends of games by what they score."""
    network = tiny(text)

    def value(positions: Positions) -> Floats:
        return network.value(positions)[1]

    over = 0
    for number, (seen, _, _) in enumerate(walk(text, 4, 90)):
        if number % 6:
            continue
        equities = seen.equities(value)
        over += int((~np.isnan(seen.scores)).sum())
        for row in np.flatnonzero(seen.kinds == WHOLE)[:1].tolist():
            moment = moment_at(seen, row)
            low, high = seen.after.offsets[row : row + 2].tolist()
            for k in range(low, min(high, low + 4)):
                final = position_at(seen.after.boards, seen.after.pins, k)
                played = int((seen.after.moves[k, :, at.MOVE_ORIGIN] > 0).sum())
                expected = worth(network, moment, final, played)
                assert equities[k] == pytest.approx(expected, abs=1e-5)
        assert (seen.best(equities) < seen.widths).all()
        chosen = equities[seen.after.offsets[:-1] + seen.best(equities)]
        assert (chosen == np.maximum.reduceat(equities, seen.after.offsets[:-1])).all()
    assert over or text != "hypergammon"


@pytest.mark.parametrize(
    "text",
    some(["hypergammon", "sudden-death", "plakoto", "long-nardy,last_throw=half", "mad-gulbar"], 2),
)
def test_a_game_is_over_by_the_last_die_and_by_no_other(text: str) -> None:
    """Die by die, what is told of a choice is what comes of it."""
    over = goes_on = 0
    for seen, actions, step in walk(text, 12, 500, die_by_die=True):
        chosen = seen.after.offsets[:-1] + actions
        told = seen.scores[chosen]
        assert (~np.isnan(told) == step.terminated).all()
        assert (told[step.terminated] == step.rewards[step.terminated]).all()
        assert np.isnan(seen.scores[~seen.after.completes]).all()
        for row, k in enumerate(chosen.tolist()):
            assert seen.after.completes[k] != same_turn(seen, step, row)
        over += int(step.terminated.sum())
        goes_on += int((~seen.after.completes[chosen]).sum())
    assert over > 3
    assert goes_on > 1000


@pytest.mark.parametrize("text", ["plakoto", "long-nardy,last_throw=half"])
def test_in_mid_turn_a_choice_is_worth_what_its_position_is_valued_at(text: str) -> None:
    """Though the game would be over if the turn ended there."""
    would_end = 0
    for seen, _, _ in walk(text, 12, 500, die_by_die=True):
        complete = dataclasses.replace(
            seen, after=seen.after._replace(completes=np.ones_like(seen.after.completes))
        )
        early = ~np.isnan(complete.scores) & ~seen.after.completes
        if not early.any():
            continue
        would_end += int(early.sum())
        equities = seen.equities(lambda positions: np.full(len(positions.boards), 0.25, np.float32))
        assert (equities[early] == np.where(seen.stays[early], 0.25, -0.25)).all()
    assert would_end > 10


@pytest.mark.parametrize("text", some([*READINGS, *OWED_AND_LEFT], 7))
@pytest.mark.parametrize("die_by_die", [False, True])
def test_what_is_told_of_a_turn_is_what_comes_of_it(text: str, *, die_by_die: bool) -> None:
    """Over whole games: positions and facts after each are those of the next observation."""
    rules, over, left = played_as(text), np.zeros(3, np.bool_), 0
    # Random games of nuclear do not end.
    most = 200 if rules.bomb else 900
    for seen, actions, step in walk(text, 3, most, die_by_die=die_by_die):
        chosen, ended = seen.after.offsets[:-1] + actions, step.info["ended"]
        rows = np.flatnonzero(seen.after.completes[chosen])
        boards, pins, _, facts = seen.positions
        stand = step.observation.tables.copied()
        for array, final in zip(stand, step.info["last"].tables, strict=True):
            array[ended] = final
        assert (stand.facts[rows] == facts[chosen[rows]]).all()
        assert (stand.boards[rows] == boards[chosen[rows]]).all()
        assert (stand.pins[rows] == pins[chosen[rows]]).all()
        left += int(stand.facts[rows, FACT_LEFT].sum())
        over[ended] = True
        if over.all():
            break
    assert over.any() or rules.bomb
    assert bool(left) == (rules.leftover is Leftovers.OPPONENT)


def test_an_exploded_bomb_is_among_the_facts() -> None:
    asked = 0
    for seen, actions, step in walk("nuclear", 8, 60):
        chosen = seen.after.offsets[:-1] + actions
        for row in np.flatnonzero(seen.kinds == BOMB).tolist():
            assert not seen.after.completes[chosen[row]]
            assert (seen.facts[chosen[row]] == step.observation.tables.facts[row]).all()
            asked += 1
    assert asked


def test_a_die_left_within_the_turn_is_not_left_over() -> None:
    """In mid-turn facts are told as if the turn, and its dice, ended there."""
    within = 0
    for seen, _, _ in walk("mad-gulbar", 6, 60, die_by_die=True):
        assert (seen.kinds == DIE).all()
        goes_on = ~seen.after.completes
        assert not seen.facts[goes_on, FACT_LEFT].any()
        within += int(goes_on.sum())
    assert within


@pytest.mark.parametrize("text", GAMES)
def test_features_are_those_of_the_networks(text: str) -> None:
    network = tiny(text)
    network.refresh()
    for seen, _, _ in walk(text, 3, 12):
        assert seen.features.shape == (len(seen.owners), FEATURES)
        layers = layers_of(network).first(len(seen.owners))
        network.fill(seen.positions, layers)
        assert (seen.features == layers.dense).all()


def test_the_mask_says_which_actions_there_are() -> None:
    for seen, _, _ in walk("backgammon", 5, 5):
        mask = seen.mask(30)
        assert mask.shape == (5, 30)
        assert (mask.sum(1) == np.minimum(seen.widths, 30)).all()
        assert (mask[:, 0]).all()
        assert (np.bincount(seen.owners) == seen.widths).all()
        assert (seen.numbers < seen.widths[seen.owners]).all()


def test_a_learner_that_diverges_is_told_so() -> None:
    seen, _, _ = next(walk("hypergammon", 2, 1))
    with pytest.raises(ActionError, match="got NaN"):
        seen.best(np.full(len(seen.owners), np.nan, np.float32))
