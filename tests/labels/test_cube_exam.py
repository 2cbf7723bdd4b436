"""Losses with the cube, by hand: what is charged, to whom, and how it is weighted."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from nardy.bots.ubgi.process import ExternalBotError
from nardy.core.cube import Offer
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.evaluation.cube.match_value import match_ladder
from nardy.formats import position_text
from nardy.labels.cube_exam import CubeGrade, cube_answers, cube_grades
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import CubeLabel, Label, Moment

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
MONEY, MATCH = (position_text.loads(f"{START}{more}") for more in ("", " match=7:3-5"))


class Cuber:
    """Doubles and answers as it is told."""

    name = "cuber"

    def __init__(self, act: str, answer: str) -> None:
        self.act, self.answer = act, answer

    def choose_turn(self, situation: Situation) -> Turn:
        raise NotImplementedError

    def choose_act(self, situation: Situation) -> str:
        return self.answer if situation.offer is Offer.DOUBLE else self.act


def cube(waiting: float, taken: float, error: float = 0.01) -> CubeLabel:
    return CubeLabel((waiting, error), (taken, error), (min(taken, 1.0) - waiting, error))


def file_of(*moments: tuple[str, Situation, CubeLabel], **shares: float) -> LabelFile:
    named = {kind.replace("_", ", "): share for kind, share in shares.items()}
    found = tuple(Moment(n, kind, situation) for n, (kind, situation, _) in enumerate(moments))
    labels = {n: Label(n, 144, (0.0, 0.0), (), (), one) for n, (_, _, one) in enumerate(moments)}
    return LabelFile(Path("none"), named, found, labels)


def grade(bot: Cuber, label: CubeLabel, situation: Situation = MONEY) -> CubeGrade:
    stake = "money" if situation.is_money else "match"
    file = file_of((f"{stake}, clear", situation, label), **{f"{stake}_clear": 1.0})
    return cube_grades(file, cube_answers(file, bot))[stake]


@pytest.mark.parametrize(
    ("acts", "label", "mistakes"),
    [
        (("double", "take"), cube(0.5, 0.7), {}),
        (("roll", "take"), cube(0.5, 0.7), {"missed double": 0.2}),
        (("double", "pass"), cube(0.5, 0.7), {"wrong pass": 0.3}),
        (("double", "take"), cube(0.8, 1.2), {"wrong take": 0.2}),
        (("double", "beaver"), cube(0.8, 1.2), {"wrong take": 1.4}),
        (("roll", "pass"), cube(0.8, 1.2), {"missed double": 0.2}),
        (("double", "take"), cube(0.5, 0.4), {"wrong double": 0.1}),
        # Nobody would double here, so nobody is asked whether to take.
        (("roll", "pass"), cube(0.5, 0.0), {}),
        # Closer than three standard errors: charged, and told as noise.
        (("roll", "take"), cube(0.5, 0.52), {"missed double": 0.02}),
        (("double", "pass"), cube(0.8, 0.98), {"wrong pass": 0.02}),
    ],
)
def test_a_wrong_act_loses_what_it_is_surely_behind(
    acts: Sequence[str], label: CubeLabel, mistakes: dict[str, float]
) -> None:
    found = grade(Cuber(*acts), label)
    told = {name: one.loss[0] for name, one in found.mistakes.items() if one.count}
    assert told == pytest.approx(mistakes)
    assert found.loss[0] == pytest.approx(sum(mistakes.values()))
    assert found.chance is None


class Failing(Cuber):
    """Gives no answer."""

    def choose_act(self, situation: Situation) -> str:
        raise ExternalBotError("expected an act, got none")


@pytest.mark.parametrize(
    ("label", "mistakes"),
    [
        # A beaver costs most.
        (cube(0.5, 0.7), {"missed double": 0.2, "wrong take": 0.7}),
        (cube(0.8, 1.2), {"missed double": 0.2, "wrong take": 1.4}),
        (cube(0.5, 0.0), {"wrong double": 0.5}),
    ],
)
def test_a_failed_answer_is_charged_as_the_worst_act(
    label: CubeLabel, mistakes: dict[str, float]
) -> None:
    found = grade(Failing("roll", "take"), label)
    told = {name: one.loss[0] for name, one in found.mistakes.items() if one.count}
    assert told == pytest.approx(mistakes)
    assert found.failed == (2 if len(mistakes) > 1 else 1)


def test_in_a_match_the_loss_is_match_winning_chance_too() -> None:
    found = grade(Cuber("roll", "take"), cube(0.5, 0.7), MATCH)
    ladder = match_ladder(MATCH)
    lost = ladder.chance_of(0.7) - ladder.chance_of(0.5)
    assert found.chance is not None
    assert found.chance[0] == pytest.approx(lost)
    assert 0 < lost < 0.1


def test_classes_are_weighted_by_their_share_and_errors_are_those_of_strata() -> None:
    wrong, right = cube(0.5, 0.7), cube(0.7, 0.5)
    file = file_of(
        ("money, clear", MONEY, right),
        ("money, clear", MONEY, wrong),
        ("money, near a double", MONEY, wrong),
        ("money, near a double", MONEY, cube(0.5, 0.8)),
        **{"money_clear": 0.6, "money_near a double": 0.2, "match_clear": 0.2},
    )
    found = cube_grades(file, cube_answers(file, Cuber("roll", "take")))
    assert found.keys() == {"money"}
    money = found["money"]
    assert money.moments == 4
    assert money.mistakes["missed double"].count == 3
    assert money.loss[0] == pytest.approx(0.75 * 0.1 + 0.25 * 0.25)
    # Of two values the variance of the mean is a quarter of their squared difference.
    assert money.loss[1] ** 2 == pytest.approx((0.75 * 0.1) ** 2 + (0.25 * 0.05) ** 2)


def test_a_class_of_one_moment_varies_as_the_others() -> None:
    wrong, right = cube(0.5, 0.7), cube(0.7, 0.5)
    file = file_of(
        ("money, clear", MONEY, right),
        ("money, clear", MONEY, wrong),
        ("money, near a double", MONEY, wrong),
        **{"money_clear": 0.5, "money_near a double": 0.5},
    )
    found = cube_grades(file, cube_answers(file, Cuber("roll", "take")))["money"]
    # Of 0 and 0.2 the variance is 0.02.
    assert found.loss[1] == pytest.approx((0.25 * 0.02 / 2 + 0.25 * 0.02) ** 0.5)
    assert grade(Cuber("roll", "take"), wrong).loss[1] == float("inf")


def test_noise_is_what_a_perfect_player_is_charged() -> None:
    assert grade(Cuber("roll", "take"), cube(0.5, 0.7, 0.001)).noise < 1e-9
    # A gap of 3.1 errors is charged in 0.097 % of such labels to the better act; one of a half in 31 %.
    label = CubeLabel((0.5, 0.1), (0.95, 0.1), (0.31, 0.1))
    assert grade(Cuber("double", "take"), label).noise == pytest.approx(
        0.31 * 0.000968 + 0.05 * 0.3085, rel=0.01
    )
