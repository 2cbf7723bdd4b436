"""Leaderboards and profiles of players: answers to `GET` requests.

Paces are bullet, blitz, rapid, classical and correspondence. Times are milliseconds since 1970.
"""

from typing import Literal

import msgspec

from nardy.server.protocol.shared import Seat
from nardy.server.ratings.pace import Pace


class Rating(msgspec.Struct):
    """A player's rating in one game at one pace."""

    value: float
    is_provisional: bool
    change: float | None = None
    """Change by this match; null before its end."""


class LadderFacts(msgspec.Struct):
    """`/api/leaders`: a game and a pace in which rated matches have been played."""

    game: str
    """The id of the game, or `tavli` for the rotation."""
    name: dict[str, str]
    pace: Pace
    ranked: int
    """Number of ranked players."""
    players: int
    matches: int


class Leader(msgspec.Struct):
    """One row of a leaderboard."""

    rank: int | None
    """Null for a provisional player, and for a bot."""
    player: str
    """The id in `/player/ID`; for a bot `bot:SPEC`."""
    name: str
    rating: float
    matches: int
    trend: list[float]
    """The last ratings, at most 12, latest last."""
    is_you: bool
    avatar: str = ""
    """The chosen picture, such as `sun-night`; empty: the default derived from the name."""
    is_bot: bool = False
    """A bot is listed by its rating, without a rank."""
    is_provisional: bool = False
    opponents: int = 0
    """Number of different opponents."""


class BotFacts(msgspec.Struct):
    """`/api/bots`: a bot of the club, with its rating in a game at a pace."""

    level: str
    """1 to 8; easy, steady or strong for bots beside the ladder."""
    name: str
    rating: Rating | None
    """A level begins at its measured rating; null if it has none and has not played rated games yet."""
    obstacle: Literal["", "rated-account", "bot-weak", "bot-absent", "bot-many"]
    """Why you cannot play it for a rating: you have no account, it is too far below you, another bot is
    standing in for it, or you have too many such games unfinished."""
    number: int = 0
    """The number on the ladder, 1 the weakest; 0 for bots beside it."""
    won: int = 0
    """Your wins among your latest results against this level in this game, casual ones included."""
    drawn: int = 0
    lost: int = 0
    is_proposed: bool = False
    """The level that, by these results, would beat you about half of the time."""


class Leaders(msgspec.Struct):
    """`/api/leaders/{game}/{pace}`: the leaderboard, with the best provisional players."""

    game: str
    name: dict[str, str]
    pace: Pace
    leaders: list[Leader]
    provisional: list[Leader]
    """The best players with too few matches or opponents to be ranked."""
    ranked: int
    needs: int
    """Rated matches needed to be ranked."""
    you: Leader | None
    """Your own row, whatever your rank."""
    needs_opponents: int = 0
    """Different opponents needed to be ranked, including bots."""


class LadderRecord(msgspec.Struct):
    """A player's record in one game at one pace."""

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
    """Wins in a row; negative: losses."""
    longest: int
    """Longest winning streak."""
    peak: float
    strength: float
    """The Glicko-2 rating, used for finding opponents; on a scale of its own."""
    deviation: float
    """Standard deviation of `strength`."""


class Rival(msgspec.Struct):
    """Head-to-head score against one opponent."""

    player: str | None
    """The id in `/player/ID`; null for a bot."""
    name: str
    won: int
    drawn: int
    lost: int
    change: float
    """The sum of your rating changes in matches against this opponent."""
    avatar: str = ""


class ColorScore(msgspec.Struct):
    """Your results in one game with one color of checkers."""

    game: str
    name: dict[str, str]
    seat: Seat
    won: int
    drawn: int
    lost: int


class Profile(msgspec.Struct):
    """`/api/players/{player}`, `/api/players/me` or `/api/players/bot:SPEC`: one player.

    Includes casual games if it is your own profile; of a bot, only its latest rated games.
    """

    id: str
    """Empty for a visitor not yet known."""
    name: str
    since: int
    is_you: bool
    ladders: list[LadderRecord]
    rivals: list[Rival]
    avatar: str = ""
    is_bot: bool = False
    level: str = ""
    """For a bot that can be played: 1 to 8, easy, steady, strong, or an old name such as club."""
    program_of: str = ""
    """For a program: its owner's name."""
    scores: list[ColorScore] = []
    """On your own profile: results by game and color, casual games included, the most played game first."""


class PastGame(msgspec.Struct):
    """A finished game or match from the point of view of the player whose history it is."""

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
    """1, 0.5 or 0; null if it was blocked and counts for nobody."""
    mine: float
    """The player's points."""
    theirs: float
    size: str
    """Name of the last win in this game."""
    on_time: bool
    ended_at: int
    change: float | None
    """Change of the rating; null if it was not rated."""
    avatar: str = ""
    words: dict[str, str] = {}
    """Name of the last win by language; empty without a winner."""


class History(msgspec.Struct):
    """`/api/players/{player}/games`: a player's results, latest first.

    Rated matches are public; casual ones are shown to the player only.
    """

    games: list[PastGame]
    before: int | None
    """Pass it as `?before=` for the next page; null: no more."""


class RatingMark(msgspec.Struct):
    """`/api/players/{player}/ratings/{game}/{pace}`: a rating after a match."""

    at: int
    """When the match ended; to the day (noon, UTC) on another person's profile."""
    rating: float
