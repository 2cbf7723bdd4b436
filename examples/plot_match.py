"""Plot a recorded match: equity over the turns, luck and errors. It needs the extra `plot`.

python examples/plot_match.py examples/match.mat --out match.svg
"""

import argparse
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

from nardy.analysis import review
from nardy.bots import NeuralBot
from nardy.formats import read_match
from nardy.plots import plot_equity, plot_luck_and_errors

MATCH = Path(__file__).with_name("match.mat")


def main() -> None:
    asked = parsed()
    # Files need no window.
    mpl.use("Agg")
    record = read_match(asked.file.read_bytes())
    decisions = list(review(record, bot=NeuralBot(asked.plies)))
    size = {"height_ratios": (4, 3), "figsize": (9, 7.5), "layout": "constrained"}
    figure, (above, below) = plt.subplots(2, **size)
    plot_equity(decisions, record.players, above)
    plot_luck_and_errors(decisions, record.players, below)
    figure.savefig(asked.out)
    print(f"{' - '.join(record.players)}: {len(decisions)} decisions")
    print(f"written to {asked.out}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=MATCH, help="a match in any format")
    parser.add_argument("--out", type=Path, default=Path("match.svg"), help=".svg, .png or .pdf")
    parser.add_argument("--plies", type=int, default=2, help="plies of look-ahead of the judge")
    return parser.parse_args()


if __name__ == "__main__":
    main()
