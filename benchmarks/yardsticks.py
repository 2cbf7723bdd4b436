"""Each network against simple opponents, and a ply ahead against itself; luck taken out.

    python benchmarks/yardsticks.py --games 1000
    python benchmarks/yardsticks.py --against holder --game long-nardy
    python benchmarks/yardsticks.py --against itself --games 200
    python benchmarks/yardsticks.py --against weights --weights folder-of-older-ones

random: any legal turn. holder: the turn after which it holds the most points, whatever else;
of equals the one with the fewest pips to go. itself: the same network, one ply ahead against
none. weights: the networks of a folder, those after a minute's training for example. The table
is Markdown; the errors are standard errors.
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from strengths import network_of

from nardy.arena.duels import DuelTerms, duel, mean_and_error
from nardy.arena.player import ArrayPlayer, NetworkPlayer
from nardy.core.rules import Rules
from nardy.evaluation.network.network import Floats, Network, Positions
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.search.tables import GameTables

PIPS = np.array([*range(at.BAR), 25], np.float32)


class Random:
    """Values positions by chance."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(1)

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """No chances, and an equity of any size."""
        worth = self.random.random(len(positions.boards), np.float32)
        return np.zeros((len(worth), 0), np.float32), worth


class Holder:
    """Values positions by the points that the player who has just moved holds."""

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Held points count whole, pips as far as they decide between equals."""
        mover = positions.boards[:, 1 - positions.seat]
        held = (mover[:, 1 : at.BAR] > 0).sum(1).astype(np.float32)
        worth = held - mover @ PIPS / 10_000
        return np.zeros((len(worth), 0), np.float32), -worth


Opponents = dict[str, Callable[[Rules, Network, Path | None], tuple[int, ArrayPlayer]]]
OPPONENTS: Opponents = {
    "random": lambda _, network, folder: (0, NetworkPlayer("random", Random())),
    "holder": lambda _, network, folder: (0, NetworkPlayer("holder", Holder())),
    "itself": lambda _, network, folder: (1, NetworkPlayer("itself", network)),
    "weights": lambda rules, network, folder: (
        0,
        NetworkPlayer("weights", network_of(rules, folder)[0]),
    ),
}
"""The look-ahead of the network in plies, and its opponent."""


def main() -> None:
    """One row a game and opponent."""
    options = parsed()
    print("| game | opponent | points | without luck | in standard errors |")
    print("| --- | --- | --- | --- | --- |")
    for name in options.game or GAMES:
        rules = find_game(name).replace(cube_play=False, jacoby=False)
        network = network_of(rules, None)[0]
        for against in options.against:
            plies, opponent = OPPONENTS[against](rules, network, options.weights)
            terms = DuelTerms(
                game=GameTables.of(rules),
                pairs=options.games // 2,
                seed=options.seed,
                judge=network,
                # What draws lots plays its games in their order.
                threads=1 if against == "random" else options.threads,
                chunk=options.chunk,
            )
            found = duel(
                (NetworkPlayer("nardy", network, plies, network.move_filter), opponent), terms
            )
            raw, raw_error = mean_and_error(found.points)
            mean, error = mean_and_error(found.adjusted)
            print(
                f"| {name} | {against} | {raw:+.3f} ±{raw_error:.3f} "
                f"| {mean:+.3f} ±{error:.3f} | {mean / error:.1f} |",
                flush=True,
            )


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000, help="of each [1000]")
    parser.add_argument("--game", action="append", help="only this game (may be repeated)")
    parser.add_argument(
        "--against", action="append", choices=list(OPPONENTS), help="[random, holder]"
    )
    parser.add_argument("--weights", type=Path, help="a folder of networks to play against")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=32, help="pairs side by side [32]")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.against = options.against or ["random", "holder"]
    return options


if __name__ == "__main__":
    main()
