"""The exam: losses by hand, weights of classes, and the noise of the labels."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from nardy.analysis.decisions import estimate
from nardy.bots.neural import NeuralBot
from nardy.bots.ubgi.process import ExternalBotError
from nardy.core.judge import find_turn
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.formats import position_text
from nardy.labels.exam import Exam, value_errors
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import Label, Moment, TurnLabel

OPENING = "backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
THREE_ONE, TWO_ONE = (position_text.loads(f"{OPENING} dice={dice}") for dice in ("31", "21"))


class Obedient:
    """Plays the turns that it is told, by dice."""

    name = "obedient"

    def __init__(self, **turns: str) -> None:
        self.turns = turns

    def choose_turn(self, situation: Situation) -> Turn:
        assert situation.roll is not None
        return find_turn(situation, self.turns[f"d{situation.roll.high}{situation.roll.low}"])[0]

    def choose_act(self, situation: Situation) -> str:
        return "roll"


def label(number: int, turns: Sequence[tuple[str, float, float]]) -> Label:
    found = tuple(TurnLabel(turn, (0.2 - gap, 0.005), (gap, error)) for turn, gap, error in turns)
    return Label(number, 144, found[0].equity, found, ())


def exam(
    *decisions: tuple[str, Situation, Sequence[tuple[str, float, float]]], **shares: float
) -> Exam:
    moments = tuple(Moment(n, kind, situation) for n, (kind, situation, _) in enumerate(decisions))
    labels = {n: label(n, turns) for n, (_, _, turns) in enumerate(decisions)}
    return Exam(LabelFile(Path("none"), shares, moments, labels), NeuralBot(0))


POINT = [("8/5 6/5", 0.0, 0.0), ("24/20", 0.1, 0.01), ("13/10 24/23", 0.02, 0.01)]
SLOT = [("13/11 6/5", 0.0, 0.0), ("24/23 13/11", 0.004, 0.004)]


@pytest.mark.parametrize(
    ("turn", "loss"),
    [
        ("8/5 6/5", 0.0),
        ("24/20", 0.1),
        # Two standard errors behind: it counts as equal.
        ("13/10 24/23", 0.0),
    ],
)
def test_a_turn_loses_what_it_is_surely_behind(turn: str, loss: float) -> None:
    asked = exam(("opening", THREE_ONE, POINT), opening=1.0)
    (answer,) = asked.answers(Obedient(d31=turn))
    assert (answer.loss, answer.is_estimated) == (loss, False)
    grade = asked.grade([answer])
    assert grade.rating == pytest.approx(500 * loss)
    assert grade.right == (loss == 0)
    assert grade.decisions == 1


def test_the_same_turn_in_other_words_is_the_same() -> None:
    asked = exam(("opening", THREE_ONE, POINT), opening=1.0)
    (answer,) = asked.answers(Obedient(d31="6/5 8/5"))
    assert (answer.loss, answer.is_estimated) == (0.0, False)


def test_a_turn_that_was_not_rolled_out_is_estimated() -> None:
    asked = exam(("opening", THREE_ONE, POINT), opening=1.0)
    (answer,) = asked.answers(Obedient(d31="6/2"))
    ranked = {one.final: one.equity for one in NeuralBot(0).rank(THREE_ONE)}
    finals = [find_turn(THREE_ONE, turn)[1] for turn in ("8/5 6/5", "6/2")]
    assert answer.is_estimated
    assert answer.loss == pytest.approx(ranked[finals[0]] - ranked[finals[1]])
    assert answer.loss > 0.1
    assert asked.grade([answer]).estimated == 1


class Failing(Obedient):
    """Gives no answer to a 31."""

    def choose_turn(self, situation: Situation) -> Turn:
        if situation.roll == THREE_ONE.roll:
            raise ExternalBotError("expected an answer, got none")
        return super().choose_turn(situation)


def test_a_failed_answer_is_charged_as_the_worst_turn() -> None:
    asked = exam(("a", THREE_ONE, POINT), ("a", TWO_ONE, SLOT), a=1.0)
    failed, answered = asked.answers(Failing(d21="24/23 13/11"))
    ranked = {one.final: one.equity for one in NeuralBot(0).rank(THREE_ONE)}
    best = find_turn(THREE_ONE, "8/5 6/5")[1]
    assert (failed.is_failed, answered.is_failed) == (True, False)
    assert failed.loss == pytest.approx(ranked[best] - min(ranked.values()))
    assert asked.grade([failed, answered]).failed == 1


def test_classes_are_weighted_by_their_share_in_play() -> None:
    asked = exam(
        ("rare", THREE_ONE, POINT),
        ("rare", THREE_ONE, POINT),
        ("common", TWO_ONE, SLOT),
        rare=0.1,
        common=0.9,
    )
    answers = asked.answers(Obedient(d31="24/20", d21="13/11 6/5"))
    assert asked.grade(answers).rating == pytest.approx(0.1 * 500 * 0.1)
    by_class = asked.by_class(answers)
    assert list(by_class) == ["rare", "common"]
    assert [by_class[kind].rating for kind in by_class] == pytest.approx([50.0, 0.0])


def test_the_error_is_that_of_the_mean_loss() -> None:
    turns = [POINT if n % 2 else [POINT[1], POINT[0]] for n in range(100)]
    decisions = [
        ("one", THREE_ONE, [(turn, gap if n % 2 else 0.0, 0.0) for turn, gap, _ in own])
        for n, own in enumerate(turns)
    ]
    asked = exam(*decisions, one=1.0)
    grade = asked.grade(asked.answers(Obedient(d31="24/20")))
    assert grade.rating == pytest.approx(25)
    # Of losses of 0 and 0.1, half each: 500 * 0.05 / sqrt(100).
    assert grade.error == pytest.approx(2.5, rel=0.01)


def test_few_decisions_have_a_large_error() -> None:
    """A class of one decision varies as the others do; one decision alone tells nothing."""
    asked = exam(
        ("two", THREE_ONE, POINT), ("two", TWO_ONE, SLOT), ("one", TWO_ONE, SLOT), two=0.5, one=0.5
    )
    answers = asked.answers(Obedient(d31="24/20", d21="13/11 6/5"))
    # The losses of the first class are 0.1 and 0, whose variance is 0.005.
    by_class = asked.by_class(answers)
    assert by_class["two"].error == pytest.approx(500 * (0.005 / 2) ** 0.5)
    assert by_class["one"].error == pytest.approx(500 * 0.005**0.5)
    assert asked.grade(answers).error == pytest.approx(500 * (0.25 * 0.005 * 1.5) ** 0.5)
    assert asked.grade(answers[:1]).error == float("inf")


def test_noise_is_what_the_truly_best_would_lose() -> None:
    certain = exam(("one", TWO_ONE, [SLOT[0], ("24/23 13/11", 0.2, 0.001)]), one=1.0)
    close = exam(("one", TWO_ONE, [SLOT[0], ("24/23 13/11", 0.012, 0.004)]), one=1.0)
    bot = Obedient(d21="13/11 6/5")
    assert certain.answers(bot)[0].noise == 0
    # Three errors behind, it is truly better with a chance of 0.00135, and is then charged 0.012.
    assert close.answers(bot)[0].noise == pytest.approx(0.012 * 0.00135, abs=0.012 * 0.006)


def test_values_are_compared_with_labels_and_their_noise_is_taken_out() -> None:
    before = replace(THREE_ONE, roll=None)
    bot = NeuralBot(0)
    truth = estimate(before, bot).equity
    moments = tuple(Moment(n, kind, before) for n, kind in enumerate(("a", "a", "b", "b")))
    offsets = (0.03, 0.05, -0.03, -0.05)
    labels = {n: Label(n, 144, (truth - offset, 0.01), (), ()) for n, offset in enumerate(offsets)}
    file = LabelFile(Path("none"), {"a": 0.75, "b": 0.25}, moments, labels)
    found = value_errors(file, bot)
    assert list(found) == ["all", "a", "b"]
    assert found["a"].bias == pytest.approx(0.04, abs=1e-5)
    assert found["b"].bias == pytest.approx(-0.04, abs=1e-5)
    assert found["all"].bias == pytest.approx(0.75 * 0.04 - 0.25 * 0.04, abs=1e-5)
    # Both classes have the same spread.
    assert found["all"].bias_error == pytest.approx(0.01 * (0.75**2 + 0.25**2) ** 0.5, abs=1e-4)
    assert found["a"].rms == pytest.approx((0.0017 - 0.0001) ** 0.5, abs=1e-4)
    assert found["a"].bias_error == pytest.approx(0.01, abs=1e-4)
