"""HTTP: friends, search of players, who is online, and challenges by name."""

import secrets
from dataclasses import replace
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from nardy.server.api.requests import club_of, guest_of, invited, known, matchmaking_of
from nardy.server.api.rooms import MOST_POINTS, RoomMade
from nardy.server.errors import RefusedError
from nardy.server.protocol.matchmaking import (
    ChallengeLine,
    ContactChoiceFacts,
    FriendsFacts,
    PersonLine,
)
from nardy.server.protocol.shared import Seat
from nardy.server.rooms.new_room import RoomRequest, new_room_of
from nardy.server.seats import guest_seat
from nardy.server.store.follows import ContactChoice
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

PersonId = Annotated[str, msgspec.Meta(max_length=40)]


class FollowRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whether to follow somebody."""

    follows: bool


class MuteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whether to mute somebody."""

    muted: bool


class NewChallenge(msgspec.Struct, forbid_unknown_fields=True):
    """A challenge to one person."""

    player: PersonId
    game: Annotated[str, msgspec.Meta(max_length=200)]
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0
    """The points of a match; 0 is a single game."""
    clock: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    rated: bool = False
    seat: Seat | None = None
    """Your seat; null is random."""
    session: bool = False
    """A money session: each rematch goes on from the score."""


@get("/api/friends")
async def tell_friends(request: AnyRequest) -> FriendsFacts:
    """Whom you follow, who is online, what you show to others, and challenges."""
    matchmaking, guest = matchmaking_of(request), await guest_of(request)
    if guest is None:
        choice = ContactChoice()
        facts = ContactChoiceFacts(choice.seen_by, choice.challenged_by)
        return FriendsFacts([], [], facts, [])
    matchmaking.online.see(guest.id)
    choice = await matchmaking.people.choice(guest.id)
    return FriendsFacts(
        followed=await matchmaking.people.followed(guest.id),
        online=await matchmaking.people.shown_online(guest.id),
        choice=ContactChoiceFacts(choice.seen_by, choice.challenged_by),
        challenges=await matchmaking.challenges.of(guest.id),
    )


@get("/api/people")
async def find_people(
    request: AnyRequest, name: Annotated[str, QueryParameter(max_length=40)]
) -> list[PersonLine]:
    """People with an account whose name contains these letters, at least two."""
    guest = await guest_of(request)
    club_of(request).limits.take("people", address=address_of(request))
    return await matchmaking_of(request).people.named(guest.id if guest else "", name)


@get("/api/people/{player:str}")
async def tell_person(request: AnyRequest, player: FromPath[str]) -> PersonLine:
    """One person, as you see them."""
    guest = await guest_of(request)
    return await matchmaking_of(request).people.line(guest.id if guest else "", player)


@post("/api/people/{player:str}/follow")
async def follow(
    request: AnyRequest, player: FromPath[str], data: JSONBody[FollowRequest]
) -> Response[PersonLine]:
    """Follow somebody, or end it."""
    people, (guest, cookies) = matchmaking_of(request).people, await known(request)
    club_of(request).limits.take("choice", person=guest.id, address=address_of(request))
    await people.follow(guest.id, player, on=data.follows)
    club_of(request).describer.evict(guest.id)
    return Response(await people.line(guest.id, player), cookies=cookies)


@post("/api/people/{player:str}/mute")
async def mute(
    request: AnyRequest, player: FromPath[str], data: JSONBody[MuteRequest]
) -> Response[PersonLine]:
    """Mute somebody, or end it: you do not read them, and do not meet them by chance."""
    people, (guest, cookies) = matchmaking_of(request).people, await known(request)
    club_of(request).limits.take("choice", person=guest.id, address=address_of(request))
    await people.mute(guest.id, player, on=data.muted)
    club_of(request).describer.evict(guest.id)
    return Response(await people.line(guest.id, player), cookies=cookies)


@post("/api/me/meeting")
async def choose_contacts(
    request: AnyRequest, data: JSONBody[ContactChoiceFacts]
) -> Response[ContactChoiceFacts]:
    """Choose who sees that you are online, and who may challenge you."""
    guest, cookies = await known(request)
    club_of(request).limits.take("choice", person=guest.id, address=address_of(request))
    choice = ContactChoice(data.seen_by, data.challenged_by)
    await matchmaking_of(request).people.choose(guest.id, choice)
    club_of(request).describer.evict(guest.id)
    return Response(data, cookies=cookies)


@post("/api/challenges")
async def challenge(request: AnyRequest, data: JSONBody[NewChallenge]) -> Response[RoomMade]:
    """Challenge somebody: a room in which the other seat is kept for them."""
    club, (guest, cookies) = club_of(request), await invited(request)
    asked = RoomRequest(
        game=data.game,
        length=data.length,
        clock=data.clock,
        rated=data.rated,
        session=data.session,
    )
    order = new_room_of(asked, club.rule_versions)
    club.limits.take("challenge", person=guest.id, address=address_of(request))
    seats = [guest_seat(guest.id), None]
    if data.seat == "black" or (data.seat is None and secrets.randbelow(2)):
        seats.reverse()
    seated = replace(order, white=seats[0], black=seats[1])
    room = await matchmaking_of(request).challenges.make(guest.id, data.player, seated)
    return Response(RoomMade(room.record.id), cookies=cookies)


@get("/api/challenges")
async def tell_challenges(request: AnyRequest) -> list[ChallengeLine]:
    """Challenges by you and to you that wait for an answer; take the seat to accept one."""
    guest = await guest_of(request)
    if guest is None:
        return []
    matchmaking_of(request).online.see(guest.id)
    return await matchmaking_of(request).challenges.of(guest.id)


@post("/api/challenges/{room_id:str}/end")
async def end_challenge(request: AnyRequest, room_id: FromPath[str]) -> RoomMade:
    """Decline a challenge, or withdraw your own."""
    guest = await guest_of(request)
    if guest is None:
        raise RefusedError("no-room", f"expected a challenge of yours, got {room_id!r:.40}")
    await matchmaking_of(request).challenges.end(guest.id, room_id)
    return RoomMade(room_id)
