"""Train a bot for hypergammon in a minute, by temporal differences (G. Tesauro 1995).

    python examples/train_hypergammon.py --seconds 60

One hidden layer is told the checkers after each legal turn and learns what the position is
worth to the player who rolls next: what it is worth to him a roll later, or the points scored.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from nardy.arena.duels import DuelTerms, duel, mean_and_error
from nardy.arena.player import BotPlayer, NetworkPlayer
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.evaluation.network.network import Floats, Positions
from nardy.games import HYPERGAMMON
from nardy.kernel.layout import Bytes
from nardy.rl import Environment

TABLES, HIDDEN, INPUTS, RATE = 256, 80, 2 * 26 * 3, 0.005


class Net:
    """A layer with ReLU over the thresholds of the checkers, and one number out."""

    def __init__(self, random: np.random.Generator) -> None:
        self.w = random.normal(0, 0.1, (INPUTS, HIDDEN)).astype(np.float32)
        self.v = np.zeros(HIDDEN, np.float32)

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """What `NetworkPlayer` asks for: probabilities, of which it has none, and equities."""
        boards = positions.boards if positions.seat == 0 else positions.boards[:, ::-1]
        return np.zeros((len(boards), 6), np.float32), np.maximum(
            encoded(boards) @ self.w, 0
        ) @ self.v

    def learn(self, boards: Bytes, targets: Floats, rate: float) -> None:
        """One step towards the targets."""
        inputs = encoded(boards)
        hidden = np.maximum(inputs @ self.w, 0)
        errors = (targets - hidden @ self.v)[:, None] * np.float32(rate)
        back = errors * self.v * (hidden > 0)
        self.v += (errors * hidden).sum(0)
        self.w += inputs.T @ back


def encoded(boards: Bytes) -> NDArray[np.float32]:
    """float32[n, 156]: whether there are at least one, two, three checkers on each place."""
    return (boards.reshape(-1, 52, 1) > np.arange(3)).reshape(-1, INPUTS).astype(np.float32)


def train(seconds: float, seed: int) -> Net:
    """Play against itself, and learn from every turn."""
    net, end, games = Net(np.random.default_rng(seed)), time.monotonic() + seconds, 0
    environment = Environment(HYPERGAMMON, TABLES)
    seen, _ = environment.reset(seed=seed)
    before, goes_on = seen.boards[:0], np.zeros(TABLES, np.bool_)
    while time.monotonic() < end:
        equities = seen.equities(lambda positions: net.value(positions)[1])
        actions = seen.best(equities)
        chosen = seen.after.offsets[:-1] + actions
        if goes_on.any():  # to who rolled, the position was worth what he now makes of it
            net.learn(before[goes_on], equities[chosen][goes_on], RATE)
        before = seen.boards[chosen]
        seen, rewards, over, _, _ = environment.step(actions)
        net.learn(before[over], -rewards[over], RATE)
        goes_on = ~over
        games += int(over.sum())
    print(f"{games:,} games in {seconds:.0f} seconds")
    return net


def main() -> None:
    options = parsed()
    net = train(options.seconds, options.seed)
    terms = DuelTerms(game=Environment(HYPERGAMMON).game, pairs=options.pairs, seed=options.seed)
    for other in (BotPlayer("random", RandomBot), BotPlayer("baseline", lambda _: BaselineBot())):
        mean, error = mean_and_error(duel((NetworkPlayer("net", net), other), terms).points)
        print(f"against {other.name}: {mean:+.3f} ±{error:.3f} points a game")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games against each")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
