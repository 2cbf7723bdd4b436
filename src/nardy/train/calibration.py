"""Calibration: adjust a trained network's chances to the results of its games.

Exact targets come from the network's own estimates one ply later. They do not correct uniform errors
in its confidence or in its share of gammons. At the end it plays some games, and its chances are
fitted to their results: every logit is scaled by one factor and shifted by one number for each
outcome (temperature and bias: C. Guo and others, On Calibration of Modern Neural Networks, 2017). The
choice of turns hardly changes.
"""

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network.network import Network
from nardy.search.tables import GameTables
from nardy.train.forecasts import Forecasts, forecasts

Doubles = NDArray[np.float64]

TRUST = 0.05
"""Prior standard deviation of scale and shifts around 1 and 0."""
STEPS = 20
ENOUGH = 1e-9
LEAST = 1e-7
"""Least chance, since the logarithm of 0 is infinite."""


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
