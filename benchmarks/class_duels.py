"""Two bots in games that begin with the positions of a label file; luck taken out.

    python benchmarks/class_duels.py labels/backgammon-back-games.jsonl nardy:0 gnubg --games 6000
    python benchmarks/class_duels.py labels/long-nardy.jsonl nardy:0:new.npz nardy:0 --class fence

Each position is played twice with the same dice, once from each side. The figure is positive where the first bot is
better. `gnubg` is GNU Backgammon's network (gnubg-nn), which no network of nardy learns from.
"""

import argparse
import os
from dataclasses import replace
from pathlib import Path

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from nardy.arena import Matchup, mean_and_error
from nardy.arena.duels import duel
from nardy.arena.matchup import seats
from nardy.labels.classes import classes_of, require_classes
from nardy.labels.label_file import LabelFile
from nardy.search.conversions import tables_of
from nardy.search.tables import without_cube


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
    found = duel(players, replace(terms, starts=tables_of(terms.game, starts)))
    mean, error = mean_and_error(found.adjusted, found.together)
    print(
        f"{len(starts)} starts, {found.points.size} games: {mean:+.4f} ±{error:.4f} points a game"
    )


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("first", help="a bot, as `nardy arena` takes it")
    parser.add_argument("second")
    parser.add_argument("--class", dest="kinds", action="append", default=[])
    parser.add_argument("--games", type=int, default=6_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
