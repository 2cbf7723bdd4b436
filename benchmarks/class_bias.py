"""Whether networks value each class of positions as their own games end.

    python benchmarks/class_bias.py plakoto --games 4000
    python benchmarks/class_bias.py plakoto --games 4000 --bot nardy:0:new.npz

The network that comes with nardy plays itself without look-ahead, half of the games from positions of rare
phases, and the luck of the rolls is taken out of the results. Some positions of each game are compared
(train/results.py). Printed for each class are the bias of the values (value less result, in points for the
player on roll) with its standard error, and the root mean square of value less result. That contains the
noise of the results, so only differences between bots tell something. The standard error comes from the spread
between 20 parts of the games.
"""

import argparse
import os

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from nardy.bots.neural import NeuralBot
from nardy.cli.evaluate import plain_bot
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.network import Positions
from nardy.games import find_game
from nardy.kernel.arrays import position_at
from nardy.kernel.layout import PLAYER
from nardy.labels.classes import classes_of
from nardy.search.tables import GameTables, without_cube
from nardy.train.results import results
from nardy.train.selfplay import Lessons

PARTS = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--bot", action="append", default=[], help="also this one: nardy:0:FILE")
    parser.add_argument("--seed", type=int, default=9)
    asked = parser.parse_args()
    rules = without_cube(find_game(asked.game))
    network = NeuralBot(0).network(rules)
    game = GameTables.of(rules).with_filter(network.move_filter)
    evaluator, parts = ExactFirst(network, rules), list[Lessons]()
    for part in range(PARTS):
        random = np.random.default_rng([asked.seed, part])
        parts.append(results(game, evaluator, asked.games // PARTS, random))
    kinds = [[first_class(game, lessons, row) for row in range(lessons.size)] for lessons in parts]
    for name in ("nardy:0", *asked.bot):
        bot = ExactFirst(plain_bot(name).network(rules), rules)
        wrong = [
            bot.value(Positions(*lessons[:2], PLAYER, lessons.facts))[1]
            - lessons.targets @ network.points
            for lessons in parts
        ]
        print(name)
        for kind in ["", *sorted({one for part in kinds for one in part})]:
            told(kind, [w[mask_of(k, kind)] for w, k in zip(wrong, kinds, strict=True)])


def first_class(game: GameTables, lessons: Lessons, row: int) -> str:
    return classes_of(game.rules, position_at(lessons.boards, lessons.pins, row))[0]


def mask_of(kinds: list[str], kind: str) -> NDArray[np.bool_]:
    return np.array([not kind or one == kind for one in kinds], np.bool_)


def told(kind: str, wrong: list[NDArray[np.float64]]) -> None:
    means = np.array([part.mean() for part in wrong if len(part)])
    every = np.concatenate(wrong)
    error = means.std(ddof=1) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    rms = float((every**2).mean() ** 0.5)
    print(f"  {kind or 'all':22} {len(every):7} {every.mean():+.4f} ±{error:.4f}  {rms:.4f}")


if __name__ == "__main__":
    main()
