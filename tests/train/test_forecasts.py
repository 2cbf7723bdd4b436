"""Forecasts: what a network says before the rolls of its own games, each played to its end."""

import numpy as np
import pytest
from tests.effort import some
from tests.search.lockstep import tiny

from nardy.games import GAMES, find_game
from nardy.search.tables import GameTables
from nardy.train import forecasts as playing
from nardy.train.forecasts import forecasts


def test_every_game_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "CHUNK", 8)
    found = forecasts(GameTables.of(GAMES["hypergammon"]), tiny("hypergammon"), 20, 1)
    assert np.unique(found.games).tolist() == list(range(20))
    # The player on roll in the first position of each has the first word of its game.
    assert len(found.forecast) == len(found.outcomes) == len(found.games)
    for game in range(20):
        mine = found.outcomes[found.games == game]
        outcomes = found.forecast.shape[1]
        assert set(mine.tolist()) <= {int(mine[0]), outcomes - 1 - int(mine[0])}


@pytest.mark.parametrize("text", some(["hypergammon", "nuclear", "gul-bara", "tapa"], 2))
def test_what_is_said_are_chances_and_the_same_seed_says_the_same(text: str) -> None:
    game, network = GameTables.of(find_game(text)), tiny(text)
    one, same, other = (forecasts(game, network, 12, seed) for seed in (1, 1, 2))
    assert one.forecast.sum(1) == pytest.approx(np.ones(len(one.forecast)), abs=1e-4)
    assert (one.forecast[np.arange(len(one.forecast)), one.outcomes] > 0).all()
    assert one.forecast.tolist() == same.forecast.tolist()
    assert one.forecast.shape != other.forecast.shape or (one.forecast != other.forecast).any()
