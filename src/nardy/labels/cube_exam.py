"""What bots lose with the cube, by labels of cube decisions.

At each moment two decisions are asked for: that of the player who may double, and the opponent's answer.
Every gap is charged, however small: near the borders it is what cube play is about. What the errors of
the labels add is told as noise. Losses are points for each point of the cube; in a match 1 is a single
won at the score. There the match-winning chance that was lost is counted as well.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, sqrt

import numpy as np

from nardy.analysis.answers import worth_of_answers
from nardy.analysis.cube_review import CLOSE
from nardy.bots.bot import Bot
from nardy.core.cube_acts import offer_double
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import CubeEquities
from nardy.evaluation.cube.match_value import match_ladder
from nardy.labels.asked_bot import AskedBot
from nardy.labels.cube_drawing import MATCH, MONEY
from nardy.labels.label_file import LabelFile
from nardy.labels.strata import error_of_mean
from nardy.labels.truth import CubeLabel, Figure, Moment

MISTAKES = ("wrong double", "missed double", "wrong take", "wrong pass")


@dataclass(frozen=True)
class CubeAnswer:
    """A bot's two decisions at one moment."""

    moment: Moment
    losses: Mapping[str, float]
    """By mistake; the others are not in it. A beaver counts as a take."""
    noise: float
    """Points that a perfect player would lose by this label in the mean."""
    unit: float
    """Match-winning chance for each point lost; 0 in a money game."""
    failed: int
    """The number of decisions without a legal act, for which the worst one is charged."""

    @property
    def loss(self) -> float:
        return sum(self.losses.values())


@dataclass(frozen=True)
class Mistakes:
    """The mistakes of one kind."""

    count: int
    loss: Figure
    """Points lost by them a moment, in the mean of all moments."""


@dataclass(frozen=True)
class CubeGrade:
    """A bot's result for money or in matches; moments are weighted by how often their class occurs."""

    moments: int
    loss: Figure
    """Points lost a moment at which a double is allowed, with its standard error."""
    noise: float
    """The part of it that is due to the errors of the labels."""
    chance: Figure | None
    """Match-winning chance lost a moment; None for money."""
    mistakes: Mapping[str, Mistakes]
    failed: int
    """The number of decisions without a legal act, for which the worst one is charged."""


def cube_answers(file: LabelFile, bot: Bot) -> list[CubeAnswer]:
    """What a bot does at each labeled cube decision, and what it loses; the worst act where it fails."""
    found, asked = list[CubeAnswer](), AskedBot(bot)
    for moment in file.moments:
        label = file.labels.get(moment.number)
        if label is not None and label.cube is not None:
            found.append(_answer(moment, label.cube, asked))
    return found


def cube_grades(file: LabelFile, answers: Sequence[CubeAnswer]) -> dict[str, CubeGrade]:
    """The results for money and in matches, if there are such moments."""
    grades = dict[str, CubeGrade]()
    for stake in (MONEY, MATCH):
        own = [one for one in answers if one.moment.kind.startswith(stake)]
        if own:
            grades[stake] = _grade(own, file.shares, in_match=stake == MATCH)
    return grades


def _answer(moment: Moment, cube: CubeLabel, bot: AskedBot) -> CubeAnswer:
    situation, losses, failed = moment.situation, dict[str, float](), bot.failed
    act = bot.answer(lambda bot: bot.choose_act(situation))
    gain, _ = cube.gain
    doubles = gain < 0 if act is None else act == "double"
    if gain < 0 if doubles else gain > 0:
        losses["wrong double" if doubles else "missed double"] = abs(gain)
    noise = _charged(cube.gain)
    # Where nobody would double, nobody is asked for an answer.
    if gain > -CLOSE:
        taken, doubt = cube.double_take
        losses |= _lost_by_answer(situation, cube, bot)
        noise += _charged((taken - 1, doubt))
    return CubeAnswer(moment, losses, noise, _unit(situation), bot.failed - failed)


def _lost_by_answer(situation: Situation, cube: CubeLabel, bot: AskedBot) -> dict[str, float]:
    offered = offer_double(situation)
    taken, _ = cube.double_take
    worth = worth_of_answers(offered, CubeEquities(cube.no_double[0], taken, 1.0))
    act = bot.answer(lambda bot: bot.choose_act(offered)) or min(worth, key=worth.__getitem__)
    gap = max(worth.values()) - worth[act]
    return {"wrong pass" if act == "pass" else "wrong take": gap} if gap else {}


def _charged(found: Figure) -> float:
    """The loss that a label wrongly charges in the mean, if the truth varies normally by its error."""
    gap, error = abs(found[0]), found[1]
    if not error:
        return 0.0
    return gap * (1 - erf(gap / error / sqrt(2))) / 2


def _unit(situation: Situation) -> float:
    if situation.is_money:
        return 0.0
    ladder = match_ladder(situation)
    return float(ladder.cash[0] - ladder.loss[0]) / 2


def _grade(
    answers: Sequence[CubeAnswer], shares: Mapping[str, float], *, in_match: bool
) -> CubeGrade:
    weighted = _Weighted(answers, shares)
    mistakes = {
        name: Mistakes(
            sum(name in one.losses for one in answers),
            weighted.mean(lambda one, name=name: one.losses.get(name, 0.0)),
        )
        for name in MISTAKES
    }
    chance = weighted.mean(lambda one: one.loss * one.unit) if in_match else None
    loss, noise = weighted.mean(lambda one: one.loss), weighted.mean(lambda one: one.noise)
    failed = sum(one.failed for one in answers)
    return CubeGrade(len(answers), loss, noise[0], chance, mistakes, failed)


class _Weighted:
    """Moments by class, each class with its share in play."""

    def __init__(self, answers: Iterable[CubeAnswer], shares: Mapping[str, float]) -> None:
        self.kinds = dict[str, list[CubeAnswer]]()
        for one in answers:
            self.kinds.setdefault(one.moment.kind, []).append(one)
        total = sum(shares.get(kind, 0.0) for kind in self.kinds) or 1.0
        self.weights = {kind: shares.get(kind, 0.0) / total for kind in self.kinds}

    def mean(self, figure: Callable[[CubeAnswer], float]) -> Figure:
        """The mean, and its standard error within the classes."""
        values = {kind: np.array([figure(one) for one in own]) for kind, own in self.kinds.items()}
        mean = sum(self.weights[kind] * float(own.mean()) for kind, own in values.items())
        return mean, error_of_mean(values, self.weights)
