"""Tournaments: the answers to `GET` requests, and messages that one has changed.

Formats are swiss, round-robin, knock-out and arena. Times are milliseconds since 1970; entrants are
identified by their numbers, from 1.
"""

from typing import Annotated, Literal

import msgspec

from nardy.server.protocol.shared import Said

Format = Literal["swiss", "round-robin", "knock-out", "arena"]


class Follow(msgspec.Struct, tag="follow", forbid_unknown_fields=True):
    """Follow one tournament by its id, or with '' the list of tournaments; one per page."""

    tournament: Annotated[str, msgspec.Meta(max_length=40)]


class Followed(msgspec.Struct, tag="followed"):
    """A tournament has changed; '' is the list. Fetch it again."""

    tournament: str
    is_talk: bool = False
    """Its chat alone has changed."""


class TournamentTalk(msgspec.Struct):
    """`/api/tournaments/{tournament}/chat`: the last lines, as you may see them."""

    lines: list[Said]
    may_speak: bool
    """Whether you may write: you need a name, and play no game of the tournament."""
    is_playing: bool
    """You play a game of the tournament, and see what was said before it."""


class EntrantFacts(msgspec.Struct):
    """An entrant of a tournament."""

    number: int
    name: str
    """For a bot, its spec."""
    is_bot: bool
    player: str | None
    """The id in `/player/ID`; null for a bot."""
    which: int
    """Which of several bots of the same level it is, from 1; 0 if it is the only one."""
    is_in: bool
    """Has not withdrawn."""
    rating: float | None
    """Rating when entering; null for a bot."""
    avatar: str = ""


class StandingRow(msgspec.Struct):
    """A line of a tournament's standings."""

    rank: int
    number: int
    score: float
    """Points; in a knock-out, the number of rounds survived."""
    ties: list[float]
    """Tie-break values, in the order of `ties` in the facts."""
    won: int
    drawn: int
    lost: int


class TableFacts(msgspec.Struct):
    """A pairing of a tournament."""

    table: int
    round: int
    white: int
    black: int | None
    """Null: a bye."""
    room: str
    """The room; empty if no game is needed."""
    result: list[float] | None
    """White's points and Black's; null while they play."""
    is_played: bool
    """False for a bye, or if a player did not come."""


class BracketPairFacts(msgspec.Struct):
    """A pairing in the bracket of a knock-out."""

    knot: int
    """Its number: 1 is the final; 2n and 2n + 1 feed n."""
    white: int | None
    """Null while unknown, or if neither player of the feeding pair came."""
    black: int | None
    winner: int | None
    is_decided: bool
    table: int | None
    """The table where they met last; null if no game was needed."""


class TournamentLine(msgspec.Struct):
    """`/api/tournaments`: a tournament in the list of all."""

    id: str
    name: str
    format: Format
    game: dict[str, str]
    """Name of the game by language."""
    is_changed: bool
    """It is played with options that differ from the published rules."""
    length: int
    clock: str
    is_rated: bool
    phase: Literal["open", "going", "over"]
    entrants: int
    """Number of entrants who have not left."""
    round: int
    rounds: int | None
    """Null for an arena."""
    minutes: int
    """Duration of an arena."""
    starts: int | None
    """Null: the director starts it."""
    ends: int | None
    """For an arena in progress."""
    is_in: bool
    """You have entered."""
    is_yours: bool
    """You direct it: you announced it, or are owner or helper of the private group where it is held."""
    winner: str | None
    """Winner; null before the end, and if several share first place."""
    winner_is_bot: bool


class TournamentFacts(msgspec.Struct, rename={"group": "circle", "group_name": "circle_name"}):
    """`/api/tournaments/{tournament}`: everything about a tournament that you may see."""

    version: int
    """Number of events so far."""
    since: int | None
    """The version given by `?since=`: lists then contain only new and changed items, each with its number.
    Null: lists are complete."""
    line: TournamentLine
    director: str
    """The director's name."""
    entrants: list[EntrantFacts]
    """Ordered by number."""
    standings: list[StandingRow]
    order: list[int]
    """Numbers of all entrants in the order of the standings."""
    ties: list[str]
    """Tie-breaks: buchholz, median, direct, sonneborn, wins, games."""
    tables: list[TableFacts]
    """In order; of an arena, the last hundred."""
    duels: list[BracketPairFacts]
    """The bracket of a knock-out that has begun."""
    you: int | None
    """Your number."""
    your_room: str | None
    """The room of your current game."""
    may_enter: bool
    may_begin: bool
    begun: int | None
    closed: int | None
    group: str = ""
    """The id in `/club/ID` of the private group that alone sees it; empty: open to all."""
    group_name: str = ""
    prizes: str = ""
    """What the winners get, in the director's words."""


class PlayerTournament(msgspec.Struct):
    """`/api/players/{player}/tournaments`: a tournament that a player entered."""

    id: str
    name: str
    game: dict[str, str]
    rank: int | None
    """Final rank; null until the end, and for an entrant who was never paired."""
    of: int | None
    since: int
    is_over: bool
