"""What the club tells of its players: leaderboards and profiles, asked for by `GET`.

Paces are bullet, blitz, rapid, classical and correspondence. Times are milliseconds since 1970.
"""

from typing import Literal

import msgspec

from nardy.server.protocol.shared import Seat
from nardy.server.ratings.pace import Pace


class Rating(msgspec.Struct):
    """What somebody's rated matches of this game at this pace have come to."""

    value: float
    is_provisional: bool
    change: float | None = None
    """What this match added to it; null before its end."""


class LadderFacts(msgspec.Struct):
    """`/api/leaders`: a game and a pace at which rated matches have been played."""

    game: str
    """The id of the game, or `tavli`."""
    name: dict[str, str]
    pace: Pace
    ranked: int
    """Players with enough matches to be ranked."""
    players: int
    matches: int


class Leader(msgspec.Struct):
    """One row of a leaderboard."""

    rank: int | None
    """Null for a provisional player, and for a bot."""
    player: str
    """The id in `/player/ID`; of a bot `bot:SPEC`."""
    name: str
    rating: float
    matches: int
    trend: list[float]
    """The last ratings, at most 12, the latest last."""
    is_you: bool
    avatar: str = ""
    """The drawn picture that was chosen, `sun-night`; empty: the one that goes with the name."""
    is_bot: bool = False
    """A bot stands where its rating puts it, and takes nobody's rank."""
    is_provisional: bool = False
    opponents: int = 0
    """How many different opponents there were."""


class BotFacts(msgspec.Struct):
    """`/api/bots`: a bot of the club, as it stands in a game at a pace."""

    level: str
    """easy, beginner, steady, casual, club, expert, strong or strongest."""
    name: str
    rating: Rating | None
    """Null where it has not been played for a rating yet."""
    obstacle: Literal["", "rated-account", "bot-weak", "bot-absent", "bot-many"]
    """Why you cannot play it for a rating: you have no account, it is far behind you, another stands in for
    it, or you have begun many such games."""


class Leaders(msgspec.Struct):
    """`/api/leaders/{game}/{pace}`: the best, and who may soon be among them."""

    game: str
    name: dict[str, str]
    pace: Pace
    leaders: list[Leader]
    provisional: list[Leader]
    """Players with too few matches or opponents to be ranked, the best of them."""
    ranked: int
    needs: int
    """How many rated matches make a player ranked."""
    you: Leader | None
    """Your own row, wherever it stands."""
    needs_opponents: int = 0
    """Against how many different opponents, bots too."""


class LadderRecord(msgspec.Struct):
    """What one player's rated matches of one game at one pace have come to."""

    game: str
    name: dict[str, str]
    pace: Pace
    rating: float
    is_provisional: bool
    matches: int
    won: int
    drawn: int
    lost: int
    rank: int | None
    ranked: int
    streak: int
    """Wins in a row; below 0 losses."""
    longest: int
    """The longest row of wins."""
    peak: float
    strength: float
    """The rating by Glicko-2, which opponents are matched by; on a scale of its own."""
    deviation: float
    """One standard deviation of `strength`."""


class Rival(msgspec.Struct):
    """The score against one opponent."""

    player: str | None
    """The id in `/player/ID`; null for a bot."""
    name: str
    won: int
    drawn: int
    lost: int
    change: float
    """What all rated matches against this opponent added to your ratings."""
    avatar: str = ""


class Profile(msgspec.Struct):
    """`/api/players/{player}`, `/api/players/me` or `/api/players/bot:SPEC`: one player.

    Casual games count here for the player alone, and of a bot its latest rated ones.
    """

    id: str
    """Empty for a visitor of whom nothing is known yet."""
    name: str
    since: int
    is_you: bool
    ladders: list[LadderRecord]
    rivals: list[Rival]
    avatar: str = ""
    is_bot: bool = False
    level: str = ""
    """Of a bot that can be played: easy, beginner ... strongest."""
    program_of: str = ""
    """Of a program: who answers for it."""


class PastGame(msgspec.Struct):
    """A finished game or match, seen by the player whose history it is in."""

    room: str
    game: str
    name: dict[str, str]
    pace: Pace | None
    length: int
    is_rated: bool
    seat: Seat
    opponent: str
    opponent_id: str | None
    """Null for a bot."""
    score: float | None
    """1, 0.5 or 0; null where nobody could move any more."""
    mine: float
    """Points."""
    theirs: float
    size: str
    """What the game calls its last win."""
    on_time: bool
    ended_at: int
    change: float | None
    """What it added to the rating; null where it was not rated."""
    avatar: str = ""
    words: dict[str, str] = {}
    """What its last win is called, by language; empty without a winner."""


class History(msgspec.Struct):
    """`/api/players/{player}/games`: what somebody has played, the latest first.

    Rated matches are told to everybody, all others only to the player.
    """

    games: list[PastGame]
    before: int | None
    """With `?before=` this the next page is told; null: there is no more."""


class RatingMark(msgspec.Struct):
    """`/api/players/{player}/ratings/{game}/{pace}`: a rating as it stood after a match."""

    at: int
    rating: float
