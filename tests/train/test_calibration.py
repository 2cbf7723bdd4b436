"""A network held to how its games end: no surer, and no less sure, than it may be."""

import numpy as np
import pytest
from tests.effort import some
from tests.search.lockstep import tiny

from nardy.evaluation.network.network import Positions
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.layout import join_rows
from nardy.search.tables import GameTables
from nardy.train import calibration
from nardy.train.calibration import Forecasts, calibrated, fit, forecasts
from nardy.train.selfplay import SelfPlay


def said_and_happened(scale: float, shifts: list[float], count: int = 60_000) -> Forecasts:
    """What is said by somebody whose logits, so scaled and shifted, would be right."""
    random = np.random.default_rng(3)
    forecast = random.dirichlet(np.ones(len(shifts)), count)
    right = forecast**scale * np.exp(shifts)
    right /= right.sum(1, keepdims=True)
    happened = (right.cumsum(1) < random.random((count, 1))).sum(1)
    return Forecasts(forecast.astype(np.float32), happened, np.arange(count))


@pytest.mark.parametrize(
    ("scale", "shifts"),
    [
        (1.0, [0.0, 0, 0, 0]),
        (1.2, [0.0, 0, 0, 0]),
        (0.9, [0.2, -0.1, -0.1, 0.0]),
        (1.1, [0.1, -0.1]),
    ],
)
def test_what_was_wrong_is_found(scale: float, shifts: list[float]) -> None:
    found = said_and_happened(scale, shifts)
    told, moved = fit(found, len(found.forecast))
    assert told == pytest.approx(scale, abs=0.02)
    assert moved - moved.mean() == pytest.approx(np.array(shifts) - np.mean(shifts), abs=0.03)


def test_few_games_change_little() -> None:
    found = said_and_happened(1.5, [0.3, 0.0, -0.3], 200)
    scale, shifts = fit(found, 4)
    assert 1 < scale < 1.02
    assert abs(shifts).max() < 0.02


def test_what_is_impossible_stays_so() -> None:
    found = said_and_happened(1.2, [0.0, 0, 0, 0])
    forecast = found.forecast.copy()
    forecast[found.outcomes != 0, 0] = 0
    scale, shifts = fit(found._replace(forecast=forecast), len(forecast))
    assert np.isfinite([scale, *shifts]).all()


def by_hand(found: Forecasts, scale: float, shifts: np.ndarray) -> np.ndarray:
    raised = found.forecast**scale * np.exp(shifts)
    return raised / raised.sum(1, keepdims=True)


@pytest.mark.parametrize(
    "text", some(["hypergammon", "plakoto", "fevga", "nuclear", "mad-gulbar"], 2)
)
def test_a_network_says_what_was_found(text: str) -> None:
    game, network = GameTables.of(find_game(text)), tiny(text)
    found = forecasts(game, network, 60, 2)
    scale, shifts = fit(found, 60)
    player = SelfPlay(game, 16, 1)
    lessons = join_rows([part for _ in range(150) for part in player.step(network, 0.7)])
    positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
    better = calibrated(game, network, 60, 2)
    forecast = Forecasts(network.value(positions)[0], found.outcomes, found.games)
    assert better.value(positions)[0] == pytest.approx(by_hand(forecast, scale, shifts), abs=2e-3)
    assert abs(network.flat - better.flat).max() > 0
    last = len(network.views["last"].ravel()) + len(network.views["last_bias"])
    assert (network.flat != better.flat).sum() <= last


def test_what_happens_is_likelier_to_a_network_that_was_held_to_it() -> None:
    game, network = GameTables.of(GAMES["hypergammon"]), tiny("hypergammon")
    better = calibrated(game, network, 1_500, 2)

    def surprise(found: Forecasts) -> float:
        return float(-np.log(found.forecast[np.arange(len(found.forecast)), found.outcomes]).mean())

    fresh = forecasts(game, network, 1_500, 9)
    scale, shifts = fit(forecasts(game, network, 1_500, 2), 1_500)
    assert surprise(fresh._replace(forecast=by_hand(fresh, scale, shifts))) < surprise(fresh)
    assert better.move_filter == network.move_filter


def test_without_games_it_is_as_it_was() -> None:
    network = tiny("tavla")
    assert calibrated(GameTables.of(GAMES["tavla"]), network, 0, 1) is network


def test_every_game_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "CHUNK", 8)
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
