"""How well back games are valued, by rollouts of another family of networks.

    nardy label backgammon --moments positions --class "back game" --count 1 --least 1000 --games 8192 \
        --bot nardy:0 --error 0.02 --cut 0 --out labels/backgammon-back-games.jsonl
    python benchmarks/second_judge.py labels/backgammon-back-games.jsonl labels/judges/back-games-sage.jsonl \
        --count 1000 --trials 144
    python benchmarks/back_games.py labels/backgammon-back-games.jsonl labels/judges/back-games-sage.jsonl

The truth is the second file: rollouts of Open Sage. Errors and biases are in points for the player of
the back game. The rms is freed from the variance of the truth; its error is by resampling positions.
GNU Backgammon's network needs the package gnubg-nn, Open Sage's needs bgsage; no network of nardy learns
from any of these figures.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from bgsage import BgBotAnalyzer
from class_duels import sign_of
from numpy.typing import NDArray

from nardy import BACKGAMMON
from nardy.analysis.decisions import estimate
from nardy.arena.outside import GnubgEvaluator, sage_board
from nardy.bots.neural import NeuralBot
from nardy.cli.evaluate import plain_bot
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Positions
from nardy.kernel.arrays import position_arrays
from nardy.kernel.layout import PLAYER
from nardy.kernel.scoring import FACTS_SIZE
from nardy.labels.label_file import LabelFile
from nardy.labels.second_judge import SecondJudge
from nardy.labels.truth import Label, Moment

RESAMPLES = 2_000
Doubles = NDArray[np.float64]
Valued = Callable[[Situation], float]
"""The equity of a position before a roll, in points for the player who rolls."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("judged", type=Path)
    parser.add_argument("--bot", action="append", default=[], help="also this one: nardy:0:FILE")
    asked = parser.parse_args()
    file = LabelFile.read(asked.labels)
    judged = SecondJudge.read(asked.judged, asked.labels).figures
    known = [
        (moment, file.labels[moment.number], *judged[moment.number][0][1:])
        for moment in file.moments
        if moment.number in judged and moment.number in file.labels and sign_of(moment)
    ]
    signs = np.array([sign_of(moment) for moment, *_ in known])
    truths = np.array([truth for *_, truth, _ in known])
    noise = float(np.mean([error**2 for *_, error in known]))
    print(f"{len(known)} positions; the truth has an error of {noise**0.5:.4f}")
    for name, values in all_values(known, asked.bot).items():
        wrong = signs * (values - truths)
        own = noise + (own_noise(known) if name == "nardy's rollouts" else 0.0)
        print(f"{name:24} {told(wrong, own)}")


def all_values(
    known: list[tuple[Moment, Label, float, float]], bots: list[str]
) -> Mapping[str, Doubles]:
    """The equities of each evaluator, in points for the player who rolls."""
    ways: dict[str, Valued] = {
        name: by_nardy(plain_bot(name)) for name in ("nardy:0", "nardy:1", "nardy:2", *bots)
    }
    ways |= {"GNU Backgammon's network": by_gnubg(), "Open Sage's network": by_sage()}
    found = {
        name: np.array([way(moment.situation) for moment, *_ in known])
        for name, way in ways.items()
    }
    return {**found, "nardy's rollouts": np.array([label.equity[0] for _, label, *_ in known])}


def own_noise(known: list[tuple[Moment, Label, float, float]]) -> float:
    return float(np.mean([label.equity[1] ** 2 for _, label, *_ in known]))


def by_nardy(bot: NeuralBot) -> Valued:
    return lambda situation: estimate(situation, bot).equity


def by_gnubg() -> Valued:
    evaluator = GnubgEvaluator(BACKGAMMON)

    def value(situation: Situation) -> float:
        boards, pins = position_arrays([situation.position])
        facts = np.zeros((1, FACTS_SIZE), np.int8)
        _, equities = evaluator.value(Positions(boards, pins, PLAYER, facts))
        return float(equities[0])

    return value


def by_sage() -> Valued:
    # Open Sage values positions after a turn: this one is after the opponent's.
    sage = BgBotAnalyzer(eval_level="1ply", cubeful=False, parallel_threads=1)
    return lambda situation: (
        -sage.post_move_analytics(
            sage_board(situation.position.flipped()), jacoby=False
        ).cubeless_equity
    )


def told(wrong: Doubles, noise: float) -> str:
    random = np.random.default_rng(1)
    drawn = wrong[random.integers(0, len(wrong), (RESAMPLES, len(wrong)))]
    squares = np.maximum(0.0, (drawn**2).mean(1) - noise)
    rms = max(0.0, float((wrong**2).mean()) - noise) ** 0.5
    bias = f"bias {wrong.mean():+.4f} ±{wrong.std(ddof=1) / len(wrong) ** 0.5:.4f}"
    return f"{bias}, rms {rms:.4f} ±{np.sqrt(squares).std():.4f}"


if __name__ == "__main__":
    main()
