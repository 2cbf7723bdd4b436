"""The alternatives of laws that have several, each law an enum; fields of `Rules` hold one of them.

What else a field may hold, such as a number, is checked in rule_values.py. options.py has the options that a
person writes behind a game's name: they read and write these values as text.
"""

from enum import StrEnum
from typing import NamedTuple


class Direction(StrEnum):
    """Whether the players move in opposite directions or the same way round."""

    CONTRARY = "contrary"
    PARALLEL = "parallel"


class Contact(StrEnum):
    """A checker's effect on a single opposing one: hit it, pin it, or be blocked by it."""

    HIT = "hit"
    PIN = "pin"
    BLOCK = "block"


class Opening(StrEnum):
    """Whether the starter plays the dice of the opening roll or rolls again."""

    USE = "use"
    REROLL = "reroll"


class NextStarter(StrEnum):
    """Who starts the next game of a match."""

    OPENING_ROLL = "opening_roll"
    PREVIOUS_WINNER = "previous_winner"
    PREVIOUS_SECOND = "previous_second"


class HeadException(StrEnum):
    """The rolls that let one more checker leave the head."""

    CLASSIC = "classic"
    ANY_DOUBLE = "any_double"
    ALWAYS_DOUBLE = "always_double"
    SIX_FOUR = "six_four"
    NONE = "none"


class HeadScope(StrEnum):
    """Whether the exception requires that the opponent's head blocks the checker."""

    HEAD_BLOCK = "head_block"
    ALWAYS = "always"


class Prime(StrEnum):
    """When six own points in a row are legal."""

    AHEAD = "ahead"
    OPP_HOME = "opp_home"
    FORBID = "forbid"
    ALLOW = "allow"


class Check(StrEnum):
    """When laws on formations apply: after every move, or at the end of the turn."""

    STEP = "step"
    TURN = "turn"


class HomeHit(StrEnum):
    """What a checker that hit on own 1-6 may still do in the same turn."""

    FREE = "free"
    NO_HIDE = "no_hide"
    NO_HIDE_NO_OFF = "no_hide_no_off"
    NO_MOVE = "no_move"


class Leftovers(StrEnum):
    """The fate of the unplayed dice of a cascade."""

    LOST = "lost"
    OPPONENT = "opponent"


class LastThrow(StrEnum):
    """Whether the second player may still draw, and the points of a draw."""

    OFF = "off"
    HALF = "half"
    ONE = "one"


class PinnedBearoff(StrEnum):
    """Whether a player may bear off while an own checker is pinned at home."""

    ALLOW = "allow"
    FORBID = "forbid"


class BombHits(StrEnum):
    """Whose blots the bomb sends to the bar."""

    BOTH = "both"
    OPPONENT = "opponent"


class BombWhen(StrEnum):
    """When the bomb may be exploded."""

    BEFORE_ROLL = "before_roll"
    ANY_TIME = "any_time"


class Quarter(NamedTuple):
    """At most *most* points from *low* to *high* may be held."""

    low: int
    high: int
    most: int

    def __str__(self) -> str:
        """The text form: '19-24:5'."""
        return f"{self.low}-{self.high}:{self.most}"
