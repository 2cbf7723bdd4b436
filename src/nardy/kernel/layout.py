"""The layout: the meaning of every number in the kernel's arrays.

Everything is seen by the player on roll, in own numbering: 25 is the bar, 0 is off. Every
array is C-contiguous; its first axis counts rows of a batch (n) or final positions (k).

- `rules`    int64[RULES_SIZE]: one game, indices below.
- `boards`   int8[n, 2, 26]: checkers of player and opponent, each in the own numbering; a
  pinned checker is counted on its point.
- `pins`     int32[n, 2]: bit p is set if a checker of that player is pinned on own point p.
- `dice`     int8[n, d]: the dice left to play, in their order, then zeros.
- `mids`     int64[n, MIDS_SIZE]: the turn so far, indices below.
- `moves`    int8[k, d, 4]: origin, target, die, and 1 if it lands on an opposing checker;
  origin 0 means that no further move is played.
- `offsets`  int64[n + 1]: row i has the final positions offsets[i] to offsets[i + 1] - 1.
- a *mask* is an int64 with one bit for a place: bit p stands for place p.

LAYOUT_VERSION is raised whenever any of this changes.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Numbers = Pins = NDArray[np.int32]
Bytes = NDArray[np.int8]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

LAYOUT_VERSION = 2


class Rows(NamedTuple):
    """A batch of turns to be played; row i is a position, the dice left, and the turn so far."""

    boards: Bytes
    pins: Pins
    dice: Bytes
    mids: Ints


class Finals(NamedTuple):
    """Final positions, each with one way to reach it; room for k of them, filled by a kernel."""

    boards: Bytes
    pins: Pins
    moves: Bytes
    offsets: Ints


class Choices(NamedTuple):
    """Single moves int8[k, 4] by offsets, and for each row how many dice must be played."""

    moves: Bytes
    offsets: Ints
    longest: Ints


Columns = TypeVar("Columns", bound=tuple[NDArray[Any], ...])
"""A named tuple of arrays with one first axis."""


def pick_rows(columns: Columns, which: Ints | Flags | slice) -> Columns:
    """Some rows of every array: copies, or views of a slice."""
    make: Any = type(columns)
    return make(*(array[which] for array in columns))


def join_rows(parts: Sequence[Columns]) -> Columns:
    """The rows of several such tuples, one after the other."""
    make: Any = type(parts[0])
    return make(*map(np.concatenate, zip(*parts, strict=True)))


def offsets_of(widths: Ints) -> Ints:
    """The offsets of groups of these widths."""
    return np.concatenate([[0], np.cumsum(widths)])


PLAYER, OPPONENT = 0, 1
OFF, HEAD, BAR, PLACES = 0, 24, 25, 26
MOST_CHECKERS = 127
"""The limit of an int8; games with more checkers a side use the rule book."""

# ---- rules: the index of each law
RULES_VERSION = 0
RULES_CHECKERS = 1
RULES_PARALLEL = 2
RULES_CONTACT = 3
RULES_HEAD = 4
RULES_HEAD_EXCEPTION = 5
RULES_HEAD_ALWAYS = 6
RULES_PRIME = 7
RULES_CHECK_TURN = 8
RULES_RUNNER = 9
RULES_QUARTER_LOW = 10
RULES_QUARTER_HIGH = 11
RULES_QUARTER_MOST = 12
RULES_RELEASE = 13
RULES_HOME_HIT = 14
RULES_PINNED_FORBID = 15
RULES_FIRST_HIT_WINS = 16
RULES_CASCADE_COUNT = 17
RULES_CASCADE_FROM = 18
RULES_LEFTOVER_OPPONENT = 19
RULES_SIZE = 20

# ---- rules: the values of those that are choices
CONTACT_HIT, CONTACT_PIN, CONTACT_BLOCK = range(3)
EXCEPTION_NONE, EXCEPTION_CLASSIC, EXCEPTION_ANY_DOUBLE = range(3)
EXCEPTION_ALWAYS_DOUBLE, EXCEPTION_SIX_FOUR = 3, 4
PRIME_ALLOW, PRIME_AHEAD, PRIME_OPP_HOME, PRIME_FORBID = range(4)
HOME_HIT_FREE, HOME_HIT_NO_HIDE, HOME_HIT_NO_HIDE_NO_OFF, HOME_HIT_NO_MOVE = range(4)

# ---- mids: the turn so far
MID_DICE = 0
"""How many dice are left; at 0 the turn is over."""
MID_IN_ORDER = 1
"""0 if the dice may be played in either order, CASCADE for a double that cascades, 1 for the rest."""
MID_FROM_HEAD = 2
"""How many checkers may still leave the head."""
MID_READINGS = 3
"""Possible places of checkers that hit at home: bit s is set for each reading s, and s has bit
p - 1 for a hitter on point p. The initial value 1 is the empty reading."""
MID_LAST_RESORT = 4
"""1 if a hitter may be borne off, because no other turn is as long."""
MID_OVER = 5
"""1 if the last move ended the game."""
MID_DOUBLE = 6
"""The number of the double thrown, 0 if none, for the exceptions of the head law."""
MIDS_SIZE = 7

CASCADE = 2
"""The value of MID_IN_ORDER for the dice of a cascade as they were rolled."""
NO_LIMIT = 99
NOBODY = 1
"""The readings of a turn without a hit at home."""

# ---- frame: constants of one turn; int64[FRAME_SIZE], scratch
FRAME_HELD = 0
"""Mask of the player's places at the start of the turn, including off."""
FRAME_OPEN = 1
"""Mask of the points on which a checker may land."""
FRAME_LONE = 2
"""Mask of the points with one opposing checker that can be hit or pinned."""
FRAME_STUCK = 3
"""Mask of the points on which the player's own checkers are pinned."""
FRAME_NO_OFF = 4
FRAME_THEIRS = 5
"""Mask of the opponent's places, in the opponent's numbering."""
FRAME_RELEASE_PRIME = 6
"""Mask of the six points in front of the crowd that may not all be held; 0 for none."""
FRAME_HITS = 7
"""1 if contact is a hit, 0 if it is a pin."""
FRAME_PARALLEL = 8
FRAME_RUNNER = 9
FRAME_PRIME = 10
FRAME_QUARTER = 11
"""Mask of the points of which at most FRAME_MOST may be held; 0 for none."""
FRAME_MOST = 12
FRAME_STEP = 13
"""1 if laws on formations apply after every move."""
FRAME_TURN = 14
"""1 if they apply at the end of the turn."""
FRAME_HOME_HIT = 15
FRAME_LAST_RESORT = 16
FRAME_FIRST_HIT_WINS = 17
FRAME_FROM_HEAD = 18
FRAME_READINGS = 19
FRAME_SIZE = 20

# ---- moves: the columns
MOVE_ORIGIN, MOVE_TARGET, MOVE_DIE, MOVE_HITS, MOVE_SIZE = range(5)
