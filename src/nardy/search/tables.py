"""Many games of one kind side by side, as arrays with one row a game.

Self-play, duels and rollouts all advance tables. Each row is seen by the player on roll. The kernel
generates the turns; the caller chooses among them.
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Opening
from nardy.core.rules import Rules
from nardy.evaluation.cube.lookahead import CubeAhead
from nardy.evaluation.network.move_filter import WIDTH as FILTER_WIDTH
from nardy.evaluation.network.move_filter import FilterWidth, MoveFilter
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel import layout as at
from nardy.kernel import scoring
from nardy.kernel.arrays import position_arrays, rules_array
from nardy.kernel.layout import Bytes, Ints, Pins, Rows
from nardy.kernel.leftovers import leftover_batch
from nardy.kernel.play import begin_batch, roll_batch

ROOM = 1 << 12
LISTED = 4
"""Longer dice lists are played die by die: cascades have too many final positions to list."""


class SearchWidth(NamedTuple):
    """Which candidates are examined deeper."""

    most: int
    margin: float
    """Points by which a candidate may be worse than the best."""


WIDTHS = (SearchWidth(8, 0.16), SearchWidth(6, 0.12), SearchWidth(3, 0.06))
"""For one ply, two plies, and more: deeper values are more reliable, so fewer remain."""
QUICK_WIDTHS = (SearchWidth(4, 0.08), SearchWidth(3, 0.06))
"""The same for rollouts, where a small error matters little: three fifths of the time."""


class GameTables(NamedTuple):
    """The game as the kernel and the search need it."""

    rules: Rules
    laws: Ints
    stakes: Ints
    points: tuple[float, ...]
    board: Bytes
    """int8[2, 26], the start."""
    most_dice: int
    worth: Floats
    """float32[2, outcomes]: equity of each outcome for the player on roll, by FACT_FIRST.

    Outside matches both rows are the points.
    """
    move_filter: MoveFilter | None = None
    """Preselects the turns to value when only the best is wanted; None: all are valued."""
    filter_width: FilterWidth = FILTER_WIDTH
    widths: tuple[SearchWidth, ...] = WIDTHS
    cube: CubeAhead | None = None
    """The cube during look-ahead; None: equities follow `worth` alone."""

    @classmethod
    def of(cls, rules: Rules) -> Self:
        boards, _ = position_arrays([rules.start])
        outcomes = outcomes_of(rules)
        # The longest list is a cascade from a double 1, through all six numbers.
        most = max(LISTED, 6 * rules.cascade_count)
        points = outcomes.points
        worth = np.array([points, points], np.float32)
        return cls(rules, rules_array(rules), outcomes.stakes, points, boards[0], most, worth)

    def with_filter(self, move_filter: MoveFilter | None) -> Self:
        """With a move filter, if it was trained for the worth that the outcomes have here."""
        if move_filter is None:
            return self._replace(move_filter=None)
        learned = np.array([move_filter.points, move_filter.points], np.float32)
        # The filter ranks by the points that it was trained on; other stakes rank turns in
        # another order.
        fits = np.array_equal(_without_draws(self.worth), _without_draws(learned))
        return self._replace(move_filter=move_filter if fits else None)

    def valued(self, worth: NDArray[np.floating]) -> Self:
        """With other equities of the outcomes, [2, outcomes], and no move filter."""
        # Other turns are best then, and the filter would drop them (docs/decisions/training.md).
        return self._replace(worth=worth.astype(np.float32), move_filter=None)


def _without_draws(worth: NDArray[np.floating]) -> NDArray[np.floating]:
    """The columns of outcomes that are no draws.

    A variant may have a draw that the trained game lacks; this does not change the ranking.
    """
    return worth[:, (worth != 0).any(0)]


class CachedLookahead(NamedTuple):
    """The best answers to the 21 rolls after some turns."""

    which: Ints
    """Indices of the turns, rising."""
    by_roll: Floats
    """float32[k, 21, outcomes]: the chances after each answer, seen by the player who rolls."""

    def taken(self, turns: Ints) -> "CachedLookahead":
        """The answers after the turns that were chosen; `which` are then indices of games."""
        places = np.minimum(np.searchsorted(self.which, turns), len(self.which) - 1)
        # A chosen turn may not have been examined, as when it ends the game.
        games = np.flatnonzero(self.which[places] == turns)
        return CachedLookahead(games, self.by_roll[places[games]])


class TurnTaken(NamedTuple):
    """One turn in each of some games."""

    boards: Bytes
    """Final positions and pins, seen by the mover."""
    pins: Pins
    facts: Bytes
    """Seen by the player who rolls next."""
    outcomes: Bytes
    """Seen by the mover; GOING_ON where the game goes on."""
    equities: NDArray[np.float32]
    """Value of the position for the mover."""
    probabilities: NDArray[np.float32]
    """The chances of every outcome, seen by the player who rolls next."""
    played: Ints
    """How many dice were played."""
    cached_lookahead: CachedLookahead | None = None
    """Answers to the next rolls found by look-ahead; `which` are rows of these arrays."""


class Tables(NamedTuple):
    """Games being played; each row is seen by its player on roll."""

    boards: Bytes
    pins: Pins
    facts: Bytes
    left: Bytes
    """int8[n, d]: leftover dice for the player on roll, padded with zeros."""

    @classmethod
    def begun(cls, game: GameTables, count: int) -> Self:
        """Games before their first roll."""
        tables = cls(
            np.empty((count, 2, at.PLACES), np.int8),
            np.empty((count, 2), np.int32),
            np.empty((count, scoring.FACTS_SIZE), np.int8),
            np.empty((count, game.most_dice), np.int8),
        )
        tables.begin(game, np.arange(count))
        return tables

    @classmethod
    def joined(cls, parts: "list[Tables]") -> Self:
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    @classmethod
    def after(cls, game: GameTables, boards: Bytes, pins: Pins, facts: Bytes) -> Self:
        """Positions after turns, seen by the players who roll next."""
        left = np.zeros((len(boards), game.most_dice), np.int8)
        # The kernel needs contiguous arrays, and a reversed view is none.
        flipped = np.ascontiguousarray(boards[:, ::-1]), np.ascontiguousarray(pins[:, ::-1])
        return cls(*flipped, facts, left)

    @property
    def positions(self) -> Positions:
        """The positions before a roll."""
        return Positions(self.boards, self.pins, at.PLAYER, self.facts)

    def begin(self, game: GameTables, rows: Ints) -> None:
        """Set up the start position in some tables."""
        self.boards[rows] = game.board
        self.pins[rows] = 0
        self.left[rows] = 0
        self.facts[rows] = 0
        self.facts[rows, scoring.FACT_FIRST] = 1
        if game.rules.bomb:
            self.facts[rows, scoring.FACT_BOMB_MINE] = 1
            self.facts[rows, scoring.FACT_BOMB_THEIRS] = 1

    def advance(self, rows: Ints | slice, turn: "TurnTaken", left: Bytes) -> None:
        """Put the chosen turns on some tables, seen by the player who rolls next.

        `left` int8[n, d] are the dice that this player must play before the roll, if any.
        """
        # After leftover dice the same player rolls, and the board keeps its point of view.
        rolls_again = turn.facts[:, scoring.FACT_FIRST] == self.facts[rows, scoring.FACT_FIRST]
        boards, pins = turn.boards[:, ::-1].copy(), turn.pins[:, ::-1].copy()
        boards[rolls_again], pins[rolls_again] = turn.boards[rolls_again], turn.pins[rolls_again]
        # A player who is owed the last throw gets it instead of leftover dice.
        owed = (turn.facts[:, scoring.FACT_LAST] > 0) & (self.facts[rows, scoring.FACT_LAST] == 0)
        left = np.where(owed[:, None], np.int8(0), left)
        self.boards[rows] = boards
        self.pins[rows] = pins
        self.facts[rows] = turn.facts
        self.facts[rows, scoring.FACT_LEFT] = left[:, 0] > 0
        self.left[rows] = left

    def part(self, rows: Ints) -> Self:
        """Copies of some tables."""
        return self._make(array[rows] for array in self)

    def copied(self) -> Self:
        return self._make(array.copy() for array in self)

    def put(self, rows: Ints, part: "Tables") -> None:
        for array, new in zip(self, part, strict=True):
            array[rows] = new


def without_cube(rules: Rules) -> Rules:
    """The game without cube and Jacoby rule, so that gammons count."""
    plain = not (rules.cube_play or rules.jacoby)
    return rules if plain else rules.replace(cube_play=False, jacoby=False)


def opening_rolls(game: GameTables, random: np.random.Generator, count: int) -> Bytes:
    """The first rolls of games: no doubles where the opening roll is played."""
    rolls = random.integers(1, 7, (count, 2), np.int8)
    if game.rules.opening is Opening.USE:
        # The second die is one of the other five faces, each with the same chance.
        rolls[:, 1] = (rolls[:, 0] + random.integers(0, 5, count, np.int8)) % 6 + 1
    return rolls


def rows_of(
    game: GameTables, tables: Tables, rolls: Bytes, turns_taken: Ints | None = None
) -> Rows:
    """The turns that these rolls begin; leftovers are played before a roll.

    `turns_taken` int64[n] are those of the players on roll; by default as the facts say.
    """
    count = len(rolls)
    if turns_taken is None:
        turns_taken = tables.facts[:, scoring.FACT_TURNS_MINE].astype(np.int64)
    rows = Rows(
        tables.boards.copy(),
        tables.pins.copy(),
        np.zeros((count, game.most_dice), np.int8),
        np.zeros((count, at.MIDS_SIZE), np.int64),
    )
    roll_batch(game.laws, rolls, turns_taken, rows)
    leftover_batch(tables.left, rows)
    room = ROOM
    # A larger pool of states is allocated only after a row has needed it.
    while begin_batch(game.laws, rows, room):
        room *= 8
    return rows


def chosen_rows(rows: Rows, which: Ints) -> Rows:
    """Copies of some rows."""
    return rows._make(array[which] for array in rows)
