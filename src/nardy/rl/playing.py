"""The turns being made at many tables: what may be chosen, and what comes of it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network import Floats
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Ints, Rows
from nardy.kernel.play import play_batch
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, GOING_ON, outcomes_batch
from nardy.rl.cubes import CubeLaws, begun_anew, centered, flipped, taken
from nardy.rl.observation import ANSWER, BOMB, DIE, DOUBLE, WHOLE, Afterstates, Observation
from nardy.search.bomb import explode, may_explode
from nardy.search.choose import all_finals, facts_after, first_moves, left_over
from nardy.search.tables import (
    LISTED,
    Game,
    Tables,
    TurnTaken,
    chosen_rows,
    opening_rolls,
    rows_of,
)

MOST_TURNS = 2_000
"""Longer games are cut."""
NOTHING: Floats = np.empty(0, np.float32)


class Ended(NamedTuple):
    """The tables whose games have just ended."""

    rows: Ints
    points: Floats
    """float32: for the player who moved last."""
    cut: NDArray[np.bool_]
    """Where the game was only cut."""

    def joined(self, more: "Ended") -> "Ended":
        """These tables and some more."""
        rows = np.concatenate([self.rows, more.rows])
        points = np.concatenate([self.points, more.points])
        return Ended(rows, points, np.concatenate([self.cut, more.cut]))


NOT_ENDED = Ended(np.zeros(0, np.int64), NOTHING, np.zeros(0, np.bool_))


class Ways(NamedTuple):
    """How games are played."""

    die_by_die: bool = False
    cube: CubeLaws | None = None
    """None: without it."""


class Turns:
    """What is going on at every table; arrays that were shown are never written again."""

    def __init__(self, game: Game, count: int, random: np.random.Generator, ways: Ways) -> None:
        """Begin so many games."""
        self.game = game
        self.random = random
        self.die_by_die, self.cube = ways
        self.cubes = centered(count)
        self.everyone = np.arange(count)
        self.tables = Tables.begun(game, count)
        self.rows = self.begun = Rows(
            self.tables.boards,
            self.tables.pins,
            np.zeros((count, game.most_dice), np.int8),
            np.zeros((count, at.MIDS_SIZE), np.int64),
        )
        self.kinds = np.zeros(count, np.int8)
        self.turns = np.zeros(count, np.int64)
        self.played = np.zeros(count, np.int64)
        # Of turns that are made die by die: how many dice are still to be played, and the rows
        # after every move that may be made, numbered by `source`.
        self.longest = np.zeros(count, np.int64)
        self.tried = self.rows
        self.source = self.everyone
        self._double_or_roll(self.everyone)

    # ------------------------------------------------------------------------- choices

    def observe(self) -> Observation:
        """What may be chosen at every table."""
        if not self.kinds.any():
            after = Afterstates(*all_finals(self.game, self.rows))
        else:
            after = self._mixed()
        answer = np.flatnonzero(self.kinds == ANSWER)
        tables = flipped(self.tables, answer) if len(answer) else self.tables
        cubes = self.cubes if self.cube else None
        return Observation(self.game, tables, self.rows.dice, after, self.kinds, cubes, self.cube)

    def _mixed(self) -> Afterstates:
        kinds = (DIE, WHOLE, BOMB, DOUBLE, ANSWER)
        rows = [np.flatnonzero(self.kinds == kind) for kind in kinds]
        moves, whole, bombs = self._moves(rows[0]), self._whole(rows[1]), self._bombs(rows[2])
        asked = flipped(self.tables, rows[4]) if len(rows[4]) else self.tables
        listed = (moves, whole, bombs, _twice(self.tables, rows[3]), _twice(asked, rows[4]))
        after, self.source = _joined(len(self.kinds), list(zip(rows, listed, strict=True)))
        return after

    def _whole(self, rows: Ints) -> Afterstates:
        return Afterstates(*all_finals(self.game, chosen_rows(self.rows, rows)))

    def _moves(self, rows: Ints) -> Afterstates:
        """The single moves; whoever has none may only stay where he is."""
        here = chosen_rows(self.rows, rows)
        choices = first_moves(self.game, here)
        found = np.diff(choices.offsets)
        widths = np.maximum(found, 1)
        moves = np.zeros((int(widths.sum()), LISTED, at.MOVE_SIZE), np.int8)
        moves[np.repeat(found, widths) > 0, 0] = choices.moves
        self.longest[rows] = choices.longest
        self.tried = chosen_rows(here, np.repeat(np.arange(len(rows)), widths))
        play_batch(self.game.laws, self.tried, np.ascontiguousarray(moves[:, 0]))
        return Afterstates(self.tried.boards, self.tried.pins, moves, _offsets(widths))

    def _bombs(self, rows: Ints) -> Afterstates:
        """The board as it is, and with the bomb exploded."""
        both = self.tables.part(np.repeat(rows, 2))
        explode(self.game, both, np.arange(1, 2 * len(rows), 2))
        return _twice(both, np.arange(len(rows)), doubled=False)

    # ------------------------------------------------------------------------- what is chosen

    def take(self, shown: Observation, actions: Ints) -> Ended:
        """Let every table's player take a choice; games that are over begin anew."""
        chosen = shown.after.offsets[:-1] + actions
        if not self.kinds.any():
            self.played = _played(shown.after, chosen)
            return self._finish(self.everyone, shown.after, chosen)
        self.rows = chosen_rows(self.rows, self.everyone)
        asked, whole = (np.flatnonzero(self.kinds == kind) for kind in (BOMB, WHOLE))
        self.played[whole] = _played(shown.after, chosen[whole])
        complete = np.sort(np.concatenate([whole, self._move(chosen, shown.after)]))
        if len(asked):
            self.tables = self.tables.copied()
            explode(self.game, self.tables, asked[actions[asked] == 1])
            self._double_or_roll(asked)
        passed = self._turn_cubes(shown.kinds, actions) if self.cube else NOT_ENDED
        if not len(complete):
            return passed
        ended = self._finish(complete, shown.after, chosen[complete])
        return ended.joined(passed) if self.cube else ended

    def _turn_cubes(self, kinds: Bytes, actions: Ints) -> Ended:
        """Double or roll, take or pass; the games that end with a pass."""
        no, yes = actions == 0, actions == 1
        self.kinds = self.kinds.copy()
        self.kinds[(kinds == DOUBLE) & yes] = ANSWER
        takes = np.flatnonzero((kinds == ANSWER) & no)
        self.cubes = taken(self.cubes, takes, self.tables.facts)
        self._roll(np.flatnonzero((kinds == DOUBLE) & no | (kinds == ANSWER) & no))
        passes = np.flatnonzero((kinds == ANSWER) & yes)
        lost = -self.cubes.values[passes].astype(np.float32)
        self.tables = self.tables.copied()
        self._clear(passes)
        self._double_or_roll(passes)
        return Ended(passes, lost, np.zeros(len(passes), np.bool_))

    def _clear(self, rows: Ints) -> None:
        """Set tables up anew, in arrays that nobody has been shown."""
        self.tables.begin(self.game, rows)
        self.turns[rows] = 0
        if self.cube:
            self.cubes = begun_anew(self.cubes, rows)

    def _move(self, chosen: Ints, after: Afterstates) -> Ints:
        """Make single moves; the tables whose turns are complete with them."""
        rows = np.flatnonzero(self.kinds == DIE)
        made = chosen_rows(self.tried, self.source[chosen[rows]])
        for array, new in zip(self.rows, made, strict=True):
            array[rows] = new
        self.played[rows] += after.moves[chosen[rows], 0, at.MOVE_ORIGIN] > 0
        goes_on = (self.longest[rows] > 1) & (self.rows.mids[rows, at.MID_OVER] == 0)
        return rows[~goes_on]

    def _finish(self, rows: Ints, after: Afterstates, chosen: Ints) -> Ended:
        """End the turns of some tables with these positions, and begin the next ones."""
        game, everybody = self.game, len(rows) == len(self.everyone)
        before = self.tables if everybody else self.tables.part(rows)
        begun = self.begun if everybody else chosen_rows(self.begun, rows)
        boards, pins = after.boards.take(chosen, 0), after.pins.take(chosen, 0)
        finals = Finals(boards, pins, after.moves[:0], np.arange(len(rows) + 1))
        outcomes = np.empty(len(rows), np.int8)
        laws, seen = (game.laws, game.stakes), (boards, pins, finals.offsets)
        outcomes_batch(laws, (before.boards, before.facts), seen, outcomes)
        facts = facts_after(game, before, finals)
        played = self.played[rows]
        turn = TurnTaken(boards, pins, facts, outcomes, NOTHING, NOTHING, played)
        left = left_over(game, begun, before.facts[:, FACT_LEFT] == 0, played)
        self.tables = self.tables.copied()
        self.tables.advance(slice(None) if everybody else rows, turn, left)
        self.turns[rows] += 1
        over = outcomes != GOING_ON
        ends = np.flatnonzero(over | (self.turns[rows] >= MOST_TURNS))
        points = np.array([*game.points, 0], np.float32)[outcomes[ends]]
        if self.cube:
            points = self.cube.scored(self.cubes.part(rows[ends]), points)
        self._clear(rows[ends])
        self._begin(rows)
        return Ended(rows[ends], points, ~over[ends])

    # ------------------------------------------------------------------------- new turns

    def _begin(self, rows: Ints) -> None:
        """Ask those who may explode the bomb; the others roll."""
        if self.game.rules.bomb:
            asked = np.zeros(len(self.kinds), np.bool_)
            asked[may_explode(self.game, self.tables)] = True
            self.kinds = self.kinds.copy()
            self.kinds[rows[asked[rows]]] = BOMB
            self.rows = self.rows._replace(dice=self.rows.dice.copy())
            self.rows.dice[rows[asked[rows]]] = 0
            rows = rows[~asked[rows]]
        self._double_or_roll(rows)

    def _double_or_roll(self, rows: Ints) -> None:
        """Ask those who may double; the others roll."""
        if self.cube:
            facts, turns = self.tables.facts[rows], self.turns[rows]
            may = self.cube.may_double(self.cubes.part(rows), facts, turns)
            asked = rows[may]
            self.kinds = self.kinds.copy()
            self.kinds[asked] = DOUBLE
            self.rows = self.rows._replace(dice=self.rows.dice.copy())
            self.rows.dice[asked] = 0
            rows = rows[~may]
            if not len(rows):
                return
        self._roll(rows)

    def _roll(self, rows: Ints) -> None:
        """Roll the dice, and find what the turns that they begin must remember."""
        game, everybody = self.game, len(rows) == len(self.everyone)
        part = self.tables if everybody else self.tables.part(rows)
        rolls = self.random.integers(1, 7, (len(rows), 2), np.int8)
        fresh = np.flatnonzero(self.turns[rows] == 0)
        rolls[fresh] = opening_rolls(game, self.random, len(fresh))
        begun = rows_of(game, part, rolls, part.facts[:, FACT_TURNS_MINE].astype(np.int64))
        long = begun.mids[:, at.MID_DICE] > LISTED
        kinds = np.where(long | self.die_by_die, np.int8(DIE), np.int8(WHOLE))
        if everybody:
            self.rows = self.begun = begun
            self.kinds = kinds
            self.played = np.zeros(len(rows), np.int64)
            return
        self.begun = chosen_rows(self.begun, self.everyone)
        self.rows = chosen_rows(self.rows, self.everyone)
        for held in (self.rows, self.begun):
            for array, new in zip(held, begun, strict=True):
                array[rows] = new
        self.kinds = self.kinds.copy()
        self.kinds[rows] = kinds
        self.played[rows] = 0


def _played(after: Afterstates, chosen: Ints) -> Ints:
    """How many dice each whole turn plays."""
    return np.count_nonzero(after.moves[:, :, at.MOVE_ORIGIN].take(chosen, 0), 1)


def _twice(tables: Tables, rows: Ints, *, doubled: bool = True) -> Afterstates:
    """Two choices in each of some tables that leave the board alone, or two rows of it already."""
    both = tables.part(np.repeat(rows, 2)) if doubled else tables
    moves = np.zeros((2 * len(rows), LISTED, at.MOVE_SIZE), np.int8)
    return Afterstates(both.boards, both.pins, moves, 2 * np.arange(len(rows) + 1))


def _offsets(widths: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(widths)])


def _joined(count: int, parts: list[tuple[Ints, Afterstates]]) -> tuple[Afterstates, Ints]:
    """The choices of some parts of the tables in the order of the tables, and where each was."""
    widths = np.zeros(count, np.int64)
    for rows, part in parts:
        widths[rows] = np.diff(part.offsets)
    owners = np.concatenate([np.repeat(rows, np.diff(part.offsets)) for rows, part in parts])
    order = np.argsort(owners, kind="stable")
    return Afterstates(
        np.concatenate([part.boards for _, part in parts])[order],
        np.concatenate([part.pins for _, part in parts])[order],
        np.concatenate([part.moves for _, part in parts])[order],
        _offsets(widths),
    ), order
