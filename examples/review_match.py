"""Review a recorded match: what each player lost, and the costliest turns.

python examples/review_match.py examples/match.mat --plies 1
"""

import argparse
from pathlib import Path

from nardy.analysis import ReviewedTurn, review, summary
from nardy.bots import NeuralBot
from nardy.core.player import Player
from nardy.formats import read_match

MATCH = Path(__file__).with_name("match.mat")


def main() -> None:
    options = parsed()
    record = read_match(options.file.read_bytes())
    decisions = list(review(record, bot=NeuralBot(options.plies)))
    for player, name in zip(Player, record.players, strict=True):
        found = summary(decisions, player)
        print(f"{name}: lost {found.lost:.3f} in {found.decisions} decisions,", end=" ")
        print(f"PR {found.performance_rating:.1f}, luck {found.luck:+.3f}")
    turns = [one for one in decisions if isinstance(one, ReviewedTurn) and one.is_decision]
    for turn in sorted(turns, key=lambda turn: -turn.loss)[: options.worst]:
        best = turn.choices[0].turn
        print(f"{turn.before.roll}: {turn.played} lost {turn.loss:.3f}, best was {best}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=MATCH, help="a match in any format")
    parser.add_argument("--plies", type=int, default=2, help="plies of look-ahead of the judge")
    parser.add_argument("--worst", type=int, default=3, help="how many turns are listed")
    return parser.parse_args()


if __name__ == "__main__":
    main()
