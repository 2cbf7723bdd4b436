"""HTTP: private groups, whose members invite each other."""

from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from nardy.server.api.players import leader_row
from nardy.server.api.requests import club_of, guest_of, invited, known
from nardy.server.api.tournaments import tournaments_of
from nardy.server.club.club import Club
from nardy.server.groups.groups import MOST_INVITATION_DAYS, MOST_MEMBERS
from nardy.server.groups.roles import DIRECTING, who_sees
from nardy.server.names import name_of, visible
from nardy.server.protocol.groups import (
    GroupFacts,
    GroupLadder,
    GroupLine,
    GroupMember,
    Invitation,
    Invited,
    Role,
)
from nardy.server.rooms.results import game_names
from nardy.server.seats import guest_id_of, guest_seat
from nardy.server.store import guests
from nardy.server.store.groups import Group, Member
from nardy.server.store.guests import PublicProfile
from nardy.server.store.ratings.ladders import places_among
from nardy.server.tournaments.service import leave_group_everywhere
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

MOST_ABOUT = 200


class GroupTexts(msgspec.Struct, forbid_unknown_fields=True):
    """The name and description of a group."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    about: Annotated[str, msgspec.Meta(max_length=MOST_ABOUT)] = ""


class NewInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """For how many days and how many people a new invitation is valid; null is no limit.

    Owners make one that gives a role; it needs both limits.
    """

    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_INVITATION_DAYS)] | None = None
    uses: Annotated[int, msgspec.Meta(ge=1, le=MOST_MEMBERS)] | None = None
    role: Literal["helper", "member"] = "member"


class RoleChange(msgspec.Struct, forbid_unknown_fields=True):
    """A new role for a member; '' removes them."""

    player: Annotated[str, msgspec.Meta(max_length=40)]
    role: Annotated[str, msgspec.Meta(pattern="^(owner|helper|member|)$")]


class JoinedGroup(msgspec.Struct, rename={"group": "circle"}):
    """The id of a group that was made or joined."""

    group: str


@get("/api/groups")
async def list_groups(request: AnyRequest) -> list[GroupLine]:
    """The groups of this account or guest."""
    return await _lines(club_of(request), await _who(request))


@post("/api/groups")
async def make_group(request: AnyRequest, data: JSONBody[GroupTexts]) -> JoinedGroup:
    """Make a group; its maker is the owner."""
    club, (guest, _) = club_of(request), await invited(request)
    club.limits.take("group", person=guest.id, address=address_of(request))
    return JoinedGroup(await club.groups.make(guest, name_of(data.name), _line(data.about)))


@get("/api/groups/{group:str}")
async def tell_group(request: AnyRequest, group: FromPath[str]) -> GroupFacts:
    """A group, for its members only."""
    return await _facts(club_of(request), group, await _who(request))


@get("/api/groups/{group:str}/leaders")
async def tell_group_leaders(request: AnyRequest, group: FromPath[str]) -> list[GroupLadder]:
    """The members' leaderboards of every game and pace that they have rated games in.

    Provisional players have no rank, and come last.
    """
    club, who = club_of(request), await _who(request)
    _, members = await club.groups.for_member(group, who)
    by_id = await _profiles(club, members)
    places = await club.store.read(lambda c: places_among(c, [guest_seat(g) for g in by_id]))
    ladders: dict[tuple[str, str], GroupLadder] = {}
    # The best first, and provisional players, who have no rank yet, after all others.
    for place in sorted(places, key=lambda place: place.standing.is_provisional):
        key = place.game, place.pace
        if key not in ladders:
            names = game_names(place.game, club.rule_versions)
            ladders[key] = GroupLadder(place.game, names, cast("Any", place.pace), [])
        rows, profile = ladders[key].leaders, by_id[guest_id_of(place.who)]
        rank = None if place.standing.is_provisional else len(rows) + 1
        rows.append(leader_row(place, rank, profile, is_you=place.who == who))
    return sorted(ladders.values(), key=lambda ladder: -len(ladder.leaders))


@post("/api/groups/{group:str}/edit", status_code=200)
async def edit(request: AnyRequest, group: FromPath[str], data: JSONBody[GroupTexts]) -> GroupFacts:
    """Change the name and description of a group."""
    club, who = club_of(request), await _who(request)
    await club.groups.for_member(group, who, *DIRECTING)
    await club.groups.change(group, name=name_of(data.name), about=_line(data.about))
    return await _facts(club, group, who)


@post("/api/groups/{group:str}/invitation", status_code=200)
async def renew(
    request: AnyRequest, group: FromPath[str], data: JSONBody[NewInvitation]
) -> GroupFacts:
    """Make a new invitation link; the old one stops working."""
    club, who = club_of(request), await _who(request)
    await club.groups.for_member(group, who, *who_sees(data.role))
    await club.groups.renew(group, data.days, data.uses, data.role)
    return await _facts(club, group, who)


@post("/api/groups/{group:str}/members", status_code=200)
async def appoint(
    request: AnyRequest, group: FromPath[str], data: JSONBody[RoleChange]
) -> GroupFacts:
    """Change a member's role, or remove them; helpers may only remove members without a role.

    A removal also replaces the invitation link, which the former member knows.
    """
    club, who = club_of(request), await _who(request)
    await club.groups.appoint(group, who, data.player, data.role)
    if not data.role:
        await leave_group_everywhere(club, tournaments_of(request), group, guest_seat(data.player))
    return await _facts(club, group, who)


@post("/api/groups/{group:str}/leave", status_code=200)
async def leave(request: AnyRequest, group: FromPath[str]) -> list[GroupLine]:
    """Leave a group; it ends with its last member."""
    club, who = club_of(request), await _who(request)
    await club.groups.appoint(group, who, guest_id_of(who or ""), "")
    await leave_group_everywhere(club, tournaments_of(request), group, who or "")
    return await _lines(club, who)


@post("/api/groups/{group:str}/end", status_code=200)
async def end_group(request: AnyRequest, group: FromPath[str]) -> list[GroupLine]:
    """Delete a group."""
    club, who = club_of(request), await _who(request)
    await club.groups.for_member(group, who, "owner")
    await club.groups.end(group)
    await leave_group_everywhere(club, tournaments_of(request), group, who or "")
    return await _lines(club, who)


@get("/api/invitations/{code:str}")
async def tell_invitation(request: AnyRequest, code: FromPath[str]) -> Invited:
    """The group of an invitation link."""
    found, members = await club_of(request).groups.invited(code, await guest_of(request))
    return Invited(found.name, found.about, members, cast("Role", found.role))


@post("/api/invitations/{code:str}")
async def join(request: AnyRequest, code: FromPath[str]) -> Response[JoinedGroup]:
    """Join a group by its invitation link."""
    club = club_of(request)
    await club.groups.invited(code, await guest_of(request))
    guest, cookies = await known(request)
    club.limits.take("group", person=guest.id, address=address_of(request))
    return Response(JoinedGroup(await club.groups.join(code, guest)), cookies=cookies)


HANDLERS: tuple[Any, ...] = (
    *(list_groups, make_group, tell_group, tell_group_leaders, edit, renew),
    *(appoint, leave, end_group, tell_invitation, join),
)


async def _who(request: AnyRequest) -> str | None:
    guest = await guest_of(request)
    return guest.seat if guest else None


async def _lines(club: Club, who: str | None) -> list[GroupLine]:
    return [
        GroupLine(group.id, group.name, cast("Role", role), await club.groups.count(group.id))
        for group, role in await club.groups.of(who)
    ]


async def _facts(club: Club, of: str, who: str | None) -> GroupFacts:
    found, members = await club.groups.for_member(of, who)
    role, by_id = await club.groups.role(of, who), await _profiles(club, members)
    return GroupFacts(
        id=found.id,
        name=found.name,
        about=found.about,
        role=cast("Role", role),
        members=[_member(member, by_id[member.guest], who) for member in members],
        invitation=_invitation(found) if role in who_sees(found.role) else None,
        seeks=await club.lobby.seeks(who, of),
        games=await club.lobby.games(of),
    )


def _invitation(of: Group) -> Invitation:
    return Invitation(of.code, of.until, of.uses, cast("Role", of.role))


def _member(member: Member, profile: PublicProfile, who: str | None) -> GroupMember:
    role, is_you = cast("Role", member.role), guest_seat(member.guest) == who
    return GroupMember(member.guest, profile.name, role, is_you, profile.avatar)


async def _profiles(club: Club, members: list[Member]) -> dict[str, PublicProfile]:
    ids = [member.guest for member in members]
    return await club.store.read(lambda c: guests.names_and_pictures_of(c, ids))


def _line(text: str) -> str:
    """The description on one line, without invisible characters."""
    return visible("".join(sign if sign.isprintable() else " " for sign in text))
