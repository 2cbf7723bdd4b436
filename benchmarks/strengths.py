"""How strong the networks are that come with nardy: each against baseline, luck taken out.

    python benchmarks/strengths.py --games 400
    python benchmarks/strengths.py --game fevga --weights folder

The networks look no ply ahead; the cube is left out. The table is Markdown.
"""

import argparse
import os
from pathlib import Path

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from nardy.arena.duels import DuelTerms, duel, mean_and_error
from nardy.arena.player import BotPlayer, NetworkPlayer
from nardy.bots.baseline.bot import BaselineBot
from nardy.core.rules import Rules
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import Manifest, load
from nardy.games import GAMES, find_game
from nardy.search.tables import GameTables


def main() -> None:
    """One row a game."""
    options = parsed()
    print("| game | trained on | against baseline | without luck | wins |")
    print("| --- | --- | --- | --- | --- |")
    for name in options.game or GAMES:
        rules = find_game(name).replace(cube_play=False, jacoby=False)
        network, manifest = network_of(rules, options.weights)
        terms = DuelTerms(
            game=GameTables.of(rules),
            pairs=options.games // 2,
            seed=options.seed,
            judge=network,
            threads=options.threads,
        )
        found = duel(
            (NetworkPlayer("nardy", network), BotPlayer("baseline", lambda _: BaselineBot())), terms
        )
        raw, raw_error = mean_and_error(found.points)
        mean, error = mean_and_error(found.adjusted)
        wins = (found.points > 0).mean() + (found.points == 0).mean() / 2
        trained = f"{manifest['games']:,} games, {manifest['seconds'] / 60:.0f} min"
        print(
            f"| {name} | {trained} | {raw:+.3f} ±{raw_error:.3f} "
            f"| {mean:+.3f} ±{error:.3f} | {wins:.1%} |",
            flush=True,
        )


def network_of(rules: Rules, folder: Path | None) -> tuple[Network, Manifest]:
    """The network that comes with nardy, or one of a folder."""
    if folder is None:
        return bundled(rules)
    return load(folder / f"{rules.id}.npz", rules.published)


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400, help="of each game [400]")
    parser.add_argument("--game", action="append", help="only this game (may be repeated)")
    parser.add_argument("--weights", type=Path, help="a folder of networks [nardy's own]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
