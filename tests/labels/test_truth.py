"""Truth by rollout: precise as asked, the same for everyone, and unbiased where it is known."""

from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from tests.effort import THOROUGH

from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import race_equities
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.network import Floats, Network, Positions
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.solved import Solved, solved_by
from nardy.exact.solver import Solver
from nardy.formats import position_text
from nardy.games import find_game
from nardy.kernel import layout as at
from nardy.labels.drawing import Drawing, draw
from nardy.labels.truth import FEWEST, SURE, Moment, Precision, TruthWork
from nardy.search.conversions import table_of
from nardy.search.tables import GameTables

PRECISION = Precision(error=0.02, ahead=0, cut=4, most=36 * 16)
BEFORE = "hypergammon,cube_play=off w 22:1,14:2 18:1,14:2"
DECISION = "hypergammon,cube_play=off w 24:1,23:1,22:1 24:1,18:2 dice=54"


def work(text: str, precision: Precision = PRECISION) -> TruthWork:
    return TruthWork(NamedBot.of(NeuralBot(0), position_text.loads(text).rules), precision)


def moment(text: str, number: int = 7, kind: str = "contact") -> Moment:
    return Moment(number, kind, position_text.loads(text))


def test_turns_are_told_apart_or_known_to_the_error() -> None:
    label = work(DECISION)(moment(DECISION))
    assert FEWEST <= label.trials <= PRECISION.most
    assert len(label.turns) >= 2
    assert label.turns[0].behind == (0, 0)
    assert label.equity == label.turns[0].equity
    for _, _, (gap, error) in label.turns[1:]:
        assert error <= PRECISION.error or gap >= SURE * error
    assert sum(dict(label.chances)[name] for name in ("win", "lose")) == pytest.approx(1)


def test_more_is_played_for_less_error() -> None:
    rough, fine = (
        work(BEFORE, replace(PRECISION, error=error))(moment(BEFORE)).trials
        for error in (0.1, 0.001)
    )
    assert rough < fine


def test_a_moment_has_the_same_label_in_any_company() -> None:
    asked = moment(DECISION)
    first = work(DECISION)(asked)
    again = work(DECISION)
    again(moment(DECISION, 8))
    assert again(asked) == first
    assert again(moment(DECISION, 8)).equity != first.equity


def test_some_classes_are_played_to_the_end() -> None:
    cut = replace(PRECISION, cut=1, error=0.5, most=72)
    as_class = replace(cut, to_end=frozenset({"contact"}))
    to_end = replace(cut, cut=None)
    kinds = [work(DECISION, each)(moment(DECISION)).equity for each in (cut, as_class, to_end)]
    assert kinds[1] == kinds[2] != kinds[0]


class _Solved(NeuralBot):
    """Plays perfectly by a solution, and values positions as if everything were less certain.

    So the luck is taken out in part only, and labels have errors.
    """

    def __init__(self, solution: Solved) -> None:
        super().__init__(0)
        self.solution = solution

    def network(self, rules: Rules) -> Network:
        return Network.random(rules, 8, 8, 1)

    def evaluator(self, rules: Rules) -> ExactFirst:
        points = np.array(outcomes_of(rules).points, np.float32)

        def value(positions: Positions) -> tuple[Floats, Floats]:
            hazy = 0.7 * self.solution.equity(positions)
            # As if games ended by the largest win or loss only: labels use the mean alone.
            chances = np.zeros((len(hazy), len(points)), np.float32)
            chances[:, points.argmax()] = (1 + hazy / points.max()) / 2
            chances[:, points.argmin()] = (1 - hazy / points.max()) / 2
            return chances, hazy

        return cast(ExactFirst, SimpleNamespace(value=value))


def test_labels_lie_within_their_errors_of_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = hypergammon_of_two()
    bot = _Solved(solution)
    monkeypatch.setattr(NamedBot, "load", lambda *_: bot)
    asked = Drawing(
        rules=solution.rules,
        is_decision=False,
        count=300 if THOROUGH else 30,
        least=0,
        games=512 if THOROUGH else 64,
        seed=3,
    )
    moments = [each for each in draw(asked).drawn if each.kind != "race"]
    to_end = replace(PRECISION, error=0.05, cut=None)
    rolled = TruthWork(NamedBot("nardy:0", ""), to_end)
    misses, decided = [], []
    for number, (kind, situation) in enumerate(moments):
        label = rolled(Moment(number, kind, situation))
        mean, error = label.equity
        exact = float(expected_value(solution, situation))
        if error > 1e-4:
            misses.append((mean - exact) / error)
        else:
            # The first roll decides: each comes up equally often. Or what is rarer than 3 in all trials was
            # never seen (the rule of three), which costs at most a point.
            assert mean == pytest.approx(exact, abs=3 / label.trials)
            decided.append(abs(mean - exact) < 1e-4)
    assert sum(decided) >= 0.6 * len(decided)
    count = len(misses)
    for errors, share in ((1.0, 0.683), (2.0, 0.954)):
        within = sum(abs(miss) < errors for miss in misses) / count
        assert within == pytest.approx(share, abs=3.3 * (share * (1 - share) / count) ** 0.5)
    assert abs(np.mean(misses)) < 3.3 / count**0.5


@lru_cache
def hypergammon_of_two() -> Solved:
    solver = Solver(
        # Not `Rules.replace`: the game keeps its id, and so its network.
        replace(find_game("hypergammon"), start=Position.of({24: 1, 23: 1}))
    )
    assert list(solver.sweeps(1e-5))
    return solved_by(solver)


def expected_value(solution: Solved, situation: Situation) -> float:
    """The exact value before the roll."""
    table = table_of(GameTables.of(solution.rules), situation)
    positions = table.boards, table.pins, at.PLAYER, table.facts
    return float(solution.value(Positions(*positions))[1][0])


CUBE = replace(PRECISION, error=0.02, cut=None, most=36 * 60)
LATE = "backgammon,beavers=off w 5:1,2:1,off:13 {theirs},off:14{cube}"


@pytest.mark.parametrize("cube", ["", " cube=2w"])
def test_cube_labels_are_unbiased_where_the_truth_is_known(cube: str) -> None:
    """The classic: with two checkers on 5 and 2 the roller wins 19 in 36, and it is a double and a take."""
    text = LATE.format(theirs="1:1", cube=cube)
    label = work(text, CUBE)(moment(text)).cube
    exact = race_equities(position_text.loads(text))
    assert label is not None
    assert exact is not None
    assert (label.no_double[0], label.double_take[0]) == pytest.approx((2 / 36, 4 / 36), abs=1e-6)
    assert tuple(exact[:2]) == pytest.approx((2 / 36, 4 / 36))
    assert label.gain[0] == pytest.approx(2 / 36, abs=1e-6)


@pytest.mark.parametrize("text", ["backgammon w 6:2,5:2,4:2,off:9 6:2,5:1,3:2,off:10 cube=2w"])
def test_cube_labels_have_the_error_that_was_asked_for(text: str) -> None:
    label = work(text, CUBE)(moment(text))
    exact = race_equities(position_text.loads(text))
    assert label.cube is not None
    (waiting, error), (taken, doubt), gain = label.cube
    assert label.trials >= FEWEST
    for gap, asked in (gain, (taken - 1, doubt)):
        assert asked <= CUBE.error or abs(gap) >= SURE * asked or label.trials == CUBE.most
    if exact is not None:
        assert abs(waiting - exact.no_double) <= 4 * error
        assert abs(taken - exact.double_take) <= 4 * doubt


def test_a_cube_label_of_a_match_is_a_cube_label() -> None:
    text = "backgammon w 6:2,5:2,off:11 6:2,5:1,off:12 cube=1 match=7:3-5"
    label = work(text, replace(CUBE, most=36 * 4))(moment(text))
    assert label.cube is not None
    assert label.turns == ()
    assert label.cube.gain[0] == pytest.approx(
        min(label.cube.double_take[0], 1) - label.cube.no_double[0]
    )
