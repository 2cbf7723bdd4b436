"""How often the coach's reasons are true, enough, and there at all, on labelled decisions.

    python benchmarks/coach.py backgammon --half 1
    python benchmarks/coach.py long-nardy --half 1 --players baseline
    python benchmarks/coach.py fevga --players near --seed 11 --count 200   # needs no labels
    python benchmarks/coach.py fevga --players self --seed 11 --count 200

A decision has a best turn and a worse one: a rival that was rolled out for the label, or the turn of the bot
`baseline` where that is worse. The coach names its reasons by the network, two plies ahead; here rollouts
judge, cut after seven plies. Moments with odd numbers are the test; even ones were used to choose the reasons.
Without labels the decisions are those of self-play: `near` has a rival among the best four turns, as labels
have, and `self` the turn of `baseline`. Even seeds were used to choose the reasons.

- coverage: decisions with a reason, of those that lose 0.04 or more (errors), or 0.08 or more (blunders).
- T2, cause: the worse turn is *given* what the reason says that it lacks, by the smallest move of one checker
  (a blot is filled, a point made, a digit opened; a checker of the opponent put on the bar). The loss must
  shrink to half or less. The coach itself takes the fact from the *better* turn, by other changes or none.
  The control moves a checker of the same player as far without changing the fact. Decisions where the judge's
  own loss is below two standard errors are left out: half of it would be noise. So are expected rolls of races.
- T3, sufficiency: a reader who knows `baseline` and the first named fact chooses among all turns: one more
  feature, worth one in log odds for each difference worth naming. They must find a turn that loses at most half.
  The control is a random other fact of the game that differs between some of the turns.
"""

import argparse
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

# Before numpy is imported, which reads it: several threads only slow small matrices down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from nardy.analysis.decisions import turn_of
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.baseline.evaluator import evaluate_all
from nardy.bots.neural import NeuralBot
from nardy.coach.facts import BY_ID, After, facts_for
from nardy.coach.kinds import KINDS, LARGER, REPLIES, ROLLS_TO_GO
from nardy.coach.reasons import FEWER_ROLLS, Reason, compare, reasons
from nardy.coach.replies import CoachBot, Valuation
from nardy.core.acts import end_turn
from nardy.core.game import Game
from nardy.core.judge import find_turn
from nardy.core.position import BAR, OFF, Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.exact.bearoff import bearoff
from nardy.exact.sides import side_numbers
from nardy.games import find_game
from nardy.labels.label_file import LabelFile
from nardy.search.conversions import tables_of
from nardy.search.rollout import RolloutPlan, mean_and_error, roll_out
from nardy.search.tables import GameTables, without_cube

ERROR, BLUNDER = 0.04, 0.08
SURE = 2.5
"""Standard errors by which a labelled rival is worse."""
ASKED = 0.25
"""The share of the turns of self-play that are asked about."""
RANKED, NEAR = 4, 0.1
"""Labels have as many turns at most, and rivals as near to the best."""
FAR = 6
FEW = 3
HALF = 0.5
PLAN = RolloutPlan(trials=72, plies=7)
CLEAR = 2.0
"""Standard errors by which the judge must see the loss, too; otherwise half of it is mere noise."""


class Case(NamedTuple):
    """A decision: the situations after the better and the worse turn."""

    number: int
    kind: str
    before: Situation
    better: Situation
    worse: Situation
    gap: float


class Judge:
    """Rollouts of situations after turns, cut after seven plies, with the same dice for all."""

    def __init__(self, rules: Rules) -> None:
        self.bot = CoachBot(2)
        self.game = GameTables.of(without_cube(rules))
        self.quick = self.game.with_filter(self.bot.network(rules).move_filter)
        self.value = self.bot.evaluator(self.game.rules).value

    def worth(self, afters: list[Situation]) -> np.ndarray:
        """Points for the player who made the turns."""
        if not afters:
            return np.zeros(0)
        return self.gaps(afters)[0]

    def gaps(self, afters: list[Situation]) -> tuple[np.ndarray, float]:
        """The same, and the standard error of the difference of the first two: their dice are the same."""
        found = roll_out(self.quick, tables_of(self.quick, afters), self.value, PLAN)
        points = -(found.chances @ found.points)
        error = mean_and_error(points[..., [0]] - points[..., [1]]).errors[0]
        return mean_and_error(points).means, float(error)


def cases(file: LabelFile, half: int, players: str, judge: Judge) -> Iterator[Case]:
    """Decisions of one half of the moments with a turn that is surely worse."""
    for moment in file.moments:
        label = file.labels.get(moment.number)
        if label is None or moment.number % 2 != half or moment.situation.phase is not Phase.TURN:
            continue
        found = (
            rival(moment.situation, label) if players == "rivals" else mistake(moment, label, judge)
        )
        if found is not None:
            yield Case(moment.number, moment.kind, moment.situation, *found)


def after(before: Situation, final: Position) -> Situation | None:
    found = end_turn(before, final, 99)
    return None if found.phase is Phase.OVER else found


def rival(before: Situation, label) -> tuple[Situation, Situation, float] | None:
    worse = [
        one
        for one in label.turns[1:]
        if one.behind[0] >= ERROR and one.behind[0] >= SURE * one.behind[1]
    ]
    if not worse:
        return None
    pair = [after(before, find_turn(before, one.turn)[1]) for one in (label.turns[0], worse[-1])]
    return None if None in pair else (*pair, worse[-1].behind[0])


def mistake(moment, label, judge: Judge) -> tuple[Situation, Situation, float] | None:
    before = moment.situation
    best = find_turn(before, label.turns[0].turn)[1]
    chosen, _ = BaselineBot().choose(before)
    pair = [after(before, one) for one in (best, chosen)]
    if best == chosen or None in pair:
        return None
    values = judge.worth(pair)
    gap = float(values[0] - values[1])
    return (*pair, gap) if gap >= ERROR else None


def played(rules: Rules, judge: Judge, seed: int, players: str) -> Iterator[Case]:
    """Decisions of self-play without look-ahead, with a turn that is worse by two plies.

    For games without labels: the judge's rollout, cut after seven plies, must see the error for sure.
    """
    chance, number, bot = random.Random(seed), 0, NeuralBot(0)
    while True:
        game = Game(rules, seed=chance.randrange(10**9))
        while game.phase is not Phase.OVER:
            if game.phase is not Phase.TURN:
                game.roll()
                continue
            before, number = game.situation, number + 1
            if chance.random() < ASKED and (found := judged(before, judge, players)):
                yield Case(number, "self-play", before, *found)
            game.play(turn_of(before, bot.rank(before, 1)[0])[0])


def judged(
    before: Situation, judge: Judge, players: str
) -> tuple[Situation, Situation, float] | None:
    ranked = CoachBot(2).rank(before)
    if players == "near":
        rivals = [one for one in ranked[1:RANKED] if ranked[0].equity - one.equity <= NEAR]
        other = rivals[-1] if rivals else None
    else:
        chosen, _ = BaselineBot().choose(before)
        other = next((one for one in ranked[1:] if one.final == chosen), None)
    if other is None or ranked[0].equity - other.equity < ERROR:
        return None
    pair = [after(before, one.final) for one in (ranked[0], other)]
    if None in pair:
        return None
    values, error = judge.gaps(pair)
    gap = float(values[0] - values[1])
    return (*pair, gap) if gap >= max(ERROR, SURE * error) else None


# ------------------------------------------------------------------------------------- T2


def moved(
    rules: Rules, position: Position, side: int, farthest: int = FAR
) -> Iterator[tuple[int, Position]]:
    """Every move of one checker of a side, forward or back, to a point where it may stand."""
    boards = [list(position.player), list(position.opponent)]
    own, other = boards[side], boards[1 - side]
    pinned = position.player_pinned, position.opponent_pinned
    for origin in range(1, 25):
        over = rules.facing(origin) in pinned[1 - side]
        if own[origin] == 0 or over or origin in pinned[side]:
            continue
        for target in range(max(1, origin - farthest), min(24, origin + farthest) + 1):
            if target != origin and other[rules.facing(target)] == 0:
                yield origin - target, put(position, side, origin, target)


def put(position: Position, side: int, origin: int, target: int) -> Position:
    counts = list((position.player, position.opponent)[side])
    counts[origin] -= 1
    counts[target] += 1
    return replace(position, **{("player", "opponent")[side]: tuple(counts)})


def given(game: GameTables, case: Case, reason: Reason) -> tuple[list[Situation], list[Situation]]:
    """The worse turn with the named fact as good as after the better one; and the control."""
    position = case.worse.position.flipped()
    # Without blots that can be hit no reply hits.
    is_reply = reason.fact == "hit replies"
    fact = BY_ID["shots" if is_reply else reason.fact]
    sides = (0,) if fact.id == "shots" else (0, 1)
    made = [(side, step, one) for side in sides for step, one in moved(game.rules, position, side)]
    if fact.id == "on the bar":
        blots = [p for p in range(1, 25) if position.opponent[p] == 1]
        made += [(1, 99, put(position, 1, blot, BAR)) for blot in blots]
    if fact.id == "off":
        home = [p for p in range(1, 7) if position.player[p]]
        made += [(0, 99, put(position, 0, point, OFF)) for point in home]
    if fact.id in ("on the bar", "off"):
        made = [one for one in made if one[1] == 99] + [one for one in made if abs(one[1]) == 1]
    afters = [replace(case.worse, position=one.flipped()) for *_, one in made]
    counts = After(game, afters).counted(fact)
    played = float(After(game, [case.worse]).counted(fact)[0])
    wanted = min(reason.best, played - fact.least) if is_reply else reason.best
    good = [n for n, count in enumerate(counts) if (count - wanted) * fact.better >= 0]
    if not good:
        return [], []
    least = min(abs(made[n][1]) for n in good)
    good = [n for n in good if abs(made[n][1]) == least]
    chooser = random.Random(case.number)
    good = chooser.sample(good, min(FEW, len(good)))
    sizes = {(made[n][0], 1 if least == 99 else abs(made[n][1])) for n in good}
    calm = [
        n
        for n, count in enumerate(counts)
        if count == played and (made[n][0], abs(made[n][1])) in sizes
    ]
    calm = chooser.sample(calm, min(FEW, len(calm)))
    return [afters[n] for n in good], [afters[n] for n in calm]


def safe(case: Case, reason: Reason) -> list[Situation]:
    """Both turns where the player (or the opponent) has borne off a checker: no larger loss (or win)."""
    side = 0 if reason.fact == "lost" else 1
    found = []
    for one in (case.better, case.worse):
        position = one.position.flipped()
        own = (position.player, position.opponent)[side]
        home = next((p for p in (*range(1, 7), *range(7, 25)) if own[p] > 1), None)
        if home is None or own[OFF]:
            return []
        found.append(replace(one, position=put(position, side, home, OFF).flipped()))
    return found


def caused(
    game: GameTables, judge: Judge, case: Case, reason: Reason
) -> tuple[float, float] | None:
    """The part of the loss left without the reason, and after the control change; None if neither can be made."""
    if reason.fact == ROLLS_TO_GO:
        # Nothing else is left in the position, so nothing can be left of the loss without it.
        return None
    if reason.fact in LARGER:
        pair = safe(case, reason)
        if not pair:
            return None
        values, error = judge.gaps([case.better, case.worse, *pair])
        loss = values[0] - values[1]
        return None if loss < CLEAR * error else (float((values[2] - values[3]) / loss), np.nan)
    good, calm = given(game, case, reason)
    if not good:
        return None
    values, error = judge.gaps([case.better, case.worse, *good, *calm])
    loss = values[0] - values[1]
    if loss < CLEAR * error:
        return None
    left = values[0] - values[2 : 2 + len(good)].mean()
    control = values[0] - values[2 + len(good) :].mean() if calm else np.nan
    return float(left / loss), float(control / loss)


# ------------------------------------------------------------------------------------- T3


class Reader:
    """Knows `baseline` and one fact."""

    def __init__(self, valuation: Valuation, case: Case) -> None:
        self.case = case
        ranked = CoachBot(0).rank(case.before)
        afters = [after(case.before, one.final) for one in ranked]
        self.afters = [one for one in afters if one is not None]
        finals = [one.position.flipped() for one in self.afters]
        self.plain = np.array(evaluate_all(case.before.rules, finals))
        self.after = After(valuation.game, self.afters)
        self.valuation = valuation
        points = np.array(valuation.game.points)
        unit = points[points > 0].min()
        chances = np.array(
            [one.chances for one, kept in zip(ranked, afters, strict=True) if kept is not None]
        )
        self.larger = {
            "lost": -chances[:, points < -unit].sum(1),
            "won": chances[:, points > unit].sum(1),
        }

    def scores(self, fact: str) -> np.ndarray:
        if fact in LARGER:
            return 100 * self.larger[fact]
        if fact == ROLLS_TO_GO:
            finals = [one.position.flipped() for one in self.afters]
            sides = side_numbers(np.array([one.player for one in finals], np.int8), 6)
            return -bearoff(self.case.before.rules).means[sides] / FEWER_ROLLS
        fact = "shots" if fact in REPLIES else fact
        known = BY_ID[fact]
        return self.after.counted(known) * known.better / known.least

    def loss(self, fact: str) -> float:
        """The loss of the reader's choice, by the network two plies ahead."""
        chosen = int(np.argmax(self.plain + self.scores(fact)))
        best, found = self.valuation.means([self.case.better, self.afters[chosen]]).tolist()
        return best - found

    def others(self, fact: str) -> list[str]:
        rules = self.valuation.game.rules
        known = {one.id for one in facts_for(rules)}
        names = [kind.fact for kind in KINDS if kind.fact in known and kind.fact != fact]
        return [name for name in names if np.ptp(self.after.counted(BY_ID[name]))]


# ------------------------------------------------------------------------------------- the report


class Report:
    """An explanation, and whether it was true and enough."""

    def __init__(self) -> None:
        self.said, self.total, self.unsure, self.named = Counter(), Counter(), Counter(), Counter()
        self.causes: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.enough: list[tuple[bool, bool]] = []

    def add(self, bot: CoachBot, judge: Judge | None, case: Case) -> None:
        """Ask the coach about one decision; without a judge T2 is left out."""
        grade = "blunders" if case.gap >= BLUNDER else "errors"
        self.total[grade] += 1
        valuation = bot.valuation(case.before)
        pair = compare(valuation, [case.better, case.worse])
        if pair.loss < HALF * case.gap:
            self.unsure[grade] += 1
            return
        found = reasons(pair)
        self.said[grade] += bool(found)
        for reason in found:
            self.named[reason.fact] += 1
            left = None if judge is None else caused(valuation.game, judge, case, reason)
            if left is not None:
                self.causes[reason.fact].append(left)
        if found:
            self._read(Reader(valuation, case), found[0].fact, pair.loss)

    def _read(self, reader: Reader, fact: str, loss: float) -> None:
        others = reader.others(fact)
        if others:
            control = random.Random(reader.case.number).choice(others)
            right = [reader.loss(name) <= HALF * loss for name in (fact, control)]
            self.enough.append((right[0], right[1]))

    def lines(self) -> Iterator[str]:
        for grade, total in self.total.items():
            share = self.said[grade] / total
            yield (
                f"  {grade}: {self.said[grade]} of {total} have a reason ({share:.0%}); "
                f"the network disagrees with the rollout on {self.unsure[grade]}"
            )
        every = [one for own in self.causes.values() for one in own]
        if every:
            yield f"  T2: {told(every)}; reasons named {sum(self.named.values())}"
        for fact, own in sorted(self.causes.items(), key=lambda item: -len(item[1])):
            yield f"    {fact}: {told(own)}; named {self.named[fact]}"
        if self.enough:
            right, control = np.mean(self.enough, 0)
            yield f"  T3: {right:.0%} of {len(self.enough)}, a random fact {control:.0%}"


def told(own: list[tuple[float, float]]) -> str:
    left = np.array(own)
    control = left[~np.isnan(left[:, 1]), 1]
    part = f"{(control <= HALF).mean():.0%} of {len(control)}" if len(control) else "none"
    return f"{(left[:, 0] <= HALF).mean():.0%} of {len(left)} lose half or less, control {part}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--labels", type=Path, default=Path("labels"))
    parser.add_argument("--half", type=int, choices=(0, 1), default=1)
    parser.add_argument(
        "--players", choices=("rivals", "baseline", "self", "near"), default="rivals"
    )
    parser.add_argument("--seed", type=int, default=1, help="of self-play, for self and near")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument(
        "--undo", type=int, default=10_000, help="decisions with T2; the rest without"
    )
    asked = parser.parse_args()
    is_own = asked.players in ("self", "near")
    file = None if is_own else LabelFile.read(asked.labels / f"{asked.game}.jsonl")
    # The judge plays without a cube, so the coach must, too: with one the Jacoby rule counts no gammons.
    rules = file.moments[0].situation.rules if file else without_cube(find_game(asked.game))
    bot, judge, report = CoachBot(2), Judge(rules), Report()
    every = (
        cases(file, asked.half, asked.players, judge)
        if file
        else played(rules, judge, asked.seed, asked.players)
    )
    with suppress(KeyboardInterrupt):  # what is found until then is told
        for done, case in enumerate(islice(every, asked.count)):
            report.add(bot, judge if done < asked.undo else None, case)
    part = f"seed {asked.seed}" if is_own else f"half {asked.half}"
    print(f"{asked.game}, {asked.players}, {part}")
    print(*report.lines(), sep="\n")


if __name__ == "__main__":
    main()
