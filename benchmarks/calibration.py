"""Whether what a network calls 30 % happens in 30 % of the games: expected calibration errors.

    python benchmarks/calibration.py --games 4000
    python benchmarks/calibration.py --game fevga --weights folder

Each network plays new games against itself without look-ahead, and forecasts the chances of all outcomes of
every position before a roll. The forecasts are sorted into 20 classes. The error is the mean difference, over
all positions, between the mean forecast of a class and the frequency in it. Its standard error comes from the
jackknife over 20 parts of the games. From few games the error is too large, so that of a perfect forecaster is
printed beside it. The table is Markdown. The dice must not be those of the calibration at the end of training
(as a rule seed 1).
"""

import argparse
import os
from pathlib import Path

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from strengths import network_of

from nardy.evaluation.network.network import Floats
from nardy.games import GAMES, find_game
from nardy.search.tables import GameTables
from nardy.train.calibration import Forecasts, forecasts

CLASSES, PARTS = 20, 20


def calibration(said: Floats, happened: NDArray[np.bool_]) -> float:
    """The expected calibration error of one outcome."""
    place = np.minimum((said * CLASSES).astype(np.int64), CLASSES - 1)
    differences = np.bincount(place, said - happened, CLASSES)
    return float(abs(differences).sum() / len(said))


def with_error(found: Forecasts, outcome: int) -> tuple[float, float]:
    """The calibration error and its standard error."""
    said, happened = found.forecast[:, outcome], found.outcomes == outcome
    # Parts are made of whole games: positions of one game share its result.
    part = found.games % PARTS
    without = [calibration(said[part != n], happened[part != n]) for n in range(PARTS)]
    error = np.sqrt((PARTS - 1) / PARTS * ((np.array(without) - np.mean(without)) ** 2).sum())
    return calibration(said, happened), float(error)


def floor(found: Forecasts, outcome: int, seed: int) -> float:
    """The error of a perfect forecaster: one random number decides the result of each game."""
    games = int(found.games.max()) + 1
    luck = np.random.default_rng(seed).random(games)[found.games]
    return calibration(found.forecast[:, outcome], luck < found.forecast[:, outcome])


def main() -> None:
    """One row a game."""
    options = parsed()
    print("| game | positions | largest error | a perfect forecaster's | outcomes, best first |")
    print("| --- | --- | --- | --- | --- |")
    for name in options.game or GAMES:
        rules = find_game(name).replace(cube_play=False, jacoby=False)
        network, _ = network_of(rules, options.weights)
        found = forecasts(GameTables.of(rules), network, options.games, options.seed)
        errors = [with_error(found, outcome) for outcome in range(len(network.points))]
        worst = int(np.argmax([mean for mean, _ in errors]))
        told = ", ".join(
            f"{points:+g} {mean:.4f}"
            for points, (mean, _) in zip(network.points, errors, strict=True)
        )
        print(
            f"| {name} | {len(found.forecast):,} | {errors[worst][0]:.4f} ±{errors[worst][1]:.4f} "
            f"| {floor(found, worst, options.seed):.4f} | {told} |",
            flush=True,
        )


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=4000, help="of each game [4000]")
    parser.add_argument("--game", action="append", help="only this game (may be repeated)")
    parser.add_argument("--weights", type=Path, help="a folder of networks [nardy's own]")
    parser.add_argument("--seed", type=int, default=1_001, help="not a seed of training [1001]")
    return parser.parse_args()


if __name__ == "__main__":
    main()
