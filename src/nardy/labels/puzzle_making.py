"""Puzzles from self-play: decisions that look as if one turn is good, and the rollouts that decide.

A decision is a puzzle if every other turn is worse by at least `GAP` points, after two standard errors are
taken off its gap. Turns that were not rolled out must look that much worse.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from nardy.analysis.decisions import turn_of
from nardy.analysis.rollouts import Figure, RolledOut, rollout_these
from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.labels.drawing import Drawing, Sample, draw
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import FEWEST, Label, Moment, Precision, TruthWork, label_of

GAP = 0.06
"""Points by which every other turn is worse."""
ERRORS = 2.0
"""Standard errors that are taken off a gap."""
LIKELY = 0.08
"""Points by which the second turn must look worse before a decision is rolled out."""
FEWEST_TURNS = 3
"""Between two turns one would be right by chance too often."""
MOST_TRIALS = 36 * 40
"""A gap that is still in doubt then is too close to `GAP`."""
LOOKED = 1
"""Plies of look-ahead at least when decisions are drawn, also where rollouts have none: turns that were not
rolled out are judged by this look alone."""
MOST_GAP = 1.0
"""Of a decision that looks decided by more, the answer is plain."""


def draw_puzzles(drawing: Drawing, bot: NeuralBot) -> Sample:
    """Draw decisions of self-play in which one turn looks good; no position twice."""
    seen, bot = set[str](), _looking_ahead(bot)

    def suits(situation: Situation) -> bool:
        text = situation_text(situation)
        if text in seen or not _looks_decided(bot.rank(situation)):
            return False
        seen.add(text)
        return True

    return draw(drawing, suits)


def _looking_ahead(bot: NeuralBot) -> NeuralBot:
    """A bot with the same network that looks LOOKED plies ahead at least."""
    return bot if bot.plies >= LOOKED else NeuralBot(LOOKED, bot.file)


def _looks_decided(ranked: list[ValuedTurn]) -> bool:
    if len(ranked) < FEWEST_TURNS:
        return False
    best, *others = sorted((one.equity for one in ranked), reverse=True)
    return LIKELY <= best - others[0] <= MOST_GAP


@dataclass(frozen=True)
class PuzzleWork:
    """Rolls out decisions until it is known whether they are puzzles."""

    bot: NamedBot
    precision: Precision

    def __call__(self, moment: Moment) -> Label:
        bot = self.bot.load(moment.situation.rules)
        ranked = _looking_ahead(bot).rank(moment.situation, self.precision.rivals)
        turns = [turn_of(moment.situation, one) for one in ranked]
        plan = TruthWork(self.bot, self.precision).plan(moment)
        found = rollout_these(moment.situation, turns, bot, plan, enough=is_decided)
        return label_of(moment, found)


def is_decided(found: list[RolledOut]) -> bool:
    """Whether each turn but the best is surely worse by `GAP`, or one is surely not."""
    gaps = [one.behind for one in found[1:]]
    return max(one.trials for one in found) >= FEWEST and (
        _are_clear(gaps) or any(gap + ERRORS * error < GAP for gap, error in gaps)
    )


def _are_clear(gaps: Iterable[Figure]) -> bool:
    return all(gap - ERRORS * error >= GAP for gap, error in gaps)


class PuzzleFound(NamedTuple):
    """A puzzle among labels."""

    situation: Situation
    label: Label


def puzzles_of(file: LabelFile, rank: Callable[[Situation], list[ValuedTurn]]) -> list[PuzzleFound]:
    """The decisions of a label file that are puzzles.

    *rank* values all turns of a decision: those that were not rolled out must look worse by `GAP`. Where
    decisions were drawn as puzzles, all of them do.
    """
    is_drawn = file.made["moments"] == "puzzles"
    found = list[PuzzleFound]()
    for moment in file.moments:
        label = file.labels.get(moment.number)
        if label is None or len(label.turns) < 2:
            continue
        clear = _are_clear(one.behind for one in label.turns[1:])
        if clear and (is_drawn or _are_behind(rank(moment.situation), len(label.turns))):
            found.append(PuzzleFound(moment.situation, label))
    return found


def _are_behind(ranked: list[ValuedTurn], rolled_out: int) -> bool:
    """Whether the turns that were not rolled out look worse by `GAP`, and there are enough turns."""
    best = max(one.equity for one in ranked)
    is_choice = len(ranked) >= FEWEST_TURNS
    return is_choice and all(best - one.equity >= GAP for one in ranked[rolled_out:])
