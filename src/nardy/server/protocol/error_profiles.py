"""A player's error rates over their reviewed games: answers to `GET` requests.

Losses are points for a cube of 1 before each decision, as a review tells them, one ply ahead. Times are
milliseconds since 1970.
"""

from typing import Literal

import msgspec

Audience = Literal["me", "friends", "all"]
"""Nobody else, members of a common private group, everybody."""
PartKind = Literal["phase", "plan"]


class ErrorRate(msgspec.Struct):
    """Points lost for each decision, with the uncertainty of so few games."""

    rate: float
    error: float | None
    """Standard error, with games as observations; null with fewer than two games."""
    games: int
    count: int
    """Decisions."""


class ErrorSum(msgspec.Struct):
    """Decisions of one part in a game."""

    kind: PartKind
    id: str
    count: int
    lost: float


class ErrorMark(msgspec.Struct):
    """One reviewed game or match."""

    room: str
    """Empty on another person's profile, where casual and private games are not named."""
    ended_at: int
    """To the day (noon, UTC) on another person's profile."""
    turns: int
    """Decisions of checker play."""
    turns_lost: float
    cubes: int
    """Decisions about cube and bomb."""
    cubes_lost: float
    luck: float
    parts: list[ErrorSum]


class ErrorPart(msgspec.Struct):
    """Checker play in one phase of the game or with one plan, beside all the rest."""

    kind: PartKind
    id: str
    """Of a phase (opening, middle, race, bearing off) or of a plan of `nardy.coach`."""
    words: dict[str, str]
    """The plan by language; empty for a phase."""
    inside: ErrorRate
    elsewhere: ErrorRate
    error: float | None
    """Standard error of the difference."""
    chance: float | None
    """How often chance alone makes such a difference, from 0 to 1; null with too few games or turns."""
    verdict: Literal["", "leak", "strength"]
    """Told only where chance is unlikely, with all parts of the game taken together."""


class ErrorReason(msgspec.Struct):
    """Errors that one fact explains."""

    id: str
    """A fact of `nardy.coach`."""
    count: int
    lost: float


class GameErrors(msgspec.Struct):
    """The error rates of one game, over all its reviewed games and matches."""

    game: str
    name: dict[str, str]
    all: ErrorRate
    turns: ErrorRate
    cubes: ErrorRate
    luck: float
    """Mean luck of a game or match, in points."""
    marks: list[ErrorMark]
    """The latest, the oldest first."""
    parts: list[ErrorPart]
    reasons: list[ErrorReason]
    """The costliest first."""


class ErrorProfile(msgspec.Struct):
    """`/api/players/{player}/errors`: a player's error rates; `me` is yourself.

    Without games where the player keeps them private.
    """

    is_you: bool
    is_shown: bool
    """Whether you may see them."""
    games: list[GameErrors]
    """The most reviewed game first."""
    needs_games: int
    """Games with a part, and with others, from which a leak or strength is told."""
    needs_turns: int
    withheld: int = 0
    """Games left out while you play a protected game of their kind that began before they ended."""
    shown_to: Audience = "me"
    """Who else sees them: members of a common private group (friends), or all. Only told to yourself."""
    is_automatic: bool = False
    """Whether the club reviews your finished games without being asked. Only told to yourself."""
    waiting: int = 0
    """Your finished games without figures, at most 100. Only told to yourself."""


class ErrorChoice(msgspec.Struct, forbid_unknown_fields=True):
    """Who sees your error rates, and whether the club reviews all your finished games."""

    shown_to: Audience
    is_automatic: bool
