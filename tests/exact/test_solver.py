"""A sweep makes of values what all rolls and the best turns make of them."""

from pathlib import Path

import numpy as np
import pytest
from tests.effort import each
from tests.exact.small_games import anywhere, dream, positions_of, small

from nardy.core.choices import HomeHit, LastThrow, Quarter
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.exact.solved import Solved
from nardy.exact.solver import Solver, require_solvable
from nardy.games import GAMES, HYPERGAMMON, find_game
from nardy.games.game_file import load_game
from nardy.kernel import layout as at
from nardy.kernel.features import Floats
from nardy.kernel.scoring import FACTS_SIZE
from nardy.kernel.solving import sweep
from nardy.search.every_roll import answers, roll_weights
from nardy.search.tables import GameTables, Tables

TEXTS = [
    "hypergammon",
    "sudden-death",
    "tavla,home_hit=free",
    "long-nardy",
    "long-nardy,head_exception=any_double",
    "long-nardy,head_exception=always_double",
    "long-nardy,head_scope=always",
    "long-nardy,head=0",
    "long-nardy@amateur",
    "fevga",
    "moultezim",
]


def swept(solver: Solver, known: Solved) -> Floats:
    """All positions by the known values: a sweep whose groups do not see each other."""
    after = known.values.copy()
    rows = solver.known._replace(values=known.values)
    for group in solver.groups:
        sweep(solver.laws, rows, group, rows.singles.shape[0] - 1, after)
    return after


def looked_ahead(solver: Solver, known: Solved, count: int) -> tuple[list[float], list[float]]:
    """Positions after a sweep, and by the kernel's turns and the known values."""
    mine, theirs = anywhere(solver, count)
    boards, pins, _, facts = positions_of(solver, mine, theirs)
    game = GameTables.of(solver.rules)
    tables = Tables(boards, pins, facts, np.zeros((count, game.most_dice), np.int8))
    expected = answers(game, tables, known.value).equities @ roll_weights(game)
    return swept(solver, known)[mine, theirs].tolist(), expected.tolist()


@each("text", TEXTS)
def test_a_sweep_is_the_best_answer_to_every_roll(text: str) -> None:
    """The turns are found in another way, by kernel/turns.py; the values may be any."""
    solver = Solver(small(text, 2))
    found, expected = looked_ahead(solver, dream(solver), 400)
    assert found == pytest.approx(expected, abs=1e-5)


@pytest.mark.thorough
@pytest.mark.parametrize("text", TEXTS)
def test_a_sweep_of_three_checkers_is_too(text: str) -> None:
    solver = Solver(small(text, 3))
    found, expected = looked_ahead(solver, dream(solver), 4_000)
    assert found == pytest.approx(expected, abs=1e-5)


def test_any_number_of_threads_gives_the_same_values() -> None:
    solvers = [Solver(small("hypergammon", 2), threads) for threads in (1, 3)]
    for solver in solvers:
        dream(solver)
        solver.sweep()
    assert solvers[0].values.tolist() == solvers[1].values.tolist()


def test_it_comes_to_an_end_and_then_looking_ahead_changes_nothing() -> None:
    solver = Solver(small("long-nardy", 2))
    assert list(solver.sweeps(1e-6))[-1].change <= 1e-6
    assert solver.done.count < 100
    known = Solved(solver.rules, solver.values, {})
    found, expected = looked_ahead(solver, known, 400)
    assert found == pytest.approx(expected, abs=1e-5)


@pytest.mark.thorough
def test_two_checkers_of_hypergammon_are_solved_on_every_position() -> None:
    """The only values that look the same a roll ahead are the right ones."""
    solver = Solver(small("hypergammon", 2))
    assert list(solver.sweeps(1e-7))
    found, expected = looked_ahead(solver, Solved(solver.rules, solver.values, {}), 200_000)
    assert found == pytest.approx(expected, abs=2e-6)


def test_one_checker_each_is_a_race_by_hand() -> None:
    """Both on the ace point: whoever rolls wins, a gammon, for nobody has one off."""
    solver = Solver(small("hypergammon", 1))
    assert list(solver.sweeps(1e-7))
    assert solver.values[1, 1] == pytest.approx(2)


def test_the_positions_are_as_many_as_are_published() -> None:
    """Tom Keith counts 7,959,904 of Hypergammon, those among them where a side has all off."""
    for checkers, published in ((3, 7_959_904), (2, 107_253)):
        solver = Solver(small("hypergammon", checkers))
        over = 2 * len(solver.values) - 1
        assert solver.is_position.sum() + over == published


def test_the_small_game_of_the_tests_data_can_be_solved() -> None:
    rules = load_game(Path(__file__).parents[1] / "data" / "mini-nardy.toml")
    require_solvable(rules)
    assert (rules.checkers, rules.head, rules.stakes) == (3, 1, (1, 2))


BACKGAMMON = find_game("backgammon")


@pytest.mark.parametrize(
    ("rules", "law"),
    [
        (BACKGAMMON, "at most 3 checkers"),
        (small("plakoto", 2), "contact"),
        (small("gul-bara", 2), "cascade_count"),
        (HYPERGAMMON.replace(last_throw=LastThrow.HALF), "last_throw"),
        (small("nuclear", 2), "bomb"),
        (HYPERGAMMON.replace(home_hit=HomeHit.NO_MOVE), "home_hit"),
        (small("fevga", 3).replace(quarter=Quarter(19, 24, 2)), "quarter"),
    ],
)
def test_what_cannot_be_solved_is_refused_by_the_name_of_the_law(rules: Rules, law: str) -> None:
    with pytest.raises(RulesError, match=law):
        require_solvable(rules)


def test_values_are_of_the_player_on_roll() -> None:
    """A checker to bear off wins at once against one that has not begun."""
    rules = small("long-nardy", 1)
    solver = Solver(rules)
    assert list(solver.sweeps(1e-7))
    solution = Solved(rules, solver.values, {})
    near, far = Position.of({1: 1}).player, Position.of({24: 1}).player
    boards = np.array([[near, far], [far, near]], np.int8)
    pins, facts = np.zeros((2, 2), np.int32), np.zeros((2, FACTS_SIZE), np.int8)
    assert solution.equity((boards, pins, at.PLAYER, facts))[0] == 2
    assert solution.equity((boards, pins, at.OPPONENT, facts))[1] == 2
    assert solution.equity((boards, pins, at.PLAYER, facts))[1] == pytest.approx(-2, abs=0.2)
    assert GAMES["long-nardy"].stakes == (1, 2)
