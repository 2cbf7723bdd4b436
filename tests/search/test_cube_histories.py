"""The cubes of games side by side, with a judge whose words are known beforehand."""

import numpy as np
import pytest

from nardy.evaluation.cube.cubeful import BEAVER, DOUBLE_PASS, DOUBLE_TAKE, NO_DOUBLE
from nardy.evaluation.cube.cubes import NOBODYS, CubeDecisions, Cubes, Late
from nardy.kernel.scoring import FACT_FIRST, FACTS_SIZE
from nardy.search.cube_histories import CubeHistories, RolloutCube


class Told:
    """Says for every game what stands in its first chance; worth is the second, times the cube."""

    def judge(
        self, chances: np.ndarray, facts: np.ndarray, cubes: Cubes, late: Late | None = None
    ) -> CubeDecisions:
        worth = chances[:, 1] * cubes.values
        if late is not None:
            worth = np.where(late[0], late[1][:, 0], worth)
        return CubeDecisions(chances[:, 0].astype(np.int8), worth)

    def ended(self, chances: np.ndarray, facts: np.ndarray, cubes: Cubes) -> np.ndarray:
        return chances[:, 1] * cubes.values


def begun(count: int, *, asked: tuple[bool, ...] = (True,)) -> CubeHistories:
    facts = np.zeros((count, FACTS_SIZE), np.int8)
    facts[:, FACT_FIRST] = 1
    cubes = tuple(
        Cubes(np.array([value]), np.array([NOBODYS], np.int8)) for value in (1, 2)[: len(asked)]
    )
    return CubeHistories(RolloutCube(Told(), cubes, asked), np.zeros(count, np.int64), facts)


def seen(count: int, first: int) -> np.ndarray:
    facts = np.zeros((count, FACTS_SIZE), np.int8)
    facts[:, FACT_FIRST] = first
    return facts


def unknown(count: int) -> Late:
    return np.zeros(count, np.bool_), np.zeros((count, 4), np.float32)


def test_acts_change_the_cube_and_a_pass_ends_the_story() -> None:
    histories, rows = begun(4), np.arange(4)
    acts = np.array([[NO_DOUBLE, 0], [DOUBLE_TAKE, 0], [DOUBLE_PASS, 1], [BEAVER, 0]], np.float32)
    histories.play_cubes(rows, seen(4, 0), acts, unknown(4))
    assert histories.cubes[0].values.tolist() == [1, 2, 1, 4]
    assert histories.cubes[0].owners.tolist() == [NOBODYS, 1, NOBODYS, 1]
    assert histories.found[:, 0].tolist() == [0, 0, -1, 0]
    histories.end(rows, seen(4, 1), np.array([[0, 1.0]] * 4))
    # The player of the first moment wins; where he had passed, nothing is added.
    assert histories.found[:, 0].tolist() == [1, 2, -1, 4]
    histories.end(rows, seen(4, 1), np.array([[0, 1.0]] * 4))
    assert histories.found[:, 0].tolist() == [1, 2, -1, 4]


def test_who_is_not_asked_at_first_is_asked_later() -> None:
    histories, rows = begun(1, asked=(False, True)), np.arange(1)
    doubles = np.array([[DOUBLE_TAKE, 0]], np.float32)
    histories.play_cubes(rows, seen(1, 1), doubles, unknown(1))
    assert [cubes.values.tolist() for cubes in histories.cubes] == [[1], [4]]
    histories.play_cubes(rows, seen(1, 0), doubles, unknown(1))
    assert [cubes.values.tolist() for cubes in histories.cubes] == [[2], [8]]


def test_what_is_known_exactly_goes_to_the_judge_with_its_game() -> None:
    histories, rows = begun(3), np.arange(3)
    passes = np.array([[NO_DOUBLE, 0], [DOUBLE_PASS, 1], [DOUBLE_PASS, 1]], np.float32)
    known = np.array([False, False, True]), np.full((3, 4), 0.25, np.float32)
    histories.play_cubes(rows, seen(3, 1), passes, known)
    assert histories.found[:, 0].tolist() == [0, 1, 0.25]
    histories.stop(rows, seen(3, 1), passes, known)
    assert histories.found[:, 0].tolist() == [0, 1, 0.25]


def test_the_luck_of_all_rolls_comes_to_nothing() -> None:
    histories, rows = begun(21, asked=(True, True)), np.arange(21)
    random = np.random.default_rng(1)
    worth = np.tile(random.random((1, 21, 2)), (21, 1, 1)).astype(np.float32)
    likely = np.full(21, 1 / 21)
    histories.take_luck(rows, seen(21, 1), worth, (np.eye(21) - likely).astype(np.float32))
    assert histories.found.sum(0) == pytest.approx([0, 0], abs=1e-5)
    assert np.ptp(histories.found[:, 0]) > 0.5
    # Who follows sees the chances from the other end; what is good for him is bad for the mover.
    told = -worth[0, :, 0]
    assert histories.found[:, 0] == pytest.approx(-(told - told.mean()), abs=1e-5)
    assert histories.found[:, 1] == pytest.approx(2 * histories.found[:, 0], abs=1e-5)
