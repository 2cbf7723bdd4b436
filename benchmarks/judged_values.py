"""How well positions of backgammon are valued, by rollouts of another family of networks.

    nardy label backgammon --moments positions --class "back game" --count 1 --least 1000 --games 8192 \
        --bot nardy:0 --error 0.02 --cut 0 --out labels/backgammon-back-games.jsonl
    python benchmarks/second_judge.py labels/backgammon-back-games.jsonl labels/judges/back-games-sage.jsonl \
        --count 1000 --trials 144
    python benchmarks/judged_values.py labels/backgammon-back-games.jsonl labels/judges/back-games-sage.jsonl
    python benchmarks/judged_values.py labels/backgammon.jsonl labels/judges/backgammon-sage.jsonl

The truth is the second file: rollouts of Open Sage. Errors and biases are in points: of back games for their
player, of the turns of decisions for the mover. The rms is freed from the variance of the truth; its error is by
resampling moments. GNU Backgammon's network needs the package gnubg-nn, Open Sage's needs bgsage; no network of
nardy learns from any of these figures.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import gnubg_nn
import numpy as np
from bgsage import BgBotAnalyzer
from class_duels import sign_of
from numpy.typing import NDArray

from nardy.analysis.decisions import estimate
from nardy.arena.outside import sage_board
from nardy.bots.neural import NeuralBot
from nardy.cli.evaluate import plain_bot
from nardy.core.judge import find_turn
from nardy.core.position import BAR
from nardy.core.situation import Phase, Situation
from nardy.labels.label_file import LabelFile
from nardy.labels.second_judge import SecondJudge, TurnFigures
from nardy.labels.truth import Moment

RESAMPLES = 2_000
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Valued = Callable[[Situation], float]
"""The equity of a position before a roll, in points for the player who rolls."""


class Judged(NamedTuple):
    """A position before a roll with its truth, for the player who rolls."""

    moment: int
    """The number of the moment: turns of one decision share it."""
    situation: Situation
    sign: int
    """1 where errors are told for the player who rolls, -1 where for the opponent."""
    truth: float
    error: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("judged", type=Path)
    parser.add_argument("--bot", action="append", default=[], help="also this one: nardy:0:FILE")
    asked = parser.parse_args()
    file = LabelFile.read(asked.labels)
    judged = SecondJudge.read(asked.judged, asked.labels).figures
    known = [
        one
        for moment in file.moments
        if moment.number in judged and moment.number in file.labels
        for one in judged_of(moment, judged[moment.number])
    ]
    signs = np.array([one.sign for one in known])
    truths = np.array([one.truth for one in known])
    moments = np.array([one.moment for one in known])
    noise = float(np.mean([one.error**2 for one in known]))
    print(f"{len(known)} positions; the truth has an error of {noise**0.5:.4f}")
    for name, values in all_values(known, asked.bot).items():
        print(f"{name:24} {told(signs * (values - truths), moments, noise)}")
    own = [file.labels[one.moment].equity for one in known]
    if file.made["moments"] == "positions":
        values, errors = np.array(own).T
        doubt = noise + float(np.mean(errors**2))
        told_own = told(signs * (values - truths), moments, doubt)
        print(f"nardy's rollouts         {told_own}")


def judged_of(moment: Moment, figures: TurnFigures) -> Iterator[Judged]:
    """A back game, or the positions after the turns of a decision."""
    number, situation = moment.number, moment.situation
    if situation.phase is not Phase.TURN:
        if sign := sign_of(moment):
            yield Judged(number, situation, sign, *figures[0][1:])
        return
    for text, equity, error in figures:
        after = replace(situation, position=find_turn(situation, text)[1], roll=None).flipped()
        if after.phase is Phase.ROLL:  # not after the last turn of a game
            yield Judged(number, after, -1, -equity, error)


def all_values(known: list[Judged], bots: list[str]) -> Mapping[str, Doubles]:
    """The equities of each evaluator, in points for the player who rolls."""
    ways: dict[str, Valued] = {
        name: by_nardy(plain_bot(name)) for name in ("nardy:0", "nardy:1", "nardy:2", *bots)
    }
    ways |= {
        "GNU Backgammon's network": by_gnubg(0),
        "GNU Backgammon's, a ply": by_gnubg(1),
        "Open Sage's network": by_sage(),
    }
    return {name: np.array([way(one.situation) for one in known]) for name, way in ways.items()}


def by_nardy(bot: NeuralBot) -> Valued:
    return lambda situation: estimate(situation, bot).equity


def by_gnubg(plies: int) -> Valued:
    def value(situation: Situation) -> float:
        mine, theirs = (
            side[1 : BAR + 1] for side in (situation.position.player, situation.position.opponent)
        )
        win, gammon, backgammon, lost_gammon, lost_backgammon = gnubg_nn.probabilities(
            [list(theirs), list(mine)], plies
        )
        return 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon

    return value


def by_sage() -> Valued:
    # Open Sage values positions after a turn: this one is after the opponent's.
    sage = BgBotAnalyzer(eval_level="1ply", cubeful=False, parallel_threads=1)
    return lambda situation: (
        -sage.post_move_analytics(
            sage_board(situation.position.flipped()), jacoby=False
        ).cubeless_equity
    )


def told(wrong: Doubles, moments: Ints, noise: float) -> str:
    # Turns of one decision err alike, so that decisions are drawn, with all their turns.
    _, where, counts = np.unique(moments, return_inverse=True, return_counts=True)
    sums, squares = np.bincount(where, wrong), np.bincount(where, wrong**2)
    drawn = np.random.default_rng(1).integers(0, len(counts), (RESAMPLES, len(counts)))
    sizes = counts[drawn].sum(1)
    biases = sums[drawn].sum(1) / sizes
    errors = np.maximum(0.0, squares[drawn].sum(1) / sizes - noise) ** 0.5
    rms = max(0.0, float((wrong**2).mean()) - noise) ** 0.5
    return f"bias {wrong.mean():+.4f} ±{biases.std():.4f}, rms {rms:.4f} ±{errors.std():.4f}"


if __name__ == "__main__":
    main()
