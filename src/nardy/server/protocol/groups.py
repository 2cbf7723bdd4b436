"""What the club tells of clubs by invitation, to their members alone: asked for by `GET`."""

from typing import Literal

import msgspec

from nardy.server.protocol.messages import RunningGame, Seek
from nardy.server.protocol.players import Leader
from nardy.server.ratings.pace import Pace

Role = Literal["owner", "helper", "member"]


class GroupLine(msgspec.Struct):
    """`/api/circles`: a club to which you belong."""

    id: str
    name: str
    role: Role
    members: int


class GroupMember(msgspec.Struct):
    """Somebody who belongs to a club."""

    player: str
    """The id in `/player/ID`."""
    name: str
    role: Role
    is_you: bool
    avatar: str = ""
    """The drawn picture that was chosen, `sun-night`; empty: the one that goes with the name."""


class Invitation(msgspec.Struct):
    """The invitation of a club that holds; told to owners and helpers."""

    code: str
    """In `/invited/CODE`."""
    until: int | None
    """When it ends, in milliseconds since 1970."""
    uses: int | None
    """How many may still join by it."""


class GroupFacts(msgspec.Struct):
    """`/api/circles/{circle}`: a club by invitation, as one of its members sees it."""

    id: str
    name: str
    about: str
    role: Role
    members: list[GroupMember]
    invitation: Invitation | None
    seeks: list[Seek]
    games: list[RunningGame]


class GroupLadder(msgspec.Struct):
    """`/api/circles/{circle}/leaders`: members by their ratings in one game at one pace."""

    game: str
    name: dict[str, str]
    pace: Pace
    leaders: list[Leader]


class Invited(msgspec.Struct):
    """`/api/invitations/{code}`: to what a link invites."""

    name: str
    about: str
    members: int
