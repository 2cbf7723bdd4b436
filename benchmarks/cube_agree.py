"""What nardy's cube decisions lose, at money and at match scores, as bgsage judges them.

    python benchmarks/cube_agree.py [--positions 300] [--level 2ply] [--plies 0]

Positions before a roll of games that nardy plays against itself, each with the cube in the middle or
the player's, at a score drawn at random up to nine points away, or as a money game with Jacoby and
without beavers. bgsage (pip install bgsage; it calls the network alone 1ply) tells what doubling and waiting are
worth; the loss is in units of a single at that cube. Printed beside it is what would be lost by always
waiting, and by doubling from nardy's chances as in a money game.
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from peers import load

from nardy.arena.outside import sage_board
from nardy.bots.neural import NeuralBot
from nardy.cli.bench_measures import self_played
from nardy.core.cube import Cube, Owner
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.cubeful import CubeDecision, cube_choice, cube_equities
from nardy.games import BACKGAMMON
from nardy.search.tables import GameTables, without_cube

MONEY = BACKGAMMON.replace(beavers=False)


class Judged(NamedTuple):
    """The equities of bgsage for one position, in units of a single."""

    no_double: float
    double_take: float
    double_pass: float = 1.0

    def loss(self, choice: CubeDecision) -> float:
        """The loss of a choice to double or not."""
        doubled = min(self.double_take, self.double_pass)
        best = max(self.no_double, doubled)
        waits = choice in (CubeDecision.NO_DOUBLE, CubeDecision.TOO_GOOD)
        return best - (self.no_double if waits else doubled)

    def answer_loss(self, *, takes: bool) -> float:
        """The loss of an answer to a double."""
        best = min(self.double_take, self.double_pass)
        return (self.double_take if takes else self.double_pass) - best


def at_random(moment: Situation, draw: random.Random) -> Situation:
    """The moment before its roll with a score and a cube."""
    before = replace(moment, rules=MONEY, roll=None)
    away, theirs = draw.randint(2, 9), draw.randint(1, 9)
    cube = draw.choice([Cube(), Cube(), Cube(2, Owner.PLAYER)])
    if cube.value >= away or draw.random() < 0.25:
        return replace(before, cube=draw.choice([Cube(), Cube(2, Owner.PLAYER)]))
    length = max(away, theirs)
    return replace(before, cube=cube, score=Score(length, length - away, length - theirs))


def judged(analyzer: object, situation: Situation) -> Judged:
    score, owner = situation.score, situation.cube.owner
    away = (0, 0) if score is None else (score.length - score.player, score.length - score.opponent)
    found = analyzer.cube_action(  # type: ignore[attr-defined]
        sage_board(situation.position),
        situation.cube.value,
        "centered" if owner is Owner.NOBODY else "player",
        away1=int(away[0]),
        away2=int(away[1]),
        jacoby=True,
        beaver=False,
    )
    return Judged(found.equity_nd, found.equity_dt, found.equity_dp)


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
    bot, draw = NeuralBot(asked.plies), random.Random(asked.seed)
    network = bot.network(BACKGAMMON)
    moments = self_played(GameTables.of(without_cube(BACKGAMMON)), network, asked.seed)
    kinds: dict[str, list[dict[str, float]]] = {"money": [], "match": []}
    for moment in moments[: asked.positions]:
        situation = at_random(moment, draw)
        verdict = judged(analyzer, situation)
        found = losses(situation, bot.expect(situation), verdict)
        kinds["money" if situation.is_money else "match"].append(found)
    for kind, rows in kinds.items():
        print(f"{kind}, {len(rows)} positions, judged by bgsage {asked.level}; loss a decision")
        for name in rows[0]:
            values = np.array([row[name] for row in rows])
            error = values.std(ddof=1) / np.sqrt(len(values))
            print(
                f"  {name:<28}{values.mean():.4f} ±{error:.4f}   wrong {np.mean(values > 1e-6):.1%}"
            )


def losses(situation: Situation, chances: np.ndarray, verdict: Judged) -> dict[str, float]:
    """The loss of each way to decide."""
    taken = cube_equities(situation, chances).double_take <= 1
    money = replace(situation, score=None)
    ways: dict[str, Callable[[], CubeDecision]] = {
        "nardy": lambda: cube_choice(situation, chances),
        "never doubling": lambda: CubeDecision.NO_DOUBLE,
        "as in a money game": lambda: cube_choice(money, chances),
    }
    found = {f"{name}: doubles": verdict.loss(way()) for name, way in ways.items()}
    found["nardy: takes"] = verdict.answer_loss(takes=taken)
    money_take = cube_equities(money, chances).double_take <= 1
    found["as in a money game: takes"] = verdict.answer_loss(takes=money_take)
    return found


if __name__ == "__main__":
    main()
