"""A player's view before an action: position, dice, and the afterstates of all choices."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.errors import NardyError
from nardy.evaluation.cube.cubes import Cubes
from nardy.evaluation.network.network import FACT_NUMBERS, Floats, Positions, fact_numbers
from nardy.kernel import layout as at
from nardy.kernel.features import FEATURES_SIZE
from nardy.kernel.forward import dense_batch
from nardy.kernel.layout import Bytes, Finals, Ints, Pins
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_FIRST,
    FACT_LAST,
    FACT_LEFT,
    GOING_ON,
    outcomes_batch,
)
from nardy.rl.cubes import CubeLaws, flipped_facts
from nardy.search.choose import best_of, facts_after
from nardy.search.tables import GameTables, Tables

FEATURES = FEATURES_SIZE + FACT_NUMBERS

WHOLE, DIE, BOMB, DOUBLE, ANSWER = range(5)
"""Kinds of choice: a whole turn, a single move, whether to explode the bomb (1), whether to
double (1), whether to take (0) or pass (1)."""


class ActionError(NardyError):
    """An action that is no legal choice."""


class Afterstates(NamedTuple):
    """Results of the choices; table i has the indices offsets[i] to offsets[i + 1] - 1.

    Everything is seen by the player who chooses. In mid-turn an afterstate is a position within the
    turn, and values derived from it are as if the turn ended there.
    """

    boards: Bytes
    """int8[k, 2, 26]: checkers of player and opponent, each in own numbering; 25 is the bar."""
    pins: Pins
    """int32[k, 2]: bit p is set if a checker of that player is pinned on own point p."""
    moves: Bytes
    """int8[k, 4, 4]: origin, target, die, and whether it hits; origin 0: no further move."""
    offsets: Ints
    """int64[n + 1]."""
    completes: NDArray[np.bool_]
    """bool[k]: whether the choice completes a turn; False in mid-turn, and for bomb and cube."""
    leaves: NDArray[np.bool_]
    """bool[k]: whether it completes a turn with leftover dice for the opponent."""

    @property
    def finals(self) -> Finals:
        """The afterstates as kernel input."""
        return Finals(self.boards, self.pins, self.moves, self.offsets)


@dataclass(frozen=True, eq=False)
class Observation:
    """n tables, each seen by the player who must choose; the arrays are never overwritten.

    The environment plays on with these arrays: copy those that you want to change.
    """

    game: GameTables
    tables: Tables
    """The positions at the start of the turns."""
    dice: Bytes
    """int8[n, d]: the dice left to play, padded with zeros; none before a bomb or cube decision."""
    after: Afterstates
    kinds: Bytes
    """int8[n]: WHOLE, DIE, BOMB, DOUBLE or ANSWER."""
    cubes: Cubes | None = None
    """Their values and owners, by FACT_FIRST; None without a cube."""
    cube_laws: CubeLaws | None = None

    @property
    def players(self) -> Bytes:
        """int8[n]: 0 if the player made the first turn of the game, otherwise 1."""
        return 1 - self.tables.facts[:, FACT_FIRST]

    @cached_property
    def widths(self) -> Ints:
        """int64[n]: the number of choices, at least one; actions are less than this.

        0 for games that have ended (`info["last"]` of `Environment.step`).
        """
        return np.diff(self.after.offsets)

    def mask(self, most: int) -> NDArray[np.bool_]:
        """bool[n, most]: which actions exist."""
        return np.arange(most) < self.widths[:, None]

    @cached_property
    def owners(self) -> Ints:
        """int64[k]: the table of each afterstate."""
        return np.repeat(np.arange(len(self.widths)), self.widths)

    @cached_property
    def facts(self) -> Bytes:
        """int8[k, 7]: facts not visible on the board (kernel/scoring.py), seen by the next player to act.

        In mid-turn they are as if the turn and its dice ended there, without leftovers.
        """
        facts = facts_after(self.game, self.tables, self.after.finals)
        leaves = self.after.leaves
        if leaves.any():
            # A player who is owed the last throw gets it instead of leftover dice.
            owed = self.tables.facts[self.owners, FACT_LAST] < facts[:, FACT_LAST]
            facts[leaves & ~owed, FACT_LEFT] = 1
        kinds = self.kinds[self.owners]
        # From BOMB on the kinds are decisions that move no checker.
        deciding = kinds >= BOMB
        if deciding.any():
            facts[deciding] = self.tables.facts[self.owners[deciding]]
            # The doubler rolls next.
            facts[kinds == ANSWER] = flipped_facts(facts[kinds == ANSWER])
            exploded = (kinds == BOMB) & (self.numbers == 1)
            facts[exploded, FACT_BOMB_MINE] = 0
            facts[exploded, FACT_BOMB_THEIRS] = 1
        return facts

    @cached_property
    def numbers(self) -> Ints:
        """int64[k]: the action of each afterstate."""
        return np.arange(len(self.owners)) - self.after.offsets[self.owners]

    @cached_property
    def stays(self) -> NDArray[np.bool_]:
        """bool[k]: whether the player who chooses rolls next, as after leftovers and the bomb.

        In mid-turn as if the turn ended there.
        """
        return self.tables.facts[self.owners, FACT_FIRST] == self.facts[:, FACT_FIRST]

    @cached_property
    def scores(self) -> Floats:
        """float32[k]: the player's points if the choice ends the game, otherwise NaN.

        In mid-turn always NaN, because the next die may still change the result.
        """
        game, after = self.game, self.after
        outcomes = np.empty(len(after.boards), np.int8)
        board = (self.tables.boards, self.tables.facts)
        finals = (after.boards, after.pins, after.offsets)
        outcomes_batch((game.laws, game.stakes), board, finals, outcomes)
        outcomes[~after.completes] = GOING_ON
        points = np.array([*game.points, np.nan], np.float32)[outcomes]
        if self.cubes is None or self.cube_laws is None:
            return points
        cubes = self.cubes.part(self.owners)
        scores = self.cube_laws.scored(cubes, points)
        passes = (self.kinds[self.owners] == ANSWER) & (self.numbers == 1)
        scores[passes] = -cubes.values[passes]
        return scores

    @cached_property
    def boards(self) -> Bytes:
        """int8[k, 2, 26]: the afterstates seen by the player who rolls next, whose checkers come first.

        In mid-turn as if the turn ended there.
        """
        flipped = np.ascontiguousarray(self.after.boards[:, ::-1])
        flipped[self.stays] = self.after.boards[self.stays]
        return flipped

    @cached_property
    def positions(self) -> Positions:
        """The afterstates as network input, seen by the player who rolls next.

        In mid-turn as if the turn ended there: the remaining dice are not visible, but they are the same
        for all moves of a player at that moment.
        """
        pins = np.ascontiguousarray(self.after.pins[:, ::-1])
        pins[self.stays] = self.after.pins[self.stays]
        return Positions(self.boards, pins, at.PLAYER, self.facts)

    @cached_property
    def features(self) -> Floats:
        """float32[k, 50]: contact, shots, primes, mobility, escapes and facts, seen by the next player to roll.

        In mid-turn as if the turn ended there, like `positions`.
        """
        boards, pins, seat, facts = self.positions
        rules = self.game.rules
        dense = np.empty((len(boards), FEATURES), np.float32)
        phases = np.empty(len(boards), np.int8)
        known = fact_numbers(rules, facts)
        dense_batch(self.game.laws, (boards, pins, seat), known, dense, phases)
        return dense

    def equities(self, value: Callable[[Positions], Floats]) -> Floats:
        """float32[k]: the value of each afterstate for the player who chooses.

        `value` gives float32[k] for the player who rolls next, in points, cube included; choices that end
        the game have their score. In mid-turn values are as if the turn ended there.
        """
        values = value(self.positions)
        own_values = np.where(self.stays, values, -values)
        over = ~np.isnan(self.scores)
        own_values[over] = self.scores[over]
        return own_values.astype(np.float32, copy=False)

    def best(self, equities: Floats) -> Ints:
        """int64[n]: the action with the best afterstate at each table.

        Raises:
            ActionError: some equity is not a number.
        """
        if np.isnan(equities).any():
            raise ActionError("expected equities as numbers, got NaN; does the learner diverge?")
        return best_of(equities, self.after.offsets) - self.after.offsets[:-1]
