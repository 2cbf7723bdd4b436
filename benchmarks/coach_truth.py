"""Whether the coach's sentences are true, and whether rollouts agree with the turn that they prefer.

    python benchmarks/coach_truth.py sentences --count 5000
    python benchmarks/coach_truth.py sentences --count 2500 --first 50   # other moments
    python benchmarks/coach_truth.py judgement backgammon long-nardy --count 300

- T1, facts: random moments of all games, each with the last turn in the list against the best. Every number
  of every sentence is counted again by loops over places and the rule book, those of the network by its
  replies one by one; made points must have been open, kept ones held; in all languages. Any that is wrong
  ends the run.
- T6, judgement: of labelled moments the coach is asked about every rival that was rolled out. Where it names
  a reason why its best turn is better, and the label knows that turn, too, the label's rollout must agree.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from nardy.bots.neural import ValuedTurn
from nardy.coach import explain
from nardy.coach.replies import CoachBot
from nardy.core.situation import Phase, Situation
from nardy.games import GAMES
from nardy.labels.label_file import LabelFile

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.coach.truth import check, explained

SURE = 2.0
"""Standard errors by which a rollout must see another turn ahead, to contradict for sure."""


def tell_truth(wanted: int, each: int, first: int) -> None:
    """T1 over all games in turn from the round *first* on, until so many sentences were checked."""
    told, reasons, start = Counter(), Counter(), time.process_time()
    rounds = ((seed, game) for seed in count(first) for game in GAMES)
    with suppress(KeyboardInterrupt):  # what was checked until then is told
        while told.total() < wanted:
            seed, game = next(rounds)
            for found in explained(game, 1000 + seed, each):
                told[game] += check(found)
                reasons.update(one.fact for one in found.reasons)
    spent = time.process_time() - start
    print(f"{told.total()} sentences of {len(told)} games are true; {spent:.0f} s")
    print(f"  {reasons.total()} reasons: {dict(reasons.most_common())}")


class Ranking(CoachBot):
    """Ranks the turns of a moment once for all that are asked about."""

    last: tuple[Situation, list[ValuedTurn]] | None = None

    def rank(self, situation: Situation, most: int | None = None) -> list[ValuedTurn]:
        if self.last is None or self.last[0] is not situation:
            self.last = situation, super().rank(situation)
        return self.last[1][:most]


def judged(file: LabelFile, half: int) -> Iterator[tuple[float, float, float]]:
    """For each sentence the loss that it tells, that of the rollout, and its standard error."""
    bot = Ranking(2)
    for moment in file.moments:
        label = file.labels.get(moment.number)
        is_other = moment.number % 2 != half or moment.situation.phase is not Phase.TURN
        if label is None or is_other:
            continue
        known = {one.turn: one for one in label.turns}
        for rival in label.turns:
            found = explain(moment.situation, rival.turn, bot)
            best = known.get(str(found.best))
            if not found.reasons or found.is_best or best is None or found.loss is None:
                continue
            gap = rival.behind[0] - best.behind[0]
            yield found.loss, gap, max(rival.behind[1], best.behind[1])


def tell_judgement(game: str, labels: Path, half: int, wanted: int) -> None:
    """T6 of one game."""
    file, found = LabelFile.read(labels / f"{game}.jsonl"), list[tuple[float, float, float]]()
    with suppress(KeyboardInterrupt):
        for one in islice(judged(file, half), wanted):
            found.append(one)
    agrees = sum(gap >= 0 for _, gap, _ in found)
    wrong = sum(gap < -SURE * error for _, gap, error in found)
    print(f"{game}: the rollout agrees with {agrees} of {len(found)} ({agrees / len(found):.1%}),")
    print(f"  and contradicts {wrong} by two standard errors or more")
    for low, high in ((0.01, 0.02), (0.02, 0.04), (0.04, 9)):
        own = [gap >= 0 for loss, gap, _ in found if low <= loss < high]
        if own:
            print(f"  told losses of {low} or more: {sum(own)} of {len(own)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("sentences", "judgement"))
    parser.add_argument("games", nargs="*", default=["backgammon", "long-nardy"])
    parser.add_argument("--labels", type=Path, default=Path("labels"))
    parser.add_argument("--half", type=int, choices=(0, 1), default=1)
    parser.add_argument("--count", type=int, default=5_000)
    parser.add_argument("--each", type=int, default=10, help="moments of a game in a round")
    parser.add_argument("--first", type=int, default=1, help="the first round of moments")
    asked = parser.parse_args()
    if asked.what == "sentences":
        tell_truth(asked.count, asked.each, asked.first)
    for game in asked.games if asked.what == "judgement" else ():
        tell_judgement(game, asked.labels, asked.half, asked.count)


if __name__ == "__main__":
    main()
