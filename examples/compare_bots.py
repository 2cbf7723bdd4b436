"""Compare two bots by many games with the same dice, luck taken out.

python examples/compare_bots.py nardy:0 baseline --game long-nardy --pairs 200
"""

import argparse

from nardy import find_game
from nardy.arena import Matchup, mean_and_error, play


def main() -> None:
    asked = parsed()
    meeting = Matchup(
        rules=find_game(asked.game),
        first=asked.first,
        second=asked.second,
        pairs=asked.pairs,
        seed=asked.seed,
    )
    found = play(meeting)
    for name, points in (("points a game", found.points), ("without luck", found.adjusted)):
        mean, error = mean_and_error(points, found.together)
        print(f"{name:15}{mean:+.3f} ±{error:.3f}")
    for name, reasons in zip((asked.first, asked.second), found.forfeits, strict=True):
        print(f"{name} forfeited {len(reasons)} games")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("first", nargs="?", default="nardy:0")
    parser.add_argument("second", nargs="?", default="baseline")
    parser.add_argument("--game", default="hypergammon")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
