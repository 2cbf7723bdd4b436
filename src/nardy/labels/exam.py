"""What bots lose a decision, by labels.

The performance rating (PR) is reckoned from decisions that have a choice. Decisions were drawn by class, so that
the mean is weighted by how often each class occurs in play.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nardy.analysis.decisions import estimate
from nardy.bots.bot import Bot, final_of
from nardy.bots.neural import NeuralBot
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Phase, Situation
from nardy.error_rates.performance_rating import PR_SCALE
from nardy.kernel.layout import Doubles
from nardy.labels.asked_bot import AskedBot
from nardy.labels.label_file import LabelFile
from nardy.labels.strata import common_variance, error_of_mean
from nardy.labels.truth import SURE, Label, Moment


@dataclass(frozen=True)
class Answer:
    """A bot's choice at one decision."""

    moment: Moment
    label: Label
    loss: float
    """Points lost; 0 for a turn that is not surely worse than the best."""
    noise: float
    """Points that the truly best turn would lose by these labels in the mean."""
    is_estimated: bool
    """Whether the turn was not rolled out, and its loss is the ranking bot's estimate."""
    is_failed: bool = False
    """Whether the bot gave no legal turn, and the worst one is charged."""


@dataclass(frozen=True)
class Grade:
    """A bot's result, in all or in one class."""

    decisions: int
    rating: float
    """The performance rating."""
    error: float
    """Its standard error, by the spread within the classes; infinite for a single decision."""
    noise: float
    """The part of the rating that is due to the errors of the labels."""
    estimated: float
    """The part of the decisions whose loss is an estimate."""
    right: float
    """The part of the decisions where nothing was lost."""
    failed: int
    """The decisions without a legal turn, for which the worst one is charged."""


class Exam:
    """The decisions of a label file that have their label."""

    def __init__(self, file: LabelFile, ranking: NeuralBot) -> None:
        """`ranking` estimates the loss of turns that were not rolled out."""
        self.shares = file.shares
        self.ranking = ranking
        self.decisions = [
            (moment, file.labels[moment.number])
            for moment in file.moments
            if moment.number in file.labels and moment.situation.phase is Phase.TURN
        ]

    def answers(self, bot: Bot, told: Callable[[int], None] = lambda _: None) -> list[Answer]:
        """What the bot chooses at each decision, and what it loses; the worst turn where it fails."""
        return self.judged(self.choices(bot, told))

    def choices(
        self, bot: Bot, told: Callable[[int], None] = lambda _: None
    ) -> dict[int, Position | None]:
        """The final position that the bot chooses at each decision, by its number; None where it fails."""
        found, asked = dict[int, Position | None](), AskedBot(bot)
        for count, (moment, _) in enumerate(self.decisions, 1):
            situation = moment.situation
            found[moment.number] = asked.answer(lambda bot, here=situation: final_of(bot, here)[0])
            told(count)
        return found

    def judged(self, choices: Mapping[int, Position | None]) -> list[Answer]:
        """The losses of these choices; the worst turn is charged where there is none."""
        found = list[Answer]()
        for moment, label in self.decisions:
            situation, chosen = moment.situation, choices[moment.number]
            final = chosen or self._worst(situation)
            loss, is_estimated = self._loss(situation, label, final)
            found.append(Answer(moment, label, loss, _noise(label), is_estimated, chosen is None))
        return found

    def _worst(self, situation: Situation) -> Position:
        return min(self.ranking.rank(situation), key=lambda one: one.equity).final

    def _loss(self, situation: Situation, label: Label, final: Position) -> tuple[float, bool]:
        for turn in label.turns:
            if find_turn(situation, turn.turn)[1] == final:
                gap, error = turn.behind
                return (gap if gap >= SURE * error else 0.0), False
        _, best = find_turn(situation, label.turns[0].turn)
        ranked = {one.final: one.equity for one in self.ranking.rank(situation)}
        # A cascade lists some turns only; one that is not among them is no better than the worst.
        worst = min(ranked.values())
        return max(0.0, ranked.get(best, worst) - ranked.get(final, worst)), True

    def grade(self, answers: Sequence[Answer]) -> Grade:
        """The result over all classes, each weighted by its share in play."""
        by_kind = _by_kind(answers)
        return _grade(by_kind, _weights(self.shares, by_kind))

    def by_class(self, answers: Sequence[Answer]) -> dict[str, Grade]:
        """The results in the classes, those that lose most first."""
        by_kind = _by_kind(answers)
        common = common_variance(_losses(by_kind).values())
        found = {kind: _grade({kind: own}, {kind: 1.0}, common) for kind, own in by_kind.items()}
        return dict(sorted(found.items(), key=lambda item: -item[1].rating))


def _by_kind(answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    found = dict[str, list[Answer]]()
    for answer in answers:
        found.setdefault(answer.moment.kind, []).append(answer)
    return found


def _weights(
    shares: Mapping[str, float], by_kind: Mapping[str, Sequence[object]]
) -> dict[str, float]:
    """The weights of classes by their shares in play; by their numbers where no share is known."""
    known = {kind: shares.get(kind, 0.0) for kind in by_kind}
    if not any(known.values()):
        known = {kind: float(len(own)) for kind, own in by_kind.items()}
    total = sum(known.values())
    return {kind: share / total for kind, share in known.items()}


def _losses(by_kind: Mapping[str, Sequence[Answer]]) -> dict[str, Doubles]:
    return {kind: np.array([one.loss for one in own]) for kind, own in by_kind.items()}


def _grade(
    by_kind: Mapping[str, Sequence[Answer]],
    weights: Mapping[str, float],
    common: float | None = None,
) -> Grade:
    """The result of some classes; *common* is the variance of a class of one decision."""

    def mean(figure: Callable[[Answer], float]) -> float:
        means = {kind: np.mean([figure(one) for one in own]) for kind, own in by_kind.items()}
        return float(sum(weights[kind] * found for kind, found in means.items()))

    return Grade(
        decisions=sum(map(len, by_kind.values())),
        rating=PR_SCALE * mean(lambda one: one.loss),
        error=PR_SCALE * error_of_mean(_losses(by_kind), weights, common),
        noise=PR_SCALE * mean(lambda one: one.noise),
        estimated=mean(lambda one: one.is_estimated),
        right=mean(lambda one: one.loss == 0),
        failed=sum(one.is_failed for own in by_kind.values() for one in own),
    )


def _noise(label: Label) -> float:
    """The mean loss, by this label, of the turn that is best if the truth varies by its errors.

    The errors are taken as independent normal ones. The best turn has none: gaps are measured from it.
    """
    gaps = np.array([turn.behind[0] for turn in label.turns])
    errors = np.array([turn.behind[1] for turn in label.turns])
    if len(gaps) < 2:
        return 0.0
    charged = np.where(gaps >= SURE * errors, gaps, 0.0)
    truths = gaps + errors * np.random.default_rng(label.number).standard_normal((400, len(gaps)))
    return float(charged[truths.argmin(1)].mean())


@dataclass(frozen=True)
class ValueErrors:
    """How far a bot's values of positions are from the truth, in points for the player on roll."""

    positions: int
    bias: float
    """The mean of value less truth."""
    bias_error: float
    """Its standard error."""
    rms: float
    """The root mean square, less what the errors of the labels explain."""


def value_errors(file: LabelFile, bot: NeuralBot) -> dict[str, ValueErrors]:
    """The errors of a bot's values of labelled positions before a roll, by class; 'all' comes first.

    All classes together are weighted by their shares in play.
    """
    found = dict[str, list[tuple[float, float]]]()
    for moment in file.moments:
        label = file.labels.get(moment.number)
        if label is None or moment.situation.phase is Phase.TURN:
            continue
        mean, error = label.equity
        value = estimate(moment.situation, bot).equity
        found.setdefault(moment.kind, []).append((value - mean, error))
    if not found:
        return {}
    weights = _weights(file.shares, found)
    common = common_variance(_differences(found).values())
    classes = {kind: _errors({kind: own}, {kind: 1.0}, common) for kind, own in found.items()}
    return {"all": _errors(found, weights, common), **dict(sorted(classes.items()))}


def _differences(found: Mapping[str, Sequence[tuple[float, float]]]) -> dict[str, Doubles]:
    return {kind: np.array([difference for difference, _ in own]) for kind, own in found.items()}


def _errors(
    by_kind: Mapping[str, Sequence[tuple[float, float]]],
    weights: Mapping[str, float],
    common: float,
) -> ValueErrors:
    bias = unexplained = 0.0
    for kind, own in by_kind.items():
        differences, errors = np.array(own).T
        bias += weights[kind] * float(differences.mean())
        unexplained += weights[kind] * float((differences**2).mean() - (errors**2).mean())
    count = sum(map(len, by_kind.values()))
    error = error_of_mean(_differences(by_kind), weights, common)
    return ValueErrors(count, bias, error, max(0.0, unexplained) ** 0.5)
