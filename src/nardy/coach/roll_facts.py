"""What the 21 rolls can do in positions after turns, counted over all legal turns by the kernel.

Nothing is valued here: counts hold for every player, whatever they choose. Both players are asked as if
they rolled now.
"""

from typing import NamedTuple

import numpy as np

from nardy.bots.baseline.features import ROAD
from nardy.bots.baseline.view import faced
from nardy.coach.blots import exposed
from nardy.coach.replies import ROLLS, WEIGHTS, every_roll_of, hits_of
from nardy.core.choices import Contact
from nardy.kernel import layout as at
from nardy.kernel.layout import Doubles, Finals, Flags, Ints
from nardy.search.choose import all_finals, first_moves
from nardy.search.tables import GameTables, Tables, rows_of

DICE = range(1, 7)
KEY_POINTS = slice(1, 8)
"""Home and the bar point: the points from which a prime before the opponent's checkers is built."""


class RollFacts(NamedTuple):
    """Which rolls do what for the player who rolls; n positions."""

    hits: Flags
    """bool[n, 21]: some legal turn hits or pins."""
    short: Flags
    """bool[n, 21]: not every die can be played, and not because all checkers are off."""
    dances: Flags
    """bool[n, 21]: no die can be played."""
    makes: Flags
    """bool[n, 21]: some legal turn makes a point of KEY_POINTS that was not made before."""
    unsafe: Flags
    """bool[n, 21]: every legal turn leaves a blot that an opposing checker has still to pass."""
    movable: Ints
    """int64[n, 6]: checkers that can move by each die alone; of the head no more than may leave it."""


def of_36(rolls: Flags) -> Doubles:
    """float64[n]: how many of the 36 rolls, from flags of the 21."""
    return (rolls * WEIGHTS).sum(-1) * 36


def roll_facts(game: GameTables, tables: Tables) -> RollFacts:
    """The facts for the players on roll."""
    many, rows = every_roll_of(game, tables)
    count, movable = len(tables.boards), _movable(game, tables)
    if game.rules.cascade_count:
        # Only the first moves of a cascade are listed; the longest play comes with them.
        played = _longest(game, tables)
        short = played < rows.mids[:, at.MID_DICE].reshape(count, ROLLS)
        none = np.zeros((count, ROLLS), bool)
        return RollFacts(none, short, played == 0, none, none, movable)
    finals = all_finals(game, rows)
    played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)[finals.offsets[:-1]]
    some = [
        np.logical_or.reduceat(flags, finals.offsets[:-1]).reshape(count, ROLLS)
        for flags in (hits_of(game, many, finals), _makes(game, many, finals))
    ]
    played = played.reshape(count, ROLLS)
    ends = np.logical_or.reduceat(~finals.boards[:, 0, 1:].any(1), finals.offsets[:-1])
    short = (played < rows.mids[:, at.MID_DICE].reshape(count, ROLLS)) & ~ends.reshape(count, ROLLS)
    unsafe = ~np.logical_or.reduceat(~_loose(game, finals), finals.offsets[:-1])
    return RollFacts(some[0], short, played == 0, some[1], unsafe.reshape(count, ROLLS), movable)


def _longest(game: GameTables, tables: Tables) -> Ints:
    """int64[n, 21]: how many dice must be played."""
    _, rows = every_roll_of(game, tables)
    return first_moves(game, rows).longest.reshape(len(tables.boards), ROLLS)


def _makes(game: GameTables, before: Tables, finals: Finals) -> Flags:
    """bool[k]: final positions with a made point of KEY_POINTS that was not made."""
    least = 1 if game.rules.contact is Contact.BLOCK else 2
    rows = np.repeat(np.arange(len(before.boards)), np.diff(finals.offsets))
    made: Flags = finals.boards[:, 0, KEY_POINTS] >= least
    return np.any(made & (before.boards[rows, 0, KEY_POINTS] < least), axis=1)


def _loose(game: GameTables, finals: Finals) -> Flags:
    """bool[k]: final positions in which the player who rolled has a blot that may be hit or pinned."""
    if game.rules.contact is Contact.BLOCK:
        return np.zeros(len(finals.boards), bool)
    bits = 1 << np.arange(at.PLACES)
    own, other = ((finals.boards[:, n] > 0) @ bits for n in (0, 1))
    mine, theirs = (finals.pins[:, n].astype(np.int64) for n in (0, 1))
    singles = (finals.boards[:, 0] == 1) @ bits & own & ~mine
    # A checker that pins closes its point.
    blots = singles & ~faced(game.rules, theirs) & ROAD
    free = other & ~theirs & ~1
    return exposed(game.rules, blots, free) != 0


def _movable(game: GameTables, tables: Tables) -> Ints:
    count = len(tables.boards)
    many = tables.part(np.repeat(np.arange(count), len(DICE)))
    dice = np.tile(np.array(DICE, np.int8), count)
    # A roll that is no double has no exception of the head law; its second die is taken away.
    rows = rows_of(game, many, np.stack([dice, dice % 6 + 1], 1).astype(np.int8))
    rows.dice[:] = 0
    rows.dice[:, 0] = dice
    rows.mids[:, at.MID_DICE] = 1
    choices = first_moves(game, rows)
    owners = np.repeat(np.arange(len(many.boards)), np.diff(choices.offsets))
    origins = choices.moves[:, at.MOVE_ORIGIN].astype(np.int64)
    checkers = many.boards[owners, 0, origins].astype(np.int64)
    if game.rules.head:
        on_head = origins == at.HEAD
        checkers[on_head] = np.minimum(checkers[on_head], game.rules.head)
    return np.bincount(owners, checkers, len(many.boards)).astype(np.int64).reshape(count, -1)
