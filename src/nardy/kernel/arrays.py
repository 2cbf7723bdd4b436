"""Convert rules, positions and turns of the rule book to arrays and back.

No other file of the kernel imports core.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from nardy.core.choices import Check, Direction, HeadScope, Leftovers, PinnedBearoff
from nardy.core.dice import DiceList, Roll
from nardy.core.legal import MOST_TURNS
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.steps import MidTurn, Step, after
from nardy.core.turn import Move
from nardy.errors import RulesError, TooManyTurns
from nardy.kernel import layout as at
from nardy.kernel.equal_dice import CROWDED
from nardy.kernel.judging import first_broken_law
from nardy.kernel.layout import Bytes, Choices, Finals, Ints, Pins, Rows
from nardy.kernel.moves import first_moves_batch
from nardy.kernel.play import begin_batch
from nardy.kernel.single_laws import LAW_IDS, LEGAL
from nardy.kernel.turns import turns_batch

ROOM = 1 << 10
MOST_ROOM = 1 << 20
"""Positions that the search of one row may hold, at first and at most."""
# A roll has about twenty turns in backgammon (docs/decisions/training.md).
PER_ROW = 32
"""Initial capacity in final positions for each row."""


def rules_array(rules: Rules) -> Ints:
    """The laws of a game as numbers: int64[RULES_SIZE].

    Raises:
        RulesError: the game has more checkers than the layout can count.
    """
    if rules.checkers > at.MOST_CHECKERS:
        raise RulesError(
            f"the kernel counts up to {at.MOST_CHECKERS} checkers a side, {rules.name} has "
            f"{rules.checkers}; its turns come from the rule book"
        )
    return np.array(_laws(rules), np.int64)


@lru_cache(maxsize=256)
def _laws(rules: Rules) -> tuple[int, ...]:
    # Constants of layout.py carry the names of the enums' members, so a member without a constant
    # fails here.
    choices = vars(at)
    laws = [0] * at.RULES_SIZE
    laws[at.RULES_VERSION] = at.LAYOUT_VERSION
    laws[at.RULES_CHECKERS] = rules.checkers
    laws[at.RULES_PARALLEL] = rules.direction is Direction.PARALLEL
    laws[at.RULES_CONTACT] = choices[f"CONTACT_{rules.contact.name}"]
    laws[at.RULES_HEAD] = rules.head
    laws[at.RULES_HEAD_EXCEPTION] = choices[f"EXCEPTION_{rules.head_exception.name}"]
    laws[at.RULES_HEAD_ALWAYS] = rules.head_scope is HeadScope.ALWAYS
    laws[at.RULES_PRIME] = choices[f"PRIME_{rules.prime.name}"]
    laws[at.RULES_CHECK_TURN] = rules.prime_check is Check.TURN
    laws[at.RULES_RUNNER] = rules.runner
    if rules.quarter is not None:
        laws[at.RULES_QUARTER_LOW] = rules.quarter.low
        laws[at.RULES_QUARTER_HIGH] = rules.quarter.high
        laws[at.RULES_QUARTER_MOST] = rules.quarter.most
    laws[at.RULES_RELEASE] = rules.release
    laws[at.RULES_HOME_HIT] = choices[f"HOME_HIT_{rules.home_hit.name}"]
    laws[at.RULES_PINNED_FORBID] = rules.pinned_bearoff is PinnedBearoff.FORBID
    laws[at.RULES_FIRST_HIT_WINS] = rules.first_hit_wins
    laws[at.RULES_CASCADE_COUNT] = rules.cascade_count
    laws[at.RULES_CASCADE_FROM] = rules.cascade_from
    laws[at.RULES_LEFTOVER_OPPONENT] = rules.leftover is Leftovers.OPPONENT
    # A tuple, because the result is cached: a caller may change its array.
    return tuple(map(int, laws))


# ------------------------------------------------------------------------------- positions


def mask_of(points: frozenset[int]) -> int:
    """A mask with a bit for each point.

    >>> mask_of(frozenset({1, 3}))
    10
    """
    return sum(1 << point for point in points)


def points_of(mask: int) -> frozenset[int]:
    """The points of a mask.

    >>> sorted(points_of(10))
    [1, 3]
    """
    return frozenset(point for point in range(at.PLACES) if mask >> point & 1)


def position_arrays(positions: Sequence[Position]) -> tuple[Bytes, Pins]:
    """Boards and pins of positions, each seen by its player."""
    # The shape is given for the case of no positions, where NumPy cannot see it.
    boards = np.array(
        [(position.player, position.opponent) for position in positions], np.int8
    ).reshape(len(positions), 2, at.PLACES)
    pins = np.array(
        [
            (mask_of(position.player_pinned), mask_of(position.opponent_pinned))
            for position in positions
        ],
        np.int32,
    ).reshape(len(positions), 2)
    return boards, pins


def position_at(boards: Bytes, pins: Pins, k: int) -> Position:
    """The position at index k."""
    player, opponent = boards[k].tolist()
    player_pins, opponent_pins = pins[k].tolist()
    return Position(
        tuple(player), tuple(opponent), points_of(player_pins), points_of(opponent_pins)
    )


# -------------------------------------------------------------------------- turns to be played


def rows_of(mids: Sequence[MidTurn]) -> Rows:
    """Turns being played, as rows."""
    rows = _rows([mid.position for mid in mids], [(mid.dice, mid.in_order) for mid in mids])
    for mid, columns in zip(mids, rows.mids, strict=True):
        columns[at.MID_FROM_HEAD] = mid.from_head
        columns[at.MID_READINGS] = _readings(mid.hitters)
        columns[at.MID_LAST_RESORT] = mid.last_resort
        columns[at.MID_OVER] = mid.is_over
    return rows


def begin_rows(rules: Rules, positions: Sequence[Position], lists: Sequence[DiceList]) -> Rows:
    """Turns before their first move, one for each position and dice list."""
    rows = _rows(positions, [(dice.numbers, dice.in_order) for dice in lists])
    rows.mids[:, at.MID_DOUBLE] = [dice.double for dice in lists]
    room = ROOM
    while begin_batch(rules_array(rules), rows, room):
        room = _more(room)
    return rows


def _rows(positions: Sequence[Position], lists: Sequence[tuple[Sequence[int], bool]]) -> Rows:
    """Rows with dice, and whether these must be played in order."""
    most = max((len(dice) for dice, _ in lists), default=0)
    dice = np.zeros((len(lists), max(most, 1)), np.int8)
    mids = np.zeros((len(lists), at.MIDS_SIZE), np.int64)
    for row, (numbers, in_order) in enumerate(lists):
        dice[row, : len(numbers)] = numbers
        mids[row, at.MID_DICE] = len(numbers)
        mids[row, at.MID_IN_ORDER] = in_order
    return Rows(*position_arrays(positions), dice, mids)


def _readings(hitters: frozenset[frozenset[int]]) -> int:
    bits = sum(1 << (mask_of(reading) >> 1) for reading in hitters)
    # Wraps to int64: the reading with all six points uses the sign bit.
    return bits - (1 << 64) if bits >> 63 else bits


def _more(room: int) -> int:
    if room >= MOST_ROOM:
        raise TooManyTurns(MOST_ROOM, "positions in the search for turns")
    # Every larger room repeats the whole search, so two large steps lead from ROOM to MOST_ROOM.
    return room * 32


# --------------------------------------------------------------------------------- whole turns


@dataclass(frozen=True)
class TurnLists:
    """Every distinct final position of every row, as arrays; converted to Python values on access."""

    finals: Finals

    def __len__(self) -> int:
        return len(self.finals.offsets) - 1

    def __getitem__(self, row: int) -> Mapping[Position, tuple[Move, ...]]:
        """The final positions of a row, seen by the mover, each with one way to reach it."""
        first, end = self.finals.offsets[row : row + 2].tolist()
        boards, pins, moves, _ = self.finals
        return {position_at(boards, pins, k): moves_at(moves, k) for k in range(first, end)}


def moves_at(moves: Bytes, k: int) -> tuple[Move, ...]:
    """The moves, in order, that lead to the final position at index k."""
    return tuple(
        Move(origin, target, bool(hits)) for origin, target, _, hits in moves[k].tolist() if origin
    )


def find_turns(rules: Rules, rows: Rows, limit: int = MOST_TURNS) -> TurnLists:
    """Every distinct final position of every row.

    Raises:
        TooManyTurns: a row has more than *limit*, or its search holds more than MOST_ROOM positions
            (as in some cascades).
    """
    return TurnLists(all_turns(rules_array(rules), rows, limit))


def all_turns(laws: Ints, rows: Rows, limit: int = MOST_TURNS) -> Finals:
    """`find_turns` as arrays, which may be longer than the last offset."""
    capacity = max(PER_ROW * len(rows.boards), 1)
    room = ROOM
    while True:
        finals = make_finals(len(rows.boards), capacity, rows.dice.shape[1])
        lost, crowded = turns_batch(laws, rows, room, finals)
        most = int(np.diff(finals.offsets).max(initial=0))
        if most > limit:
            raise TooManyTurns(limit)
        if crowded:
            room = _more(room)
        elif lost:
            # `lost` is the exact number of missing rows, so one repetition is enough.
            capacity += lost
        else:
            return finals


def make_finals(rows: int, capacity: int, most_moves: int) -> Finals:
    """Empty arrays for this many final positions and rows."""
    return Finals(
        np.empty((capacity, 2, at.PLACES), np.int8),
        np.empty((capacity, 2), np.int32),
        np.empty((capacity, most_moves, at.MOVE_SIZE), np.int8),
        np.empty(rows + 1, np.int64),
    )


def kernel_turns(
    rules: Rules, position: Position, dice: DiceList | Roll, limit: int = MOST_TURNS
) -> Mapping[Position, tuple[Move, ...]]:
    """Every final position of a legal turn, with one way to reach it: core/legal.sequences."""
    if isinstance(dice, Roll):
        dice = rules.dice_list(dice)
    return find_turns(rules, begin_rows(rules, [position], [dice]), limit)[0]


# -------------------------------------------------------------------------------- single moves


def find_moves(rules: Rules, rows: Rows) -> Choices:
    """The single moves of every row that keep the longest play within reach."""
    # Two dice from each place: no row has more single moves, so none is ever lost.
    most = len(rows.boards) * 2 * at.PLACES
    choices = Choices(
        np.empty((max(most, 1), at.MOVE_SIZE), np.int8),
        np.empty(len(rows.boards) + 1, np.int64),
        np.empty(len(rows.boards), np.int64),
    )
    room = ROOM
    while True:
        _, crowded = first_moves_batch(rules_array(rules), rows, room, choices)
        if not crowded:
            return choices
        room = _more(room)


def kernel_moves(rules: Rules, mid: MidTurn) -> dict[Move, MidTurn]:
    """The moves that keep the longest play within reach: core/legal.legal_moves."""
    choices = find_moves(rules, rows_of([mid]))
    end = int(choices.offsets[1])
    return {
        Move(origin, target, bool(hits)): after(rules, mid, Step(origin, die))
        for origin, target, die, hits in choices.moves[:end].tolist()
    }


def kernel_longest(rules: Rules, mid: MidTurn) -> int:
    """The number of dice that must be played; 0 is a dance: core/legal.longest_play."""
    return int(find_moves(rules, rows_of([mid])).longest[0])


def kernel_broken_law(
    rules: Rules, position: Position, dice: DiceList | Roll, moves: Sequence[tuple[int, int]]
) -> str | None:
    """The law that the first illegal move (origin, target) of a turn breaks: core/draft.Draft.move.

    None if all are legal.
    """
    if isinstance(dice, Roll):
        dice = rules.dice_list(dice)
    rows = begin_rows(rules, [position], [dice])
    made = np.array([tuple(move) for move in moves], np.int8).reshape(len(moves), 2)
    room = ROOM
    while (law := first_broken_law(rules_array(rules), rows, made, room)) == CROWDED:
        room = _more(room)
    return None if law == LEGAL else LAW_IDS[law]
