"""Calibration: adjust a trained network's chances to the results of its games.

Exact targets come from the network's own estimates one ply later. They do not correct uniform errors
in its confidence or in its share of gammons. At the end it plays some games, and its chances are
fitted to their results: every logit is scaled by one factor and shifted by one number for each
outcome (temperature and bias: C. Guo and others, On Calibration of Modern Neural Networks, 2017). The
choice of turns hardly changes.
"""

from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats, Network
from nardy.kernel.layout import Doubles, Flags, Ints
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.choose import choose
from nardy.search.tables import GameTables
from nardy.train.selfplay import EndlessGames

CHUNK = 500
"""Games in lockstep. All are finished, since the first to finish are the short ones."""
TRUST = 0.05
"""Prior standard deviation of scale and shifts around 1 and 0."""
STEPS = 20
"""Most steps of Newton's method."""
ENOUGH = 1e-9
"""A smaller step of every parameter ends it."""
LEAST = 1e-7
"""Least chance, since the logarithm of 0 is infinite."""


class Forecasts(NamedTuple):
    """Forecasts before every roll, and the results for that player."""

    forecast: Floats
    """float32[n, outcomes]."""
    outcomes: Ints
    """int64[n]."""
    games: Ints
    """int64[n]: the game of each forecast."""


def forecasts(game: GameTables, network: Network, games: int, seed: int) -> Forecasts:
    """Play games without look-ahead, and keep every forecast of those that end."""
    sizes = [min(CHUNK, games - low) for low in range(0, games, CHUNK)]
    parts = [_played(game, network, size, [seed, n * CHUNK]) for n, size in enumerate(sizes)]
    return Forecasts(
        np.concatenate([part.forecast for part in parts]),
        np.concatenate([part.outcomes for part in parts]),
        np.concatenate([part.games + n * CHUNK for n, part in enumerate(parts)]),
    )


def _played(game: GameTables, network: Network, count: int, seed: list[int]) -> Forecasts:
    games, last = EndlessGames(game, count, np.random.default_rng(seed)), len(game.points) - 1
    going, ended = np.arange(count), np.full(count, GOING_ON)
    parts: list[tuple[Floats, Ints, Flags]] = []
    while len(going):
        rows, tables = games.roll(network.value), games.tables
        is_first = tables.facts[:, FACT_FIRST] > 0
        parts.append((network.value(tables.positions)[0], going, is_first))
        turn = choose(game, tables, rows, network.value)
        by_first = np.where(is_first, turn.outcomes, last - turn.outcomes)
        ended[going] = np.where(turn.outcomes == GOING_ON, GOING_ON, by_first)
        kept = np.delete(np.arange(len(going)), games.advance(rows, turn))
        games.tables, games.plies, going = tables.part(kept), games.plies[kept], going[kept]
    forecast, where, is_first = (np.concatenate(column) for column in zip(*parts, strict=True))
    result = np.where(is_first, ended[where], last - ended[where])
    known = ended[where] != GOING_ON
    return Forecasts(forecast[known], result[known], where[known])


def calibrated(game: GameTables, network: Network, games: int, seed: int) -> Network:
    """The network with its last layer scaled and shifted to the results of its games."""
    if games < 1:
        return network
    found = forecasts(game, network, games, seed)
    scale, shifts = fit(found, games)
    better = network.with_weights(network.flat.copy())
    better.views["last"][:] *= np.float32(scale)
    better.views["last_bias"][:] *= np.float32(scale)
    better.views["last_bias"][:] += shifts.astype(np.float32)
    better.refresh()
    return better


def fit(found: Forecasts, games: int) -> tuple[float, Doubles]:
    """The maximum-likelihood scale, and shift of each outcome: float64[outcomes]; by Newton's method.

    The positions of a game share its result, so together they have the weight of one observation.
    """
    logits = np.log(np.maximum(found.forecast.astype(np.float64), LEAST))
    possible = found.forecast > 0
    outcomes = logits.shape[1]
    happened = np.eye(outcomes)[found.outcomes]
    weight = games / max(1, len(logits))
    before = np.append(1.0, np.zeros(outcomes))
    place = before.copy()
    for _ in range(STEPS):
        raised = np.where(possible, np.exp(place[0] * logits + place[1:]), 0)
        chances = raised / raised.sum(1, keepdims=True)
        wrong = chances - happened
        slope = np.append((wrong * logits).sum(), wrong.sum(0))
        # Derivatives of the chances by the scale and the shifts.
        mean = (chances * logits).sum(1, keepdims=True)
        bent = chances * (logits - mean)
        curve = np.empty((1 + outcomes, 1 + outcomes))
        curve[0, 0] = (bent * logits).sum()
        curve[0, 1:] = curve[1:, 0] = bent.sum(0)
        curve[1:, 1:] = np.diag(chances.sum(0)) - chances.T @ chances
        slope = weight * slope + (place - before) / TRUST**2
        curve = weight * curve + np.eye(1 + outcomes) / TRUST**2
        step = np.linalg.solve(curve, slope)
        place -= step
        if abs(step).max() < ENOUGH:
            break
    return float(place[0]), place[1:]
