"""Choose a turn in many games at once by the values of the positions after it.

A roll with few turns has all of them compared. A cascade has too many: it is played die by die,
each time by the move with the best position if the turn ended there.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Leftovers
from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.kernel import layout as at
from nardy.kernel.arrays import make_finals
from nardy.kernel.layout import Bytes, Choices, Finals, Ints, Rows
from nardy.kernel.leftovers import left_over_batch
from nardy.kernel.moves import first_moves_batch
from nardy.kernel.play import play_batch
from nardy.kernel.scoring import (
    FACT_FIRST,
    FACT_LAST,
    FACT_LEFT,
    GOING_ON,
    next_facts_batch,
    outcomes_batch,
)
from nardy.kernel.turns import turns_batch
from nardy.search.bomb import with_bomb
from nardy.search.tables import LISTED, ROOM, GameTables, Tables, TurnTaken, chosen_rows

PER_ROW = 40
"""Final positions a row for which the first arrays have room; rows have about twenty."""
MOST_MOVES = 52
"""First moves that a row can have."""


def choose(game: GameTables, tables: Tables, rows: Rows, value: Value) -> TurnTaken:
    """The best turn of every row by the value of the position after it.

    Where the game has a move filter, only the turns that it keeps are valued.
    """
    return choose_apart(
        rows.mids[:, at.MID_DICE] > LISTED,
        (tables, rows),
        lambda tables, rows: best_turns(*listed_turns(game, tables, rows, value)),
        lambda tables, rows: _die_by_die(game, tables, rows, value),
    )


def choose_apart(
    is_special: NDArray[np.bool_],
    games: tuple[Tables, Rows],
    usual: Callable[[Tables, Rows], TurnTaken],
    special: Callable[[Tables, Rows], TurnTaken],
) -> TurnTaken:
    """One turn of every row, chosen in one way for the special rows and in another for the rest."""
    tables, rows = games
    if is_special.all() or not is_special.any():
        return (special if is_special.any() else usual)(tables, rows)
    some, others = np.flatnonzero(~is_special), np.flatnonzero(is_special)
    # In this order equal seeds give equal random turns (train/refine.py) as in earlier versions.
    second = special(tables.part(others), chosen_rows(rows, others))
    first = usual(tables.part(some), chosen_rows(rows, some))
    return in_order(np.concatenate([some, others]), first, second)


def in_order(places: Ints, first: TurnTaken, second: TurnTaken) -> TurnTaken:
    """Join turns of two parts of some games; `places` gives the row of each, rising in both parts."""
    order, cached_lookahead = np.argsort(places), first.cached_lookahead
    if cached_lookahead is not None:
        cached_lookahead = cached_lookahead._replace(which=places[cached_lookahead.which])
    joined = (np.concatenate(pair)[order] for pair in zip(first[:-1], second[:-1], strict=True))
    return TurnTaken._make([*joined, cached_lookahead])


def listed_turns(
    game: GameTables, tables: Tables, rows: Rows, value: Value
) -> tuple[Finals, Ints, "Worth"]:
    """Final positions of every row, the number of dice that each uses, and their values.

    Where the game has a move filter, only those that it keeps.
    """
    finals = all_finals(game, rows)
    if game.move_filter is not None:
        finals = game.move_filter.filtered(finals, game.filter_width)
    played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)
    left = leaves_dice(game, rows, finals.offsets, played)
    return finals, played, worth_of(game, tables, finals, value, left)


def all_finals(game: GameTables, rows: Rows) -> Finals:
    """Every final position of every row, in arrays of exact length."""
    count = len(rows.boards)
    # The kernel writes as many moves as a row has dice, so unused columns are cut off.
    dice = np.ascontiguousarray(rows.dice[:, :LISTED])
    rows = rows._replace(dice=dice)
    capacity, room = PER_ROW * count + 500, ROOM
    while True:
        finals = make_finals(count, capacity, LISTED)
        lost, crowded = turns_batch(game.laws, rows, room, finals)
        capacity += lost
        # Rare rows need more: crowded cascades, or laws on the order of moves.
        room *= 8 if crowded else 1
        if not lost and not crowded:
            break
    end = finals.offsets[-1]
    return Finals(finals.boards[:end], finals.pins[:end], finals.moves[:end], finals.offsets)


class Worth(NamedTuple):
    """Values after final positions; one row each."""

    facts: Bytes
    """Seen by the player who rolls next."""
    outcomes: Bytes
    """Seen by the mover; GOING_ON where the game goes on."""
    probabilities: Floats
    """Of every outcome, seen by the player who rolls next."""
    equities: Floats
    """Seen by the mover; exact where the game is over."""

    def some(self, which: Ints) -> "Worth":
        """The rows of some final positions."""
        return self._make(array[which] for array in self)


def worth_of(
    game: GameTables,
    tables: Tables,
    finals: Finals,
    value: Value,
    left: NDArray[np.bool_] | None = None,
) -> Worth:
    """Value final positions; those of table i begin at offsets[i].

    `left` marks the positions after which the opponent has leftover dice to play.
    """
    facts = facts_after(game, tables, finals)
    if left is not None:
        owed = np.repeat(tables.facts[:, FACT_LAST], np.diff(finals.offsets)) < facts[:, FACT_LAST]
        facts[left & ~owed, FACT_LEFT] = 1
    outcomes = np.empty(len(finals.boards), np.int8)
    board = (tables.boards, tables.facts)
    outcomes_batch(
        (game.laws, game.stakes), board, (finals.boards, finals.pins, finals.offsets), outcomes
    )
    if game.rules.bomb:
        value = with_bomb(game, value)
    probabilities, equities = seen_by_mover(tables, finals, facts, value)
    over = np.flatnonzero(outcomes != GOING_ON)
    movers = np.repeat(tables.facts[:, FACT_FIRST], np.diff(finals.offsets))
    # The network has guessed these too; the end of a game is known exactly.
    equities[over] = game.worth[movers[over], outcomes[over]]
    return Worth(facts, outcomes, probabilities, equities)


def leaves_dice(
    game: GameTables, rows: Rows, offsets: Ints, played: Ints
) -> NDArray[np.bool_] | None:
    """bool[k]: final positions after which the opponent has leftover dice to play.

    None where the game has no leftovers.
    """
    if game.rules.leftover is not Leftovers.OPPONENT or not game.rules.cascade_count:
        return None
    widths = np.diff(offsets)
    cascades = np.repeat(rows.mids[:, at.MID_IN_ORDER] == at.CASCADE, widths)
    return cascades & (played < np.repeat(rows.mids[:, at.MID_DICE], widths))


def best_turns(finals: Finals, played: Ints, worth: Worth) -> TurnTaken:
    """The best final position of each row; `played` is the number of dice that each position uses."""
    taken = best_of(worth.equities, finals.offsets)
    facts, outcomes, probabilities, equities = worth.some(taken)
    boards, pins = finals.boards[taken], finals.pins[taken]
    return TurnTaken(boards, pins, facts, outcomes, equities, probabilities, played[taken])


def facts_after(game: GameTables, tables: Tables, finals: Finals) -> Bytes:
    """The facts after each final position, seen by the player who rolls next."""
    facts = np.empty((len(finals.boards), tables.facts.shape[1]), np.int8)
    next_facts_batch(game.laws, game.stakes, tables.facts, (finals.boards, finals.offsets), facts)
    return facts


def seen_by_mover(
    tables: Tables, finals: Finals, facts: Bytes, value: Value
) -> tuple[Floats, Floats]:
    """Probabilities seen by the player who rolls next, and equities seen by the mover."""
    # Without leftovers the opponent always rolls next.
    if not tables.facts[:, FACT_LEFT].any():
        after = Positions(finals.boards, finals.pins, at.OPPONENT, facts)
        probabilities, equities = value(after)
        return probabilities, -equities
    stays = rolls_again(tables, finals.offsets, facts)
    probabilities = np.empty((len(stays), 0), np.float32)
    equities = np.empty(len(stays), np.float32)
    for seat, which in ((at.OPPONENT, ~stays), (at.PLAYER, stays)):
        if which.any():
            some = Positions(finals.boards[which], finals.pins[which], seat, facts[which])
            chances, worth = value(some)
            if not probabilities.shape[1]:
                probabilities = np.empty((len(stays), chances.shape[1]), np.float32)
            probabilities[which] = chances
            equities[which] = worth if seat == at.PLAYER else -worth
    return probabilities, equities


def rolls_again(tables: Tables, offsets: Ints, facts: Bytes) -> NDArray[np.bool_]:
    """Whether the mover also rolls next after each final position, as after leftovers."""
    before = np.repeat(tables.facts[:, FACT_FIRST], np.diff(offsets))
    # The fact is of the player on roll and changes with them: an equal one is of the same player.
    return before == facts[:, FACT_FIRST]


def best_of(values: Floats, offsets: Ints) -> Ints:
    """The first index of the largest value between every two offsets."""
    most = np.repeat(np.maximum.reduceat(values, offsets[:-1]), np.diff(offsets))
    # The first of equal values, so that equal seeds give equal games.
    hits = np.flatnonzero(values == most)
    return hits[np.searchsorted(hits, offsets[:-1])]


def _die_by_die(game: GameTables, tables: Tables, rows: Rows, value: Value) -> TurnTaken:
    count = len(rows.boards)
    given, rows = rows, chosen_rows(rows, np.arange(count))
    played = np.zeros(count, np.int64)
    going = np.arange(count)
    while len(going):
        choices = first_moves(game, chosen_rows(rows, going))
        widths = np.diff(choices.offsets)
        moving = np.flatnonzero(widths)
        if not len(moving):
            break
        owners = np.repeat(going, widths)
        tried = chosen_rows(rows, owners)
        play_batch(game.laws, tried, choices.moves)
        offsets = np.concatenate([[0], np.cumsum(widths[moving])])
        finals = Finals(tried.boards, tried.pins, choices.moves[:, None], offsets)
        going = going[moving]
        part = tables.part(going)
        # The value if the turn ended here; the dice still to play are the same for all moves.
        _, equities = seen_by_mover(part, finals, facts_after(game, part, finals), value)
        best = best_of(equities, finals.offsets)
        for array, new in zip(rows, chosen_rows(tried, best), strict=True):
            array[going] = new
        played[going] += 1
        going = going[(rows.mids[going, at.MID_DICE] > 0) & (rows.mids[going, at.MID_OVER] == 0)]
    # Nobody reads the moves of these finals, so the dice stand in for them.
    finals = Finals(rows.boards, rows.pins, rows.dice[:, :, None], np.arange(count + 1))
    left = leaves_dice(game, given, finals.offsets, played)
    return best_turns(finals, played, worth_of(game, tables, finals, value, left))


def first_moves(game: GameTables, rows: Rows) -> Choices:
    """The single moves of every row that keep the longest play within reach."""
    count = len(rows.boards)
    room = ROOM
    while True:
        choices = Choices(
            np.empty((MOST_MOVES * count, at.MOVE_SIZE), np.int8),
            np.empty(count + 1, np.int64),
            np.empty(count, np.int64),
        )
        _, crowded = first_moves_batch(game.laws, rows, room, choices)
        if not crowded:
            return choices._replace(moves=choices.moves[: choices.offsets[-1]])
        room *= 8


def play_turns(game: GameTables, tables: Tables, begun: Rows, turn: TurnTaken) -> None:
    """Put the chosen turns on all tables; `begun` are the turns as they began."""
    # Leftovers are not passed on again (core/acts.py).
    rolled = tables.facts[:, FACT_LEFT] == 0
    tables.advance(np.arange(len(rolled)), turn, left_over(game, begun, rolled, turn.played))


def left_over(game: GameTables, rows: Rows, rolled: NDArray[np.bool_], played: Ints) -> Bytes:
    """Leftovers for the opponents: dice of a cascade that the `rolled` rows did not play."""
    left = np.zeros((len(played), game.most_dice), np.int8)
    left_over_batch(game.laws, rows, played, left)
    left[~rolled] = 0
    return left
