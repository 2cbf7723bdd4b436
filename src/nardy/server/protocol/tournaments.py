"""What the club tells of its tournaments, asked for by `GET`, and that something has changed.

Formats are swiss, round-robin, knock-out and arena. Times are milliseconds since 1970; entrants are
called by their numbers, from 1.
"""

from typing import Annotated, Literal

import msgspec

Format = Literal["swiss", "round-robin", "knock-out", "arena"]


class Follow(msgspec.Struct, tag="follow", forbid_unknown_fields=True):
    """Hear of one tournament by its id, or with '' that the list has changed; once a page."""

    tournament: Annotated[str, msgspec.Meta(max_length=40)]


class Followed(msgspec.Struct, tag="followed"):
    """Something has happened in a tournament: ask for it anew. '' is the list."""

    tournament: str


class EntrantFacts(msgspec.Struct):
    """Who entered a tournament."""

    number: int
    name: str
    """Of a bot its spec."""
    is_bot: bool
    player: str | None
    """The id in `/player/ID`; null for a bot."""
    which: int
    """Of several bots of the same level which one, from 1; 0 where there is only one."""
    is_in: bool
    """Not withdrawn."""
    rating: float | None
    """When they entered; null for a bot."""
    avatar: str = ""


class StandingRow(msgspec.Struct):
    """A line of a tournament's standings."""

    rank: int
    number: int
    score: float
    """Points; in a knock-out the rounds that were come through."""
    ties: list[float]
    """What decides between equal scores, in the order that the facts tell."""
    won: int
    drawn: int
    lost: int


class TableFacts(msgspec.Struct):
    """Two who meet in a tournament, or met."""

    table: int
    round: int
    white: int
    black: int | None
    """Null: a bye."""
    room: str
    """Where they play; empty where nothing was to be played."""
    result: list[float] | None
    """White's points and Black's; null as long as it goes on."""
    is_played: bool
    """Not a bye, and not won because the other one did not come."""


class DuelFacts(msgspec.Struct):
    """A duel of a knock-out's bracket."""

    knot: int
    """Its place: 1 is the final, and 2n and 2n + 1 are the duels that feed n."""
    white: int | None
    """Null as long as it is not known, or where nobody came through."""
    black: int | None
    winner: int | None
    is_decided: bool
    table: int | None
    """Where they met last; null where nothing was to be played."""


class TournamentLine(msgspec.Struct):
    """`/api/tournaments`: a tournament in the list of all."""

    id: str
    name: str
    format: Format
    game: dict[str, str]
    """What the game is called, by language."""
    is_changed: bool
    """It is played with options, by other rules than those published."""
    length: int
    clock: str
    is_rated: bool
    phase: Literal["open", "going", "over"]
    entrants: int
    """Those who have not left."""
    round: int
    rounds: int | None
    """Null for an arena."""
    minutes: int
    """How long an arena lasts."""
    starts: int | None
    """Null: when the director says so."""
    ends: int | None
    """Of an arena that goes on."""
    is_in: bool
    """You have entered."""
    is_yours: bool
    """You direct it: you announced it, or lead the club by invitation in which it is held."""
    winner: str | None
    """Who has the first place; null before the end, and where several share it."""
    winner_is_bot: bool


class TournamentFacts(msgspec.Struct):
    """`/api/tournaments/{tournament}`: everything of a tournament, as who asks sees it."""

    version: int
    """How many things have happened in it."""
    since: int | None
    """The version of `?since=`, since which the lists tell what is new or has changed, every item by
    its number; null where they tell everything."""
    line: TournamentLine
    director: str
    """The name of who directs it."""
    entrants: list[EntrantFacts]
    """By their numbers."""
    standings: list[StandingRow]
    order: list[int]
    """The numbers of all entrants in the order of the standings."""
    ties: list[str]
    """What decides between equal scores: buchholz, median, direct, sonneborn, wins, games."""
    tables: list[TableFacts]
    """The first one first; of an arena the last hundred."""
    duels: list[DuelFacts]
    """The bracket of a knock-out that has begun."""
    you: int | None
    """Your number."""
    your_room: str | None
    """Where you are awaited now."""
    may_enter: bool
    may_begin: bool
    begun: int | None
    closed: int | None
    circle: str = ""
    """The club by invitation whose members alone see it: the id in `/club/ID`; empty: everybody does."""
    circle_name: str = ""


class PlayerTournament(msgspec.Struct):
    """`/api/players/{player}/tournaments`: a tournament that somebody entered."""

    id: str
    name: str
    game: dict[str, str]
    rank: int | None
    """The place at the end; null before it."""
    of: int | None
    since: int
