"""Two bots in games that begin with the positions of a label file; luck taken out.

    python benchmarks/class_duels.py labels/backgammon-back-games.jsonl nardy:0 gnubg --games 6000
    python benchmarks/class_duels.py labels/long-nardy.jsonl nardy:0:new.npz nardy:0 --class fence
    python benchmarks/class_duels.py labels/backgammon-back-games.jsonl nardy:0 gnubg --games 10000 --sides

Each position is played twice with the same dice, once from each side. The figure is positive where the first bot is
better. With `--sides` back games are told for each side: what their player scores where the first bot plays them, and where
the second does. The error of these is that of the dice alone, since the positions are the same in every run.
`gnubg` is GNU Backgammon's network (gnubg-nn), which no network of nardy learns from.
"""

import argparse
import os
from dataclasses import replace
from pathlib import Path

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from nardy.arena import Matchup, mean_and_error
from nardy.arena.duels import duel
from nardy.arena.matchup import seats
from nardy.kernel.scoring import FACT_FIRST
from nardy.labels.classes import BEHIND, classes_of, require_classes
from nardy.labels.features import features
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import Moment
from nardy.search.conversions import tables_of
from nardy.search.tables import without_cube

Scores = NDArray[np.float64]
"""Points a game of the player of each back game."""


def main() -> None:
    """One line."""
    asked = parsed()
    file = LabelFile.read(asked.labels)
    rules = without_cube(file.moments[0].situation.rules)
    require_classes(rules, asked.kinds)
    starts = [
        replace(moment.situation, roll=None)
        for moment in file.moments
        if not asked.kinds or set(asked.kinds) & set(classes_of(rules, moment.situation.position))
        if not asked.sides or sign_of(moment)
    ]
    if not starts:
        raise SystemExit(f"expected {' or '.join(asked.kinds)} in {asked.labels}, got none")
    players, terms = seats(
        Matchup(
            rules=rules,
            first=asked.first,
            second=asked.second,
            pairs=asked.games // 2,
            seed=asked.seed,
            threads=asked.threads,
        )
    )
    tables = tables_of(terms.game, starts)
    found = duel(players, replace(terms, starts=tables))
    mean, error = mean_and_error(found.adjusted, found.together)
    print(
        f"{len(starts)} starts, {found.points.size} games: {mean:+.4f} ±{error:.4f} points a game"
    )
    if asked.sides:
        signs = np.array([sign_of(Moment(0, "", start)) for start in starts])
        # Points are told by who moves first in the whole game, which need not be who rolls now.
        signs = np.where(tables.facts[:, FACT_FIRST] > 0, signs, -signs)
        for name, scores in zip(
            (asked.first, asked.second), by_side(found.adjusted, signs), strict=True
        ):
            print(f"{name:12} plays the back games: {told(scores, len(starts))}")


def sign_of(moment: Moment) -> int:
    """1 if the player who rolls has the back game, -1 if it is the opponent's; 0 where both have one."""
    mine, theirs = features(moment.situation.rules, moment.situation.position)
    is_mine = len(mine.anchors) > 1 and mine.pips - theirs.pips >= BEHIND
    is_theirs = len(theirs.anchors) > 1 and theirs.pips - mine.pips >= BEHIND
    return is_mine - is_theirs


def by_side(points: NDArray[np.float64], signs: NDArray[np.int64]) -> tuple[Scores, Scores]:
    """The scores of the back games' players, where the first bot plays them and where the second does.

    `points` float64[pairs, 2] are the first bot's when it moves first and second; `signs` are 1 where who moves
    first has the back game.
    """
    is_first = np.resize(signs, len(points)) > 0
    first, second = points.T
    return np.where(is_first, first, second), -np.where(is_first, second, first)


def told(scores: Scores, starts: int) -> str:
    times = len(scores) // starts
    if times < 2:
        return f"{scores.mean():+.4f}; ask for {4 * starts} games or more to see an error"
    within = scores[: times * starts].reshape(times, starts).var(0, ddof=1).mean()
    return f"{scores.mean():+.4f} ±{(within / len(scores)) ** 0.5:.4f}"


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("first", help="a bot, as `nardy arena` takes it")
    parser.add_argument("second")
    parser.add_argument("--class", dest="kinds", action="append", default=[])
    parser.add_argument("--sides", action="store_true", help="tell both sides of back games")
    parser.add_argument("--games", type=int, default=6_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
