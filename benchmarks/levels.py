"""How well the levels for people play: points lost a decision, and each against the one below.

    python benchmarks/levels.py --game backgammon --games 400
    python benchmarks/levels.py --no-duels

Each level plays against itself. For every fifth turn the loss against the best turn is measured by the full
network a ply ahead; turns without a choice and cascades do not count. Then each level meets the one below it,
with the same dice for both and luck removed. The tables are Markdown.
"""

import argparse
import os
from pathlib import Path

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from strengths import network_of

from nardy.arena.duels import DuelTerms, duel, mean_and_error
from nardy.arena.player import LevelPlayer
from nardy.evaluation.network.network import Floats, Network
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints, Rows
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import all_finals, left_over
from nardy.search.level import LEVELS, Level, SeededLevel, choose_at_level
from nardy.search.lookahead import choose_ahead, expected
from nardy.search.tables import (
    LISTED,
    GameTables,
    Tables,
    TurnTaken,
    chosen_rows,
    opening_rolls,
    rows_of,
)

EVERY = 5
"""One ply in so many is judged."""


def losses(
    game: GameTables, network: Network, level: Level, options: argparse.Namespace
) -> list[Floats]:
    """The points lost by every judged turn, one array for each table."""
    count, random = options.tables, np.random.default_rng(options.seed)
    tables, everyone = Tables.begun(game, count), np.arange(count)
    people = [SeededLevel(level, options.seed), SeededLevel(level, options.seed + 1)]
    found: list[list[float]] = [[] for _ in range(count)]
    for ply in range(options.plies):
        if game.rules.bomb:
            explode_where_better(game, tables, network.value)
        rolls = random.integers(1, 7, (count, 2), np.int8)
        if ply == 0:
            rolls = opening_rolls(game, random, count)
        before = tables.part(everyone)
        rows = rows_of(game, before, rolls, before.facts[:, FACT_TURNS_MINE].astype(np.int64))
        turn = choose_at_level(game, before, rows, network.value, people[ply % 2])
        rolled = before.facts[:, FACT_LEFT] == 0
        tables.advance(everyone, turn, left_over(game, rows, rolled, turn.played))
        if ply % EVERY == EVERY - 1:
            judged = np.flatnonzero(with_a_choice(game, rows) & rolled)
            lost = lost_by(game, network, (before, rows), turn, (tables, judged))
            for row, points in zip(judged.tolist(), lost.tolist(), strict=True):
                found[row].append(points)
        tables.begin(game, np.flatnonzero(turn.outcomes != GOING_ON))
    return [np.array(some, np.float32) for some in found if some]


def with_a_choice(game: GameTables, rows: Rows) -> NDArray[np.bool_]:
    """Which rows have more than one turn, and few enough to compare."""
    short = rows.mids[:, at.MID_DICE] <= LISTED
    choices = np.zeros(len(short), np.bool_)
    if short.any():
        choices[short] = (
            np.diff(all_finals(game, chosen_rows(rows, np.flatnonzero(short))).offsets) > 1
        )
    return choices


def lost_by(
    game: GameTables,
    network: Network,
    begun: tuple[Tables, Rows],
    turn: TurnTaken,
    after: tuple[Tables, Ints],
) -> Floats:
    """How much worse the turns of some tables are than the best ones, a ply ahead."""
    (before, rows), (tables, judged) = begun, after
    game = game.with_filter(network.move_filter)
    best = choose_ahead(game, before.part(judged), chosen_rows(rows, judged), network.value, 1)
    worth = turn.equities[judged].copy()
    going = np.flatnonzero(turn.outcomes[judged] == GOING_ON)
    some = tables.part(judged[going])
    again = some.facts[:, FACT_FIRST] == before.facts[judged[going], FACT_FIRST]
    ahead = expected(game, some, network.value).equities
    worth[going] = np.where(again, ahead, -ahead)
    return np.maximum(best.equities - worth, 0)


def mean_loss(found: list[Floats]) -> tuple[float, float]:
    """The mean a decision and its standard error; a table is one observation."""
    sums, counts = np.array([part.sum() for part in found]), np.array([len(part) for part in found])
    mean = sums.sum() / counts.sum()
    error = np.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum()
    return float(mean), float(error)


def tell_losses(options: argparse.Namespace) -> None:
    """One row a game, one column a level."""
    levels = [level for level in LEVELS.values() if level.most]
    print("| game | " + " | ".join(level.name for level in levels) + " |")
    print("| --- |" + " --- |" * len(levels))
    for name in options.game or GAMES:
        rules = find_game(name).replace(cube_play=False, jacoby=False)
        network, _ = network_of(rules, options.weights)
        told = [
            mean_loss(losses(GameTables.of(rules), network, level, options)) for level in levels
        ]
        print(f"| {name} | " + " | ".join(f"{m:.4f} ±{e:.4f}" for m, e in told) + " |", flush=True)


def tell_duels(options: argparse.Namespace) -> None:
    """Every level against the one below."""
    pairs = list(zip(list(LEVELS.values())[1:], LEVELS.values(), strict=False))
    print("\n| game | " + " | ".join(f"{high.name} - {low.name}" for high, low in pairs) + " |")
    print("| --- |" + " --- |" * len(pairs))
    for name in options.game or ("backgammon", "long-nardy", "plakoto"):
        rules = find_game(name).replace(cube_play=False, jacoby=False)
        network, _ = network_of(rules, options.weights)
        terms = DuelTerms(
            game=GameTables.of(rules),
            pairs=options.games // 2,
            seed=options.seed,
            judge=network,
            threads=options.threads,
        )
        told: list[str] = []
        for high, low in pairs:
            players = [
                LevelPlayer(level.name, network, SeededLevel(level, n), network.move_filter)
                for n, level in enumerate((high, low))
            ]
            mean, error = mean_and_error(duel((players[0], players[1]), terms).adjusted)
            told.append(f"{mean:+.3f} ±{error:.3f}")
        print(f"| {name} | " + " | ".join(told) + " |", flush=True)


def main() -> None:
    """Losses, then duels."""
    options = parsed()
    if options.losses:
        tell_losses(options)
    if options.duels:
        tell_duels(options)


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", help="only this game (may be repeated)")
    parser.add_argument("--games", type=int, default=400, help="of each duel [400]")
    parser.add_argument("--tables", type=int, default=64, help="at which each level plays [64]")
    parser.add_argument("--plies", type=int, default=200, help="of each table [200]")
    parser.add_argument("--no-duels", dest="duels", action="store_false")
    parser.add_argument("--no-losses", dest="losses", action="store_false")
    parser.add_argument("--weights", type=Path, help="a folder of networks [nardy's own]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
