"""How well the levels for people play: points lost a decision, and each against the one below.

    python benchmarks/levels.py --game backgammon --games 400
    python benchmarks/levels.py --no-duels
    python benchmarks/levels.py --calibrate --game backgammon

Each level plays against itself. For every fifth turn the loss against the best turn is measured by the full
network a ply ahead; turns without a choice and cascades do not count. Then each level meets the one below it,
with the same dice for both and luck removed. The tables are Markdown. `--calibrate` looks for the random
errors of data/levels.json, from the strongest level down, and prints them as there.
"""

import argparse
import json
import os
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from strengths import network_of

from nardy.arena.duels import Duel, DuelTerms, duel_parts, joined, mean_and_error
from nardy.arena.player import LevelPlayer
from nardy.evaluation.network.move_filter import FilterWidth, MoveFilter
from nardy.evaluation.network.network import Floats, Network
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.layout import Finals, Ints, Rows
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import all_finals, left_over
from nardy.search.ladder import levels, with_noise
from nardy.search.level import Level, SeededLevel, choose_at_level
from nardy.search.level_numbers import NUMBERS
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
ONE_TURN = FilterWidth(1, 0.0)
PAIRS_A_PART = 64
"""Pairs of games played side by side."""
LEAST_PARTS = 8
"""Parts before their error is believed: the pairs of one share the errors of a level."""
FIRST_NOISE, MOST_NOISE = 0.03, 3.0
"""Where the search for a level's random error begins and ends, in points."""


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
    """One row a game, one column a level; the last level plays what judges it."""
    print("| game | " + " | ".join(map(str, NUMBERS[:-1])) + " |")
    print("| --- |" + " --- |" * len(NUMBERS[:-1]))
    for name in options.game or GAMES:
        rules = find_game(name).replace(cube_play=False, jacoby=False)
        network, _ = network_of(rules, options.weights)
        game = GameTables.of(rules)
        told = [mean_loss(losses(game, network, level, options)) for level in levels(name)[:-1]]
        keep(options.json_losses, name, [round(mean, 4) for mean, _ in told])
        print(f"| {name} | " + " | ".join(f"{m:.4f} ±{e:.4f}" for m, e in told) + " |", flush=True)


class OneTurn(MoveFilter):
    """Passes one turn a roll: luck may be measured by any values, and these cost a third."""

    def filtered(self, finals: Finals, width: FilterWidth = ONE_TURN) -> Finals:
        return super().filtered(finals, width)


class Met(NamedTuple):
    """How one level did against another."""

    margin: float
    """Points a game, without luck."""
    error: float
    """The standard error of the margin."""
    wins: float
    games: int


class Meeting:
    """Levels of one game that meet each other."""

    def __init__(self, name: str, options: argparse.Namespace) -> None:
        rules = find_game(name).replace(cube_play=False, jacoby=False)
        self.network, _ = network_of(rules, options.weights)
        self.terms = DuelTerms(
            game=GameTables.of(rules),
            pairs=options.games // 2,
            seed=options.seed,
            judge=judging(self.network),
            threads=options.threads,
            chunk=PAIRS_A_PART,
            together=PAIRS_A_PART,
        )
        # Not decided by the mean itself, so the mean stays unbiased.
        self.wanted: float = options.error

    def of(self, high: Level, low: Level) -> Met:
        """The result of the higher level; no more games are played once the error is small enough."""
        players = [
            LevelPlayer(level.name, self.network, SeededLevel(level, n), self.network.move_filter)
            for n, level in enumerate((high, low))
        ]
        parts = list[Duel]()
        mean, error = 0.0, float("inf")
        for part in duel_parts((players[0], players[1]), self.terms):
            parts.append(part)
            whole = joined(parts)
            mean, error = mean_and_error(whole.adjusted, whole.together)
            if len(parts) >= LEAST_PARTS and error < self.wanted:
                break
        points = joined(parts).points
        return Met(mean, error, float(((np.sign(points) + 1) / 2).mean()), points.size)


def judging(network: Network) -> Network:
    """The network that measures luck."""
    known = network.move_filter
    if known is None:
        return network
    return replace(network, move_filter=OneTurn(known.rules, known.flat))


def tell_duels(options: argparse.Namespace) -> None:
    """Every level against the one below, in points a game."""
    print("\n| game | " + " | ".join(f"{n + 1} - {n}" for n in NUMBERS[:-1]) + " |")
    print("| --- |" + " --- |" * len(NUMBERS[:-1]))
    for name in options.game or ("backgammon", "long-nardy", "plakoto"):
        meeting, told, steps = Meeting(name, options), list[str](), list[list[float]]()
        for low, high in pairwise(levels(name)):
            if options.only and int(low.name[-1]) not in options.only:
                continue
            met = meeting.of(high, low)
            told.append(f"{met.margin:+.3f} ±{met.error:.3f}")
            print(
                f"{name} {low.name}: {told[-1]}, {met.wins:.4f} of {met.games}",
                file=sys.stderr,
                flush=True,
            )
            steps.append([*(round(one, 3) for one in met[:2]), round(met.wins, 4), met.games])
        print(f"| {name} | " + " | ".join(told) + " |", flush=True)
        keep(options.json, name, steps)


def keep(file: Path | None, game: str, figures: list[Any]) -> None:
    """Write the figures of a game into a JSON file with one line a game; the others stay."""
    if file is None:
        return
    known = json.loads(file.read_text("utf-8")) | {game: figures}
    lines = [f'  "{name}": {json.dumps(known[name])}' for name in GAMES if name in known]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def tell_calibration(options: argparse.Namespace) -> None:
    """The random error of every level, so that each beats the one below by about as much."""
    for name in options.game or GAMES:
        meeting = Meeting(name, options)
        noises, margins = [0.0], list[float]()
        for number in reversed(NUMBERS[:-1]):
            above = with_noise(number + 1, noises[0])
            first = 1.25 * noises[0] or FIRST_NOISE
            noise, margin = calibrated(meeting, above, (number, first), options)
            noises.insert(0, round(noise, 4))
            margins.insert(0, margin)
        print(f'    "{name}": {noises},'.replace("0.0]", "0]"), flush=True)
        told = " ".join(f"{margin:+.2f}" for margin in margins)
        print(f"{name}: {told}", file=sys.stderr, flush=True)


def calibrated(
    meeting: Meeting, above: Level, begin: tuple[int, float], options: argparse.Namespace
) -> tuple[float, float]:
    """The random error at which a level loses the wanted margin to the one above, and the margin."""
    number, noise = begin
    low, high = FIRST_NOISE / 100, MOST_NOISE
    best = noise, float("inf")
    for _ in range(options.tries):
        margin = meeting.of(above, with_noise(number, noise)).margin
        if abs(margin - options.margin) < abs(best[1] - options.margin):
            best = noise, margin
        if abs(margin - options.margin) < options.margin / 6:
            break
        low, high = (low, noise) if margin > options.margin else (noise, high)
        # A step at first, and half of what is left once there are bounds on both sides.
        ends = (max(low, noise / 1.6), min(high, noise * 1.6))
        noise = (ends[0] * noise) ** 0.5 if margin > options.margin else (ends[1] * noise) ** 0.5
    return best


def main() -> None:
    """Losses, then duels."""
    options = parsed()
    if options.calibrate:
        tell_calibration(options)
        return
    if options.losses:
        tell_losses(options)
    if options.duels:
        tell_duels(options)


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", action="append", help="only this game (may be repeated)")
    parser.add_argument("--games", type=int, default=400, help="of each duel [400]")
    parser.add_argument(
        "--only", type=int, action="append", help="only duels with this lower level"
    )
    parser.add_argument(
        "--error", type=float, default=0.0, help="of a duel, small enough to end it"
    )
    parser.add_argument("--tables", type=int, default=64, help="at which each level plays [64]")
    parser.add_argument("--plies", type=int, default=200, help="of each table [200]")
    parser.add_argument("--json", type=Path, help="write the results of duels into this file")
    parser.add_argument("--json-losses", type=Path, help="write the losses into this file")
    parser.add_argument("--no-duels", dest="duels", action="store_false")
    parser.add_argument("--no-losses", dest="losses", action="store_false")
    parser.add_argument("--calibrate", action="store_true", help="look for the random errors")
    parser.add_argument("--margin", type=float, default=0.3, help="wanted, in points a game [0.3]")
    parser.add_argument("--tries", type=int, default=8, help="of each level [8]")
    parser.add_argument("--weights", type=Path, help="a folder of networks [nardy's own]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
