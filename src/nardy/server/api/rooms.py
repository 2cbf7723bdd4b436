"""HTTP: rooms, their seats, bots, rematches, dice proofs and match files, and the rules of games."""

import copy
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import structs

from nardy.core.match import Match
from nardy.formats import mat, match_json, proof
from nardy.render.rulebook import rulebook
from nardy.server.api.chosen_positions import MOST_CHARACTERS, begun_at
from nardy.server.api.requests import (
    club_of,
    guest_of,
    invited,
    matchmaking_of,
    no_room,
    room_of,
    who_of,
)
from nardy.server.bots.levels import spec_of_level
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import FAMILY, RuleVersions
from nardy.server.matchmaking.open_rooms import take_seat, waiting_for
from nardy.server.protocol.messages import RoomFacts, Seat, YourGame
from nardy.server.protocol.players import BotFacts
from nardy.server.protocol.shared import JsonObject
from nardy.server.rooms.dice import proof_of
from nardy.server.rooms.new_room import NewRoom, RoomRequest, new_room_of
from nardy.server.rooms.room import Room
from nardy.server.seats import GUEST, bot_seat, guest_id_of
from nardy.server.store.guests import PROGRAM
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

MOST_POINTS = 25
_PROOF = ResponseSpec(JsonObject, generate_examples=False, description="The proof.")


class CreateRoom(msgspec.Struct, forbid_unknown_fields=True, rename={"group": "circle"}):
    """The settings of a new room."""

    game: Annotated[str, msgspec.Meta(max_length=200)]
    """The game as in position text, or any name or alias, optionally with options."""
    against: Literal["bot", "friend", "anyone"] = "bot"
    """A bot at once; a friend who gets the link; or anyone who waits or comes."""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "strong"
    """1 to 8, easy, steady or strong; or an old name: beginner, casual, club, expert, master, strongest."""
    seat: Seat | None = None
    """Your seat; null is random."""
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0
    """The points of a match; 0 is a single game."""
    clock: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    """600+8: ten minutes and 8 seconds a turn; 240d12: 12 seconds of each turn are free."""
    rated: bool = False
    """The game counts for both players' ratings, also a bot's; needs a clock and published rules."""
    group: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The id of a private group: only its members find, see and join the game."""
    position: Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)] = ""
    """Where the game begins, in any notation; '' is the start. Game and match are then those of the position."""
    session: bool = False
    """A money session: games without an end, each rematch goes on from the score."""


class RematchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of a rematch."""

    rated: bool = True
    """true is rated if the game before was; false is never rated."""


class RoomMade(msgspec.Struct):
    """The id of a room."""

    room: str


class RulesSection(msgspec.Struct):
    """A section of a game's rules in prose."""

    title: str
    sentences: list[str]


@get("/api/rules/{game:str}", sync_to_thread=False)
def tell_rules(
    request: AnyRequest,
    game: FromPath[str],
    language: Annotated[str, QueryParameter(pattern="^(en|ru)$")] = "en",
) -> list[RulesSection]:
    """The rules of a game in prose."""
    return [
        RulesSection(section.title, [sentence.text for sentence in section.sentences])
        for section in rulebook(club_of(request).rule_versions.recall(game), language)
    ]


@post("/api/rooms")
async def make_room(request: AnyRequest, data: JSONBody[CreateRoom]) -> Response[RoomMade]:
    """Make a room, or join one that waits for the same game; a game against a bot starts at once."""
    club, new = club_of(request), new_room(data, club_of(request).rule_versions)
    if data.rated:
        await club.rated.require([await who_of(request) or GUEST])
    guest, cookies = await invited(request)
    club.limits.take("make", person=guest.id, address=address_of(request))
    who = guest.seat
    if data.position:
        new = await begun_at(club, who, data.position, new)
    if data.group:
        await club.groups.for_member(data.group, who)
        new = replace(new, terms=structs.replace(new.terms, group=data.group))
    if data.against == "anyone" and not data.position:
        for room in await waiting_for(club, who, new):
            if await take_seat(club, room, who):
                return Response(RoomMade(room.record.id), cookies=cookies)
    seats = [who, bot_seat(spec_of_level(data.bot)) if data.against == "bot" else None]
    if data.seat == "black" or (data.seat is None and secrets.randbelow(2)):
        seats.reverse()
    seated = replace(new, white=seats[0], black=seats[1])
    is_public = data.against == "anyone" and not (data.group or data.session or data.position)
    # Who searches looks for a person: a program waits under its own name, and they may choose it.
    if (
        is_public
        and guest.role != PROGRAM
        and (found := await matchmaking_of(request).seekers.meet_maker(who, seated))
    ):
        return Response(RoomMade(found.record.id), cookies=cookies)
    async with club.bot_ratings.allowed(seated):
        room = await club.make(seated)
    return Response(RoomMade(room.record.id), cookies=cookies)


def new_room(settings: CreateRoom, known: RuleVersions = FAMILY) -> NewRoom:
    """The new room for these settings, without players.

    Raises:
        NardyError: the game, level or clock is unknown, or a match of several games has no points.
    """
    spec_of_level(settings.bot)
    asked = RoomRequest(
        game=settings.game,
        length=settings.length,
        clock=settings.clock,
        rated=settings.rated,
        open=settings.against == "anyone",
        session=settings.session,
    )
    return new_room_of(asked, known)


@post("/api/rooms/{room_id:str}/seat")
async def sit(request: AnyRequest, room_id: FromPath[str]) -> Response[RoomMade]:
    """Take the free seat of a room."""
    club, who = club_of(request), await who_of(request)
    room = await room_of(request, room_id, who)
    if room.record.terms.rated and not (who and room.player_of(who)):
        await club.rated.require([who or GUEST])
    guest, cookies = await invited(request)
    await matchmaking_of(request).challenges.require_seat(room, guest.seat)
    if await club.sit(room, guest.seat) is None:
        reason = "expected a room with a free seat, got one without; watch it instead"
        raise RefusedError("seat-taken", reason)
    return Response(RoomMade(room_id), cookies=cookies)


@post("/api/rooms/{room_id:str}/again")
async def play_again(
    request: AnyRequest,
    room_id: FromPath[str],
    data: JSONBody[RematchRequest | None] = None,
    what: Annotated[str, QueryParameter(pattern="^(offer|withdraw|decline)$")] = "offer",
) -> RoomMade:
    """Offer or accept a rematch with seats exchanged, or withdraw or decline it.

    The answer is the new room once both have agreed, and this one until then.
    """
    club, guest = club_of(request), await guest_of(request)
    room = await room_of(request, room_id, guest and guest.seat)
    if guest is None:
        raise no_room(room_id)
    await club.groups.require(guest)
    club.limits.take("make", person=guest.id, address=address_of(request))
    who, is_rated = guest.seat, data is None or data.rated
    if what == "offer":
        return RoomMade((await club.offer_again(room, who, is_rated=is_rated)).record.id)
    if player := room.player_of(who):
        (club.rematches.withdraw if what == "withdraw" else club.rematches.decline)(room, player)
    return RoomMade(room_id)


@get("/api/rooms/{room_id:str}/proof", responses={200: _PROOF})
async def tell_proof(request: AnyRequest, room_id: FromPath[str]) -> Response[bytes]:
    """The proof of a room's dice; it includes the seed only after the match."""
    room = await room_of(request, room_id, await who_of(request))
    content = proof.dumps(proof_of(room.record, room.entries))
    return download(content, f"{room_id}.json", "application/json")


_MATCH = ResponseSpec(Any, generate_examples=False, description="The match: text, or JSON.")
ExportFormat = Literal["mat", "json"]
FORMATS: dict[ExportFormat, tuple[Callable[[Match], str], str]] = {
    "mat": (mat.dumps, "text/plain"),
    "json": (match_json.dumps, "application/json"),
}
"""The writer and the media type of each format."""


def written(room: Room, names: tuple[str, str], kind: ExportFormat) -> str:
    """The match of a room as the text of a file; *names* are White's and Black's.

    Raises:
        RefusedError: the match is not over.
    """
    if not room.record.is_over:
        raise RefusedError(
            "match-goes-on", "expected a finished match for a file; finish this one first"
        )
    match = copy.copy(room.match)
    match.names = names
    return FORMATS[kind][0](match)


def download(content: str, name: str, kind: str) -> Response[bytes]:
    """Text as a file of this name and media type."""
    headers = {"content-disposition": f'attachment; filename="nardy-{name}"'}
    return Response(content.encode(), media_type=kind, headers=headers)


def names_of(facts: RoomFacts) -> tuple[str, str]:
    """The names of White and Black for a file, without colons, which would end the name there."""
    white, black = (
        person.name.replace(":", " ") if person else "—" for person in (facts.white, facts.black)
    )
    return white, black


@get("/api/rooms/{room_id:str}/match/{kind:str}", responses={200: _MATCH})
async def tell_match(
    request: AnyRequest, room_id: FromPath[str], kind: FromPath[ExportFormat]
) -> Response[bytes]:
    """A finished match as a file for other programs: .mat for any game, or JSON."""
    who = await who_of(request)
    room = await room_of(request, room_id, who)
    facts = await club_of(request).describer.facts(room, who)
    return download(written(room, names_of(facts), kind), f"{room_id}.{kind}", FORMATS[kind][1])


@get("/api/mine")
async def tell_mine(request: AnyRequest) -> list[YourGame]:
    """Your games against people; games on your turn come first."""
    who = await who_of(request)
    if who is None:
        return []
    matchmaking_of(request).online.see(guest_id_of(who))
    return await club_of(request).lobby.mine(who)


@get("/api/bots")
async def tell_bots(
    request: AnyRequest,
    game: Annotated[str, QueryParameter(max_length=200)],
    clock: Annotated[str, QueryParameter(max_length=20)] = "",
    length: Annotated[int, QueryParameter(ge=0, le=MOST_POINTS)] = 0,
) -> list[BotFacts]:
    """The levels 1 to 8 and other bots, with their ratings in this game at this pace."""
    club = club_of(request)
    settings = CreateRoom(game=game, clock=clock or None, length=length)
    new = new_room(settings, club.rule_versions)
    return await club.bot_ratings.facts(new, await who_of(request))
