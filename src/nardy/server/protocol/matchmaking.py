"""Messages about finding somebody to play with: a search in a pool of people with the same terms."""

from typing import Annotated, Literal

import msgspec

SearchId = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Search(msgspec.Struct, tag="search", forbid_unknown_fields=True):
    """Search for an opponent; the answer is `searching`, `matched` or `refused`.

    `id` is chosen by the client. After a lost connection it sends the search again with the same `id`, and
    keeps its place. One person searches once: a new search ends the one before.
    """

    id: SearchId
    game: Annotated[str, msgspec.Meta(max_length=200)]
    """The game as in position text, or any name or alias, optionally with options."""
    length: Annotated[int, msgspec.Meta(ge=0, le=25)] = 0
    """The points of a match; 0 is a single game."""
    clock: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    rated: bool = False
    shown: bool = False
    """Whether others see your name among those who search; otherwise you are only counted."""


class EndSearch(msgspec.Struct, tag="endsearch", forbid_unknown_fields=True):
    """End the search of this connection."""


class Searching(msgspec.Struct, tag="searching"):
    """The search has begun, or goes on. Times are milliseconds."""

    id: str
    waited: int
    strength: float
    """Your Glicko-2 rating, near which opponents are looked for."""
    start: float
    """How far an opponent's may be from it at first..."""
    growth: float
    """... and what each second adds."""
    open_after: int
    """When everybody fits."""
    bot_after: int
    """When a bot may be offered; none is ever paired."""


class Matched(msgspec.Struct, tag="matched"):
    """The search has found somebody: open the room."""

    id: str
    room: str


class SearchEnded(msgspec.Struct, tag="searchended"):
    """The search is over: another one of yours has begun, or the game cannot be made."""

    id: str
    reason: Literal["elsewhere", "failed"]


# Answers of the HTTP API.

ContactAudience = Literal["nobody", "followed", "all"]


class PersonLine(msgspec.Struct):
    """`/api/people`: somebody, as you see them."""

    id: str
    name: str
    avatar: str
    is_online: bool | None
    """Null: they do not show it to you."""
    follows: bool
    """You follow them."""
    follows_you: bool
    is_muted: bool
    """You have muted them: you are not paired, and they cannot challenge you."""
    may_challenge: bool
    is_you: bool = False


class ContactChoiceFacts(msgspec.Struct, forbid_unknown_fields=True):
    """`/api/me/meeting`: who sees that you are online, and who may challenge you."""

    seen_by: ContactAudience
    """`followed` are the people whom you follow."""
    challenged_by: ContactAudience


class ChallengeLine(msgspec.Struct):
    """A challenge that waits for an answer."""

    room: str
    person: PersonLine
    """The other one."""
    is_yours: bool
    """You have challenged them."""
    name: dict[str, str]
    """The game, by language."""
    length: int
    clock: str | None
    is_rated: bool
    since: int
    until: int
    """When nobody can accept it any more, and its board is closed."""


class FriendsFacts(msgspec.Struct):
    """`/api/friends`: whom you follow, who is online and shows it, your choice, and challenges."""

    followed: list[PersonLine]
    online: list[PersonLine]
    choice: ContactChoiceFacts
    challenges: list[ChallengeLine]
