"""Play many games in lockstep by chance, and tell how they end: the least that a learner has to do.

    python examples/random_play.py --game backgammon --tables 512 --steps 200

A learner chooses by `seen.equities(value)` and `seen.best`: see train_hypergammon.py.
"""

import argparse
from collections import Counter

import numpy as np

from nardy import find_game
from nardy.rl import Environment


def main() -> None:
    asked = parsed()
    random = np.random.default_rng(asked.seed)
    environment = Environment(find_game(asked.game), asked.tables)
    seen, _ = environment.reset(seed=asked.seed)
    points: Counter[float] = Counter()
    for _ in range(asked.steps):
        # Each action is one of the table's choices, so it is less than its width.
        actions = random.integers(0, seen.widths)
        seen, rewards, over, _, _ = environment.step(actions)
        points.update(rewards[over].tolist())
    print(f"{points.total():,} games of {environment.rules.name} by chance")
    for score, count in sorted(points.items()):
        print(f"  {score:+.0f} for the last to move: {count / points.total():.1%}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--tables", type=int, default=256, help="games side by side")
    parser.add_argument("--steps", type=int, default=200, help="turns of each table")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
