"""Games that are small enough to be solved at once, and random values for their positions."""

import numpy as np

from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.exact.bearoff import PositionArrays
from nardy.exact.solved import Solved
from nardy.exact.solver import Solver
from nardy.games import find_game
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints
from nardy.kernel.scoring import FACTS_SIZE, MOST_TURNS


def small(text: str, checkers: int) -> Rules:
    """The game with so few checkers, on neighbouring points at the start, or on the head."""
    rules = find_game(text)
    if rules.start.player[24] == rules.checkers:
        start = Position.of({24: checkers})
    else:
        start = Position.of({24 - n: 1 for n in range(checkers)})
    return rules.replace(id=f"small-{rules.id}", start=start)


def anywhere(solver: Solver, count: int, seed: int = 1) -> tuple[Ints, Ints]:
    """The numbers of both sides of positions taken at random."""
    mine, theirs = np.nonzero(solver.is_position)
    some = np.random.default_rng(seed).integers(0, len(mine), count)
    return mine[some], theirs[some]


def positions_of(solver: Solver, mine: Ints, theirs: Ints) -> PositionArrays:
    """PositionArrays by the numbers of their sides."""
    counts = solver.sides.counts
    boards = np.stack([counts[mine], counts[theirs]], 1)
    facts = np.full((len(mine), FACTS_SIZE), MOST_TURNS, np.int8)
    facts[:, :4], facts[:, 6] = 0, 0
    return boards, np.zeros((len(mine), 2), np.int32), at.PLAYER, facts


def dream(solver: Solver, seed: int = 1) -> Solved:
    """Values that nobody could mistake for each other: random, but for games that are over."""
    random = np.random.default_rng(seed)
    over = solver.values[:, 0].copy()
    solver.values = random.uniform(-1, 1, solver.values.shape).astype(np.float32)
    solver.values[:, 0] = over
    return Solved(solver.rules, solver.values, {})
