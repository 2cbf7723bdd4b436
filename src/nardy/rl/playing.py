"""The turns in progress of many games at once: choices and their effects."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from nardy.core.choices import Leftovers
from nardy.evaluation.cube.cubes import Cubes
from nardy.evaluation.network.network import Floats
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Flags, Ints, Rows, join_rows, offsets_of
from nardy.kernel.play import play_batch
from nardy.kernel.scoring import FACT_LEFT, GOING_ON, outcomes_batch
from nardy.rl.cubes import CubeLaws, centered, flipped, recentered, taken
from nardy.rl.observation import ANSWER, BOMB, DIE, DOUBLE, WHOLE, Afterstates, Observation
from nardy.search.bomb import explode, may_explode
from nardy.search.choose import all_finals, facts_after, first_moves, left_over
from nardy.search.tables import (
    LISTED,
    GameTables,
    Tables,
    TurnTaken,
    chosen_rows,
    opening_rolls,
    rows_of,
)

MOST_TURNS = 2_000
"""Longer games are truncated."""
EMPTY: Floats = np.empty(0, np.float32)
NO_ROWS: Ints = np.zeros(0, np.int64)


class PlaySettings(NamedTuple):
    """The settings of an environment."""

    die_by_die: bool = False
    cube: CubeLaws | None = None
    """None: played without a cube."""


class EndedTables(NamedTuple):
    """The tables whose games have just ended."""

    rows: Ints
    """int64[m], in no particular order."""
    points: Floats
    """float32[m]: for the player who acted last; 0 for truncated games."""
    cut: Flags
    """bool[m]: whether the game was truncated."""
    tables: Tables
    """The last positions, seen by the player who would roll next."""
    cubes: Cubes

    def joined(self, more: "EndedTables") -> "EndedTables":
        """These tables, followed by others."""
        return EndedTables(
            np.concatenate([self.rows, more.rows]),
            np.concatenate([self.points, more.points]),
            np.concatenate([self.cut, more.cut]),
            Tables.joined([self.tables, more.tables]),
            join_rows([self.cubes, more.cubes]),
        )


class Turns:
    """The state of every table; arrays passed to observations are never overwritten."""

    def __init__(
        self, game: GameTables, count: int, random: np.random.Generator, settings: PlaySettings
    ) -> None:
        """Start the games."""
        self.game = game
        self.random = random
        self.die_by_die, self.cube = settings
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
        # Of turns that are made die by die: the rows after every possible move, indexed
        # by `source`.
        self.tried = self.rows
        self.source = self.everyone
        self.none_ended = EndedTables(
            NO_ROWS, EMPTY, np.zeros(0, np.bool_), self.tables.part(NO_ROWS), centered(0)
        )
        self._double_or_roll(self.everyone)

    # ------------------------------------------------------------------------- choices

    def observe(self) -> Observation:
        """The choices at every table."""
        after = self._mixed() if self.kinds.any() else self._listed(self.rows)
        answer = np.flatnonzero(self.kinds == ANSWER)
        tables = flipped(self.tables, answer) if len(answer) else self.tables
        cubes = self.cubes if self.cube else None
        return Observation(self.game, tables, self.rows.dice, after, self.kinds, cubes, self.cube)

    def _mixed(self) -> Afterstates:
        # Single moves come first: their indices are those of the rows tried.
        makers: dict[int, Callable[[Ints], Afterstates]] = {
            DIE: self._moves,
            WHOLE: lambda rows: self._listed(chosen_rows(self.rows, rows)),
            BOMB: self._bombs,
            DOUBLE: lambda rows: _two_choices(self.tables.part(np.repeat(rows, 2))),
            ANSWER: lambda rows: _two_choices(flipped(self.tables, rows).part(np.repeat(rows, 2))),
        }
        where = [(np.flatnonzero(self.kinds == kind), make) for kind, make in makers.items()]
        parts = [(rows, make(rows)) for rows, make in where if len(rows)]
        after, self.source = _joined(len(self.kinds), parts)
        return after

    def _listed(self, rows: Rows) -> Afterstates:
        """Every whole turn of these rows."""
        finals = all_finals(self.game, rows)
        completes = np.ones(len(finals.boards), np.bool_)
        return Afterstates(*finals, completes, self._leaves(rows, finals))

    def _moves(self, rows: Ints) -> Afterstates:
        """The single moves; a table without one gets the choice to stay."""
        here = chosen_rows(self.rows, rows)
        choices = first_moves(self.game, here)
        found = np.diff(choices.offsets)
        widths = np.maximum(found, 1)
        # A table without a move keeps zeros, which `play_batch` takes as no move.
        moves = np.zeros((int(widths.sum()), LISTED, at.MOVE_SIZE), np.int8)
        moves[np.repeat(found, widths) > 0, 0] = choices.moves
        self.tried = chosen_rows(here, np.repeat(np.arange(len(rows)), widths))
        play_batch(self.game.laws, self.tried, np.ascontiguousarray(moves[:, 0]))
        finals = Finals(self.tried.boards, self.tried.pins, moves, offsets_of(widths))
        completes = np.repeat(choices.longest <= 1, widths)
        completes |= self.tried.mids[:, at.MID_OVER] > 0
        return Afterstates(*finals, completes, self._leaves(here, finals) & completes)

    def _leaves(self, rows: Rows, finals: Finals) -> Flags:
        """bool[k]: final positions after which the opponent has leftover dice to play."""
        leaves, rules = np.zeros(len(finals.boards), np.bool_), self.game.rules
        if rules.leftover is Leftovers.OPPONENT and rules.cascade_count:
            cascades = rows.mids[:, at.MID_IN_ORDER] == at.CASCADE
            given = np.where(cascades, rows.mids[:, at.MID_DICE], 0)
            # Few rolls are doubles, so dice are counted only there.
            given = np.repeat(given, np.diff(finals.offsets))
            some = np.flatnonzero(given)
            leaves[some] = _played(finals.moves[some]) < given[some]
        return leaves

    def _bombs(self, rows: Ints) -> Afterstates:
        """The board unchanged, and with the bomb exploded."""
        both = self.tables.part(np.repeat(rows, 2))
        explode(self.game, both, np.arange(1, 2 * len(rows), 2))
        return _two_choices(both)

    def last_observation(self, ended: EndedTables) -> Observation:
        """The last positions of ended games, seen by the player who would roll next; no choices."""
        tables, cubes = ended.tables, ended.cubes if self.cube else None
        kinds = np.full(len(ended.rows), DIE if self.die_by_die else WHOLE, np.int8)
        none = np.zeros(len(kinds) + 1, np.int64)
        after = _two_choices(tables.part(NO_ROWS))._replace(offsets=none)
        return Observation(self.game, tables, tables.left, after, kinds, cubes, self.cube)

    # ------------------------------------------------------------------------- what is chosen

    def take(self, observation: Observation, actions: Ints) -> EndedTables:
        """Apply one action at every table; finished games restart."""
        chosen = observation.after.offsets[:-1] + actions
        if not self.kinds.any():
            self.played = _played(observation.after.moves.take(chosen, 0))
            return self._finish(self.everyone, observation.after, chosen)
        self.rows = chosen_rows(self.rows, self.everyone)
        deciding, whole = (np.flatnonzero(self.kinds == kind) for kind in (BOMB, WHOLE))
        self.played[whole] = _played(observation.after.moves[chosen[whole]])
        complete = np.sort(np.concatenate([whole, self._move(chosen, observation.after)]))
        if len(deciding):
            self.tables = self.tables.copied()
            explode(self.game, self.tables, deciding[actions[deciding] == 1])
            self._double_or_roll(deciding)
        passed = self._turn_cubes(observation.kinds, actions) if self.cube else self.none_ended
        if not len(complete):
            return passed
        ended = self._finish(complete, observation.after, chosen[complete])
        return ended.joined(passed) if self.cube else ended

    def _turn_cubes(self, kinds: Bytes, actions: Ints) -> EndedTables:
        """Double or roll, take or pass; return the games that end with a pass."""
        no, yes = actions == 0, actions == 1
        # A copy, because earlier observations refer to the old array.
        self.kinds = self.kinds.copy()
        self.kinds[(kinds == DOUBLE) & yes] = ANSWER
        takes = np.flatnonzero((kinds == ANSWER) & no)
        self.cubes = taken(self.cubes, takes, self.tables.facts)
        self._roll(np.flatnonzero((kinds == DOUBLE) & no | (kinds == ANSWER) & no))
        passes = np.flatnonzero((kinds == ANSWER) & yes)
        passed = self._ended(passes)
        lost = -passed.cubes.values.astype(np.float32)
        self.tables = self.tables.copied()
        self._clear(passes)
        self._double_or_roll(passes)
        return passed._replace(points=lost)

    def _ended(self, rows: Ints) -> EndedTables:
        """Games that end in their present position; called before their tables are reset."""
        if not len(rows):
            return self.none_ended
        points, cut = np.zeros(len(rows), np.float32), np.zeros(len(rows), np.bool_)
        return EndedTables(rows, points, cut, self.tables.part(rows), self.cubes.part(rows))

    def _clear(self, rows: Ints) -> None:
        """Reset tables in place; no observation may have these arrays."""
        self.tables.begin(self.game, rows)
        self.turns[rows] = 0
        if self.cube:
            self.cubes = recentered(self.cubes, rows)

    def _move(self, chosen: Ints, after: Afterstates) -> Ints:
        """Make single moves; return the tables whose turns are now complete."""
        rows = np.flatnonzero(self.kinds == DIE)
        made = chosen_rows(self.tried, self.source[chosen[rows]])
        for array, new in zip(self.rows, made, strict=True):
            array[rows] = new
        self.played[rows] += after.moves[chosen[rows], 0, at.MOVE_ORIGIN] > 0
        return rows[after.completes[chosen[rows]]]

    def _finish(self, rows: Ints, after: Afterstates, chosen: Ints) -> EndedTables:
        """End the turns of some tables in these positions, and begin the next ones."""
        outcomes = self._advance(rows, after, chosen)
        ended = self._just_ended(rows, outcomes)
        self._clear(ended.rows)
        self._begin(rows)
        return ended

    def _advance(self, rows: Ints, after: Afterstates, chosen: Ints) -> Bytes:
        """Put final positions on some tables; return the outcomes, seen by the movers."""
        game, is_all = self.game, len(rows) == len(self.everyone)
        before = self.tables if is_all else self.tables.part(rows)
        begun = self.begun if is_all else chosen_rows(self.begun, rows)
        boards, pins = after.boards.take(chosen, 0), after.pins.take(chosen, 0)
        finals = Finals(boards, pins, after.moves[:0], np.arange(len(rows) + 1))
        outcomes = np.empty(len(rows), np.int8)
        tables = (before.boards, before.facts)
        outcomes_batch((game.laws, game.stakes), tables, (boards, pins, finals.offsets), outcomes)
        facts, played = facts_after(game, before, finals), self.played[rows]
        turn = TurnTaken(boards, pins, facts, outcomes, EMPTY, EMPTY, played)
        left = left_over(game, begun, before.facts[:, FACT_LEFT] == 0, played)
        # The learner's observations have the old arrays.
        self.tables = self.tables.copied()
        self.tables.advance(slice(None) if is_all else rows, turn, left)
        self.turns[rows] += 1
        return outcomes

    def _just_ended(self, rows: Ints, outcomes: Bytes) -> EndedTables:
        """The games that have ended or are too long, as copies, because their tables restart at once."""
        over = outcomes != GOING_ON
        ends = np.flatnonzero(over | (self.turns[rows] >= MOST_TURNS))
        # A truncated game has no points: GOING_ON is the last index.
        points = np.array([*self.game.points, 0], np.float32)[outcomes[ends]]
        if self.cube:
            points = self.cube.scored(self.cubes.part(rows[ends]), points)
        return self._ended(rows[ends])._replace(points=points, cut=~over[ends])

    # ------------------------------------------------------------------------- new turns

    def _begin(self, rows: Ints) -> None:
        """Offer the bomb decision to players who may explode it; the others go on."""
        if self.game.rules.bomb:
            may = np.isin(rows, may_explode(self.game, self.tables))
            self._offer(rows[may], BOMB)
            rows = rows[~may]
        self._double_or_roll(rows)

    def _double_or_roll(self, rows: Ints) -> None:
        """Offer the cube decision to players who may double; the others roll."""
        if self.cube:
            facts, turns = self.tables.facts[rows], self.turns[rows]
            may = self.cube.may_double(self.cubes.part(rows), facts, turns)
            self._offer(rows[may], DOUBLE)
            rows = rows[~may]
            if not len(rows):
                return
        self._roll(rows)

    def _offer(self, rows: Ints, kind: int) -> None:
        """Offer a decision before the roll."""
        self.kinds = self.kinds.copy()
        self.kinds[rows] = kind
        self.rows = self.rows._replace(dice=self.rows.dice.copy())
        self.rows.dice[rows] = 0

    def _roll(self, rows: Ints) -> None:
        """Roll the dice, and set up the turns that they begin."""
        game, is_all = self.game, len(rows) == len(self.everyone)
        part = self.tables if is_all else self.tables.part(rows)
        rolls = self.random.integers(1, 7, (len(rows), 2), np.int8)
        fresh = np.flatnonzero(self.turns[rows] == 0)
        rolls[fresh] = opening_rolls(game, self.random, len(fresh))
        begun = rows_of(game, part, rolls)
        long = begun.mids[:, at.MID_DICE] > LISTED
        kinds = np.where(long | self.die_by_die, np.int8(DIE), np.int8(WHOLE))
        if is_all:
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


def _played(moves: Bytes) -> Ints:
    """The number of dice in moves int8[k, 4, 4]."""
    return np.count_nonzero(moves[:, :, at.MOVE_ORIGIN], 1)


def _two_choices(both: Tables) -> Afterstates:
    """Two choices for each table; row 2n of *both* is the result of the first, row 2n + 1 of the second."""
    count = len(both.boards)
    moves, completes = np.zeros((count, LISTED, at.MOVE_SIZE), np.int8), np.zeros(count, np.bool_)
    offsets = np.arange(0, count + 1, 2)
    return Afterstates(both.boards, both.pins, moves, offsets, completes, completes)


def _joined(count: int, parts: list[tuple[Ints, Afterstates]]) -> tuple[Afterstates, Ints]:
    """The choices of several parts in table order, and the former index of each."""
    if len(parts) == 1:
        (_, alone), *_ = parts
        return alone, np.arange(len(alone.boards))
    widths = np.zeros(count, np.int64)
    for rows, part in parts:
        widths[rows] = np.diff(part.offsets)
    owners = np.concatenate([np.repeat(rows, np.diff(part.offsets)) for rows, part in parts])
    # Stable, so that the choices of a table keep their order, which defines the actions.
    order = np.argsort(owners, kind="stable")
    return Afterstates(
        np.concatenate([part.boards for _, part in parts])[order],
        np.concatenate([part.pins for _, part in parts])[order],
        np.concatenate([part.moves for _, part in parts])[order],
        offsets_of(widths),
        np.concatenate([part.completes for _, part in parts])[order],
        np.concatenate([part.leaves for _, part in parts])[order],
    ), order
