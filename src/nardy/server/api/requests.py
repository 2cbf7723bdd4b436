"""HTTP: the club, the guest and the room of a request; your own name and avatar."""

import secrets
from dataclasses import replace
from typing import Annotated, Literal, cast

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import JSONBody

from nardy.server.accounts.accounts import MOST_AGENT
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.matchmaking.services import MatchmakingServices
from nardy.server.names import name_of
from nardy.server.rooms.room import Room
from nardy.server.store.guests import Guest
from nardy.server.tournaments.service import TournamentService
from nardy.server.web.authorization import UNKNOWN_PROGRAM, who_comes
from nardy.server.web.cookies import AnyRequest, bearer_of, cookie_with
from nardy.server.web.guards import address_of

SiteRole = Literal["", "member", "admin", "program"]
# Whole numbers are exact in JavaScript up to here, so no page can send a larger one.
EXACT = 1 << 53
ORNAMENTS = ("rosette", "pomegranate", "knot", "sun", "lances", "grapes", "star", "horns")
TONES = ("walnut", "brass", "turquoise", "garnet", "ivory", "night")
"""An avatar is a drawn picture of an ornament in a tone."""


class Me(msgspec.Struct):
    """The guest or account of this request; the name is '' for a new browser."""

    name: str
    rooms: list[str]
    """The ids of the newest twenty rooms with their unfinished games, also against bots, newest first."""
    role: SiteRole = ""
    """The role of the account; '' for a guest without one."""
    avatar: str = ""
    """The chosen avatar; '' is the one derived from the name."""


class Name(msgspec.Struct, forbid_unknown_fields=True):
    """A display name."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


class Picture(msgspec.Struct, forbid_unknown_fields=True):
    """An avatar such as `sun-night`; '' is the one derived from the name."""

    avatar: Annotated[str, msgspec.Meta(max_length=40)]


def club_of(request: AnyRequest) -> Club:
    return request.app.state.club


def tournaments_of(request: AnyRequest) -> TournamentService:
    return request.app.state.tournaments


def matchmaking_of(request: AnyRequest) -> MatchmakingServices:
    return request.app.state.matchmaking


async def guest_of(request: AnyRequest) -> Guest | None:
    """The guest of a request, by cookie or token; None for a new browser.

    Raises:
        NotAuthorizedException: the token is unknown or revoked.
    """
    guest = await who_comes(request)
    if guest is None and bearer_of(request) is not None:
        raise NotAuthorizedException(UNKNOWN_PROGRAM)
    return guest


async def who_of(request: AnyRequest) -> str | None:
    """The seat text of the guest of a request; None for a new browser."""
    guest = await guest_of(request)
    return guest.seat if guest else None


async def room_of(request: AnyRequest, room_id: str, who: str | None) -> Room:
    """The room with this id, if the reader may see it.

    Raises:
        NotFoundException: there is none, or they may not see it.
    """
    room = await club_of(request).room_for(room_id, who)
    if room is None:
        raise no_room(room_id)
    return room


def no_room(room_id: str) -> NotFoundException:
    return NotFoundException(f"expected the id of a room, got {room_id!r:.40}")


async def invited(request: AnyRequest) -> tuple[Guest, list[Cookie]]:
    """The guest of a request who may play, with cookies for a new one.

    Raises:
        RefusedError: the club is by invitation only, and they have no invitation.
    """
    await club_of(request).groups.require(await guest_of(request))
    return await known(request)


async def known(request: AnyRequest) -> tuple[Guest, list[Cookie]]:
    """The guest of a request; a new browser gets a guest with a name and a cookie."""
    guest = await guest_of(request)
    if guest is not None:
        return guest, []
    club_of(request).limits.take("visit", address=address_of(request))
    name, agent = f"Guest {secrets.randbelow(9000) + 1000}", request.headers.get("user-agent", "")
    guest, token = await club_of(request).welcome(name, agent[:MOST_AGENT])
    return guest, [cookie_with(request, token)]


async def me_of(request: AnyRequest, guest: Guest) -> Me:
    """The facts about a guest; remembers the address of an account for the login throttle."""
    role = cast("SiteRole", guest.role)
    if role:
        club_of(request).login_throttle.know(guest.name, address_of(request))
    return Me(guest.name, await club_of(request).rooms_of(guest), role, guest.avatar)


@get("/api/me")
async def tell_me(request: AnyRequest) -> Me:
    """Your name, role and unfinished games."""
    guest = await guest_of(request)
    if guest is None:
        return Me("", [])
    return await me_of(request, guest)


@post("/api/me")
async def name_me(request: AnyRequest, data: JSONBody[Name]) -> Response[Me]:
    """Change your name."""
    guest, cookies = await known(request)
    club_of(request).limits.take("name", person=guest.id, address=address_of(request))
    await club_of(request).rename(guest, data.name)
    named = replace(guest, name=name_of(data.name))
    return Response(await me_of(request, named), cookies=cookies)


@post("/api/me/avatar")
async def choose_avatar(request: AnyRequest, data: JSONBody[Picture]) -> Response[Me]:
    """Choose an avatar, with an account or as a guest."""
    avatar, (guest, cookies) = avatar_of(data.avatar), await known(request)
    club = club_of(request)
    club.limits.take("picture", person=guest.id, address=address_of(request))
    await club.picture(guest, avatar)
    return Response(await me_of(request, replace(guest, avatar=avatar)), cookies=cookies)


def avatar_of(text: str) -> str:
    """A valid avatar such as `sun-night`; '' is the one derived from the name.

    Raises:
        RefusedError: there is no such avatar.
    """
    ornament, _, tone = text.partition("-")
    if text and (ornament not in ORNAMENTS or tone not in TONES):
        example = f"{ORNAMENTS[0]}-{TONES[0]}"
        reason = f"expected an ornament and a tone, such as {example}, or '', got {text!r:.40}"
        raise RefusedError("avatar", reason)
    return text
