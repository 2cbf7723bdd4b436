"""What nardy's turns lose at match scores, as bgsage judges them.

    python benchmarks/match_turns.py [--positions 300] [--level 2ply] [--plies 0]

Decisions of games that nardy plays against itself, each at scores where gammons weigh differently. bgsage
(pip install bgsage; it calls the network alone 1ply) tells what every turn is worth, in units of a single.
Beside it stands what nardy loses when it plays as in a money game, by the same network.
"""

import argparse
from dataclasses import replace

import numpy as np
from peers import load

from nardy.arena.outside import sage_board
from nardy.bots.neural import NeuralBot
from nardy.cli.bench_measures import self_played
from nardy.core.cube import Cube, Owner
from nardy.core.situation import Score, Situation
from nardy.games import BACKGAMMON
from nardy.search.tables import GameTables, without_cube

SCORES = {
    "one away each": (Score(5, 4, 4), Cube()),
    "Crawford, two away": (Score(5, 3, 4, is_crawford=True), Cube()),
    "Crawford, one away": (Score(5, 4, 3, is_crawford=True), Cube()),
    "four away, their cube of 2, they one": (Score(5, 1, 4), Cube(2, Owner.OPPONENT)),
    "two away each": (Score(5, 3, 3), Cube()),
    "three away each": (Score(7, 4, 4), Cube()),
    "seven away each": (Score(7, 0, 0), Cube()),
}
OWNERS = {Owner.NOBODY: "centered", Owner.PLAYER: "player", Owner.OPPONENT: "opponent"}


def judged(analyzer: object, situation: Situation) -> dict[tuple[int, ...], float]:
    """The equity of every final board."""
    score, roll = situation.score, situation.roll
    assert score is not None
    assert roll is not None
    found = analyzer.checker_play(  # type: ignore[attr-defined]
        sage_board(situation.position),
        roll.high,
        roll.low,
        situation.cube.value,
        OWNERS[situation.cube.owner],
        away1=int(score.length - score.player),
        away2=int(score.length - score.opponent),
        is_crawford=score.is_crawford,
    )
    return {tuple(move.board): move.equity for move in found.moves}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--level", default="2ply")
    parser.add_argument("--plies", type=int, default=0, help="that nardy looks ahead")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bgsage = load("bgsage", "bgsage")
    if bgsage is None:
        return
    analyzer = bgsage.BgBotAnalyzer(eval_level=asked.level, parallel_threads=1)
    bot = NeuralBot(asked.plies)
    network = bot.network(BACKGAMMON)
    moments = self_played(GameTables.of(without_cube(BACKGAMMON)), network, asked.seed)
    print(f"loss a turn by bgsage {asked.level}, {asked.positions} decisions, nardy:{asked.plies}")
    for name, (score, cube) in SCORES.items():
        losses: list[tuple[float, float]] = []
        for moment in moments[: asked.positions]:
            money = replace(moment, rules=BACKGAMMON)
            situation = replace(money, score=score, cube=cube)
            worth = judged(analyzer, situation)
            if len(worth) < 2:
                continue
            best = max(worth.values())
            losses.append(
                tuple(  # type: ignore[arg-type]
                    best - worth[tuple(sage_board(bot.rank(seen)[0].final))]
                    for seen in (situation, money)
                )
            )
        values = np.array(losses)
        error = values.std(0, ddof=1) / np.sqrt(len(values))
        gain = values[:, 1] - values[:, 0]
        print(
            f"  {name:<38}{values[:, 0].mean():.4f} ±{error[0]:.4f}   as in money "
            f"{values[:, 1].mean():.4f} ±{error[1]:.4f}   gain {gain.mean():+.4f} "
            f"±{gain.std(ddof=1) / np.sqrt(len(gain)):.4f}"
        )


if __name__ == "__main__":
    main()
