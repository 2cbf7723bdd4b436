"""Private groups, by `GET`, for their members only."""

from typing import Literal

import msgspec

from nardy.server.protocol.messages import RunningGame, Seek
from nardy.server.protocol.players import Leader
from nardy.server.ratings.pace import Pace

Role = Literal["owner", "helper", "member"]


class GroupLine(msgspec.Struct):
    """`/api/groups`: a private group of yours."""

    id: str
    name: str
    role: Role
    members: int


class GroupMember(msgspec.Struct):
    """A member of a private group."""

    player: str
    """The id in `/player/ID`."""
    name: str
    role: Role
    is_you: bool
    avatar: str = ""
    """The chosen picture, such as `sun-night`; empty: the default derived from the name."""


class Invitation(msgspec.Struct):
    """The current invitation of a private group; for owners, and for helpers if it gives no role."""

    code: str
    """The code in `/invited/CODE`."""
    until: int | None
    """When it expires, in milliseconds since 1970; null: never."""
    uses: int | None
    """How many more may join by it; null: no limit."""
    role: Role = "member"
    """What it makes of whoever joins by it."""


class GroupFacts(msgspec.Struct):
    """`/api/groups/{group}`: a private group, as its members see it."""

    id: str
    name: str
    about: str
    role: Role
    members: list[GroupMember]
    invitation: Invitation | None
    seeks: list[Seek]
    games: list[RunningGame]


class GroupLadder(msgspec.Struct):
    """`/api/groups/{group}/leaders`: members ranked by rating in one game at one pace."""

    game: str
    name: dict[str, str]
    pace: Pace
    leaders: list[Leader]


class Invited(msgspec.Struct):
    """`/api/invitations/{code}`: the private group of an invitation."""

    name: str
    about: str
    members: int
    role: Role = "member"
    """What it makes of you."""
