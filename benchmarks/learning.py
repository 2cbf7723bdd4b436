"""CPU time to learn an exact target: each is learned from six times, in small steps at first and in large ones later.

    python benchmarks/learning.py --game backgammon

From the shipped network, in one thread. The bound is for the large steps, which most targets of a long training are
learned in.
"""

import argparse
import os
import time

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from bounds import Bounds

from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.games import find_game
from nardy.kernel import compile_missing
from nardy.search.tables import GameTables, without_cube
from nardy.train.candidate_pairs import EPOCHS, CandidatePairs, join_groups
from nardy.train.learner import EXACT_BATCH, MOST_GROWTH, Learner
from nardy.train.refine import Refiner

RATE = 1e-4
MOST = 50.0
"""Microseconds a target."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--targets", type=int, default=24_000)
    asked = parser.parse_args()
    compile_missing()
    rules = without_cube(find_game(asked.game))
    network, _ = bundled(rules)
    refiner, parts, found = Refiner(GameTables.of(rules), 512, 1), list[CandidatePairs](), 0
    evaluator = ExactFirst(network, rules)
    while found < asked.targets:
        parts.append(refiner.step(evaluator, network.move_filter))
        found += parts[-1].size
    pairs, bounds = join_groups(parts), Bounds()
    learner = Learner(network.with_weights(network.flat.copy()), 1)
    learner.compare(pairs.some(np.arange(100)), RATE)  # the kernel gets ready
    for growth in (1.0, MOST_GROWTH):
        begun = time.process_time()
        learner.compare(pairs, RATE, growth=growth)
        taken = EPOCHS * 1e6 * (time.process_time() - begun) / pairs.size
        name = f"a target in steps of {int(growth * EXACT_BATCH):,} positions"
        bounds.tell(name, taken, "µs", most=MOST if growth > 1 else None)
    bounds.leave()


if __name__ == "__main__":
    main()
