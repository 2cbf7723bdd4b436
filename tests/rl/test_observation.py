"""What a player sees: masks, facts, features, scores, each as a slower way finds them."""

import numpy as np
import pytest
from tests.rl.test_environment import moment_at, walk
from tests.search.lockstep import tiny, worth

from nardy.evaluation.network import Floats, Positions, layers_of
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_at
from nardy.rl.observation import FEATURES, WHOLE, ActionError

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
