"""Roll puzzles out again with other dice: how often the good turn stays the best, and by how much.

    python benchmarks/puzzles_again.py backgammon --sample 200

The rollouts are those of `nardy label --moments puzzles`, with another seed. A puzzle stands if its good turn is the best again,
by 0.03 points or more.
"""

import argparse
import random

from nardy.analysis.decisions import turn_of
from nardy.analysis.rollouts import rollout_these
from nardy.bots.neural import NeuralBot
from nardy.core.situation import Situation
from nardy.labels.puzzle_making import MOST_TRIALS, is_decided
from nardy.labels.puzzles import Puzzle, find_puzzles
from nardy.search.rollout import RolloutPlan

STANDS = 0.03
"""Points by which the good turn must be the best again."""


def gap_again(puzzle: Puzzle, bot: NeuralBot, plan: RolloutPlan) -> float:
    """Points by which the good turn is better than the best other one; negative if it is not."""
    situation: Situation = puzzle.situation
    turns = [turn_of(situation, one) for one in bot.rank(situation, 3)]
    found = rollout_these(situation, turns, bot, plan, enough=is_decided)
    good = next((one.equity[0] for one in found if str(one.turn) == puzzle.best), float("-inf"))
    return good - max(one.equity[0] for one in found if str(one.turn) != puzzle.best)


def main() -> None:
    """Roll a sample out and print how many stand."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=77)
    asked = parser.parse_args()
    every, chance = find_puzzles(asked.game).puzzles, random.Random(asked.seed)
    sample = chance.sample(every, min(asked.sample, len(every)))
    gaps = list[float]()
    for number, puzzle in enumerate(sample):
        seed = asked.seed * 1_000_003 + number
        plan = RolloutPlan(trials=MOST_TRIALS, plies=11, seed=seed, ahead=1, cubeless=True)
        gaps.append(gap_again(puzzle, NeuralBot(1), plan))
        if gaps[-1] < STANDS:
            print(f"{puzzle.id} {gaps[-1]:+.3f} {puzzle.position}", flush=True)
    standing = sum(gap >= STANDS for gap in gaps)
    print(f"{asked.game}: {standing} of {len(gaps)} stand ({standing / len(gaps):.1%})")


if __name__ == "__main__":
    main()
