"""What the turns of a network lose, judged by long rollouts with another network.

    python benchmarks/judged.py --game long-nardy --judge other.npz
    python benchmarks/judged.py --game fevga --judge other.npz --trials 324 --ahead 0

The network plays games against itself without look-ahead. Of each game one decision with a choice is drawn
at random. The judge rolls out the chosen turn and its own favorites a ply ahead, up to four turns within 0.08
points of the best. The rollouts go to the end of the game, with luck removed and the same dice for all turns.

After every 144 trials the turns that are worse than another by more than 3.5 standard errors are dropped. If
no other turn is left, the chosen turn has lost nothing. The trials also end when all differences are known to
half a thousandth of a point.

Half of the remaining trials decide which turn is best, and the other half measure the loss of the chosen one;
then the halves change roles. Taking both from the same trials would overestimate the loss, since the best of
several uncertain figures is partly luck. `at most` is that overestimate.
"""

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from strengths import network_of

from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import load
from nardy.games import find_game
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Ints, Rows
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.choose import Worth, all_finals, best_of, choose, left_over, worth_of
from nardy.search.lookahead import candidates, compared, look
from nardy.search.rollout import GROUP, Doubles, Estimates, RolloutPlan, mean_and_error, roll_out
from nardy.search.tables import (
    LISTED,
    GameTables,
    SearchWidth,
    Tables,
    chosen_rows,
    opening_rolls,
    rows_of,
)

WIDTH = SearchWidth(4, 0.08)
STRIDE, CLEAR = 144, 3.5
KNOWN = 0.0005
"""A difference with so small a standard error needs no more trials."""
MOST_PLIES = 600


class Decision(NamedTuple):
    """A roll that left a choice."""

    table: Tables
    """One row, before the roll."""
    roll: Bytes
    """int8[1, 2]."""
    ply: int


class Judged(NamedTuple):
    """The loss of a decision, in points."""

    loss: float
    at_most: float
    trials: int
    """Games from every turn; 0: judge and network agree, and nothing else is near."""


def decisions(game: GameTables, network: Network, count: int, seed: int) -> list[Decision]:
    """One random decision of each of *count* games of a network against itself."""
    random = np.random.default_rng(seed)
    tables, going = Tables.begun(game, count), np.arange(count)
    kept: dict[int, Decision] = {}
    seen = np.zeros(count, np.int64)
    rolls = opening_rolls(game, random, count)
    for ply in range(MOST_PLIES):
        part = tables.part(going)
        rows = rows_of(game, part, rolls, part.facts[:, FACT_TURNS_MINE].astype(np.int64))
        choice = has_choice(game, part, rows)
        seen[going] += choice
        # The n-th decision replaces the one that is kept with a chance of 1 in n.
        taken = choice & (random.random(len(going)) * np.maximum(1, seen[going]) < 1)
        for n in np.flatnonzero(taken).tolist():
            kept[int(going[n])] = Decision(part.part(np.array([n])), rolls[[n]], ply)
        turn = choose(game, part, rows, network.value)
        rolled = part.facts[:, FACT_LEFT] == 0
        part.advance(np.arange(len(going)), turn, left_over(game, rows, rolled, turn.played))
        for array, new in zip(tables, part, strict=True):
            array[going] = new
        going = going[turn.outcomes == GOING_ON]
        if not len(going):
            break
        rolls = random.integers(1, 7, (len(going), 2), np.int8)
    return list(kept.values())


def has_choice(game: GameTables, tables: Tables, rows: Rows) -> NDArray[np.bool_]:
    """The rows with a choice among listed turns; cascades and leftover dice do not count."""
    listed = np.flatnonzero(
        (rows.mids[:, at.MID_DICE] <= LISTED) & (tables.facts[:, FACT_LEFT] == 0)
    )
    found = np.zeros(len(rows.boards), np.bool_)
    if len(listed):
        found[listed] = np.diff(all_finals(game, chosen_rows(rows, listed)).offsets) > 1
    return found


def judged(
    game: GameTables, network: Network, judge: Network, decision: Decision, plan: RolloutPlan
) -> Judged:
    """The loss of the network in one decision."""
    table, roll, _ = decision
    rows = rows_of(game, table, roll, table.facts[:, FACT_TURNS_MINE].astype(np.int64))
    finals = all_finals(game, rows)
    chosen = int(best_of(worth_of(game, table, finals, network.value).equities, finals.offsets)[0])
    worth = worth_of(game, table, finals, judge.value)
    seen = look(game.with_filter(judge.move_filter), finals, worth, judge.value, 1)
    liked = candidates(
        seen._replace(equities=compared(seen, finals.offsets)), finals.offsets, WIDTH
    )
    tried = np.union1d(liked, [chosen])
    if len(tried) == 1:
        return Judged(0.0, 0.0, 0)
    stories = np.empty((0, GROUP, len(tried)))
    for part in range(-(-plan.trials // STRIDE)):
        some = replace(plan, trials=STRIDE, seed=STRIDE * plan.seed + part)
        more = rolled(game, table, (finals, worth, tried), judge, some)
        stories = np.concatenate([stories, more])
        behind = behind_best(stories)
        kept = (tried == chosen) | (behind.means <= CLEAR * behind.errors)
        tried, stories = tried[kept], stories[:, :, kept]
        if len(tried) == 1:
            return Judged(0.0, 0.0, GROUP * len(stories))
        if behind.errors[kept].max() <= KNOWN:
            break
    return against_best(stories, int(np.searchsorted(tried, chosen)))


def rolled(
    game: GameTables,
    table: Tables,
    turns: tuple[Finals, Worth, Ints],
    judge: Network,
    plan: RolloutPlan,
) -> Doubles:
    """The result of each trial, in points for the mover: float64[groups, 36, turns]."""
    finals, worth, tried = turns
    going = np.flatnonzero(worth.outcomes[tried] == GOING_ON)
    groups = -(-plan.trials // GROUP)
    stories = np.broadcast_to(worth.equities[tried].astype(np.float64), (groups, GROUP, len(tried)))
    if not len(going):
        return stories
    after = tried[going]
    next_tables = Tables(
        np.ascontiguousarray(finals.boards[after][:, ::-1]),
        np.ascontiguousarray(finals.pins[after][:, ::-1]),
        worth.facts[after],
        np.zeros((len(after), game.most_dice), np.int8),
    )
    found = roll_out(game.with_filter(judge.move_filter), next_tables, judge.value, plan)
    stories = stories.copy()
    stories[:, :, going] = -(found.chances @ found.points)
    return stories


def behind_best(stories: Doubles) -> Estimates:
    """How much worse every turn is than the best one."""
    best = stories.mean((0, 1)).argmax()
    return mean_and_error(stories[:, :, [best]] - stories)


def against_best(stories: Doubles, chosen: int) -> Judged:
    """The loss of the chosen turn: each half of the trials measures the best turn of the other half."""
    halves = [stories[part::2].mean((0, 1)) for part in (0, 1)]
    losses = [
        values[other.argmax()] - values[chosen] for values, other in (halves, reversed(halves))
    ]
    every = stories.mean((0, 1))
    trials = GROUP * len(stories)
    return Judged(float(np.mean(losses)), float(every.max() - every[chosen]), trials)


def main() -> None:
    """One row."""
    options = parsed()
    rules = find_game(options.game).replace(cube_play=False, jacoby=False)
    game = GameTables.of(rules)
    network, _ = network_of(rules, options.weights)
    judge, _ = load(options.judge, rules.published)
    asked = decisions(game, network, options.decisions, options.seed)[: options.first]
    plan = RolloutPlan(
        trials=options.trials,
        plies=options.plies,
        seed=options.seed,
        ahead=options.ahead,
        widths=(SearchWidth(options.most, options.margin),),
    )

    def one(decision: Decision) -> Judged:
        return judged(game, network, judge, decision, plan)

    print("| game | decisions | rolled out | loss | at most |")
    print("| --- | --- | --- | --- | --- |")
    found: list[Judged] = []
    with ThreadPoolExecutor(options.threads) as pool:
        for judgement in pool.map(one, asked):
            found.append(judgement)
            if len(found) % options.tell == 0 or len(found) == len(asked):
                print(row(options.game, found), flush=True)


def row(name: str, found: list[Judged]) -> str:
    """The estimates so far."""
    losses = np.array([judgement.loss for judgement in found])
    most = np.mean([judgement.at_most for judgement in found])
    error = losses.std(ddof=1) / np.sqrt(len(losses)) if len(losses) > 1 else np.inf
    asked = sum(judgement.trials > 0 for judgement in found)
    return f"| {name} | {len(found)} | {asked} | {losses.mean():.4f} ±{error:.4f} | {most:.4f} |"


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", required=True)
    parser.add_argument("--judge", type=Path, required=True, help="a network from another seed")
    parser.add_argument("--weights", type=Path, help="a folder of networks [nardy's own]")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--first", type=int, help="judge only so many of these decisions [all]")
    parser.add_argument("--trials", type=int, default=1_296)
    parser.add_argument("--plies", type=int, help="then the judge's word stands for the end")
    parser.add_argument("--ahead", type=int, default=1, help="plies that the judge looks ahead [1]")
    parser.add_argument("--most", type=int, default=4, help="turns that it looks at so [4]")
    parser.add_argument("--margin", type=float, default=0.08, help="points behind the best [0.08]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tell", type=int, default=300, help="a row after each so many [300]")
    return parser.parse_args()


if __name__ == "__main__":
    main()
