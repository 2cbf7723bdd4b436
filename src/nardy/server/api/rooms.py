"""HTTP for rooms: rules, the games that wait for you, a new room, a seat, a rematch, proofs, matches as files."""

import copy
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import structs

from nardy.core.clock import Control
from nardy.core.match import Match
from nardy.formats import mat, match_json, proof
from nardy.render.rulebook import rulebook
from nardy.server.api.games import rule_versions_of
from nardy.server.api.requests import club_of, guest_of, invited, no_room
from nardy.server.bots.runner import LEVELS
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.games.catalog import laws_of_games
from nardy.server.games.rule_versions import FAMILY, RuleVersions
from nardy.server.players.rating_eligibility import REASONS
from nardy.server.protocol.messages import RoomFacts, Seat, YourGame
from nardy.server.rooms.dice import proof_of
from nardy.server.rooms.orders import NewRoom
from nardy.server.rooms.results import require_ratable
from nardy.server.rooms.room import Room
from nardy.server.seats import GUEST, bot_seat
from nardy.server.store.log import Terms
from nardy.server.web.guards import address_of

MOST_POINTS = 25
_PROOF = ResponseSpec(dict[str, Any], generate_examples=False, description="The proof.")
Asked = Request[Any, Any, Any]


class CreateRoom(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be played."""

    game: Annotated[str, msgspec.Meta(max_length=200)]
    """As position text names it, or any name or alias; with options if you like."""
    against: Literal["bot", "friend", "anyone"] = "bot"
    """A bot at once; whoever gets the link; or whoever waits or comes."""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "strong"
    """easy, beginner, steady, casual, club, expert, strong or strongest."""
    seat: Seat | None = None
    """Where you sit; by lot if you do not say."""
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0
    """The points of a match; 0 is a single game."""
    clock: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    """600+8: ten minutes and 8 seconds a turn; 240d12: 12 seconds of each turn are free."""
    rated: bool = False
    """It counts for both players' ratings, a bot's too: with a clock, by published rules."""
    circle: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """A club by invitation: only its members find, see and join the game."""


class RematchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """How the two play again."""

    rated: bool = True
    """As the game before; false: without a rating, whatever that one was."""


class RoomMade(msgspec.Struct):
    """A room was made."""

    room: str


@get("/api/rules/{game:str}", sync_to_thread=False)
def tell_rules(
    request: Asked,
    game: FromPath[str],
    language: Annotated[str, QueryParameter(pattern="^(en|ru)$")] = "en",
) -> list[dict[str, Any]]:
    """A game's rules in prose."""
    return [
        {"title": section.title, "sentences": [sentence.text for sentence in section.sentences]}
        for section in rulebook(rule_versions_of(request).recall(game), language)
    ]


@post("/api/rooms")
async def make_room(request: Asked, data: JSONBody[CreateRoom]) -> Response[RoomMade]:
    """A room for a game; against a bot it has begun."""
    club, order = club_of(request), order_of(data, club_of(request).rule_versions)
    if data.rated:
        await club.rated.require([await _asks(request)])
    guest, cookies = await invited(request)
    club.limits.take("make", person=guest.id, address=address_of(request))
    who = guest.seat
    if data.circle:
        await club.groups.circle(data.circle, who)
        order = replace(order, terms=structs.replace(order.terms, group=data.circle))
    if data.against == "anyone":
        for room in await waiting_for(club, who, data, order):
            if await _sits(club, room, who):
                return Response(RoomMade(room.record.id), cookies=cookies)
    seats = [who, bot_seat(LEVELS[data.bot]) if data.against == "bot" else None]
    if data.seat == "black" or (data.seat is None and secrets.randbelow(2)):
        seats.reverse()
    seated = replace(order, white=seats[0], black=seats[1])
    async with club.bot_ratings.allowed(seated):
        room = await club.make(seated)
    return Response(RoomMade(room.record.id), cookies=cookies)


async def _asks(request: Asked) -> str:
    """Who asks, as seats name people; somebody new is nobody yet."""
    guest = await guest_of(request)
    return guest.seat if guest else GUEST


async def _sits(club: Club, room: Room, who: str) -> bool:
    """Whether somebody has got the seat; these two may have to look for others for a rating."""
    try:
        return await club.sit(room, who) is not None
    except RefusedError as error:
        if error.code not in REASONS:
            raise
        return False


async def waiting_for(club: Club, who: str, wish: CreateRoom, order: NewRoom) -> list[Room]:
    """Rooms in which somebody else waits for the same game, the equal in strength first."""
    same = laws_of_games(order.games, club.rule_versions).text, wish.clock, wish.length, wish.rated
    rooms = [
        await club.room(seek.room)
        for seek in await club.lobby.seeks(who, wish.circle or None)
        if (seek.laws.text, seek.clock, seek.length, seek.is_rated) == same and not seek.is_yours
    ]
    return await club.standings.nearest_first([room for room in rooms if room], who)


def order_of(wish: CreateRoom, known: RuleVersions = FAMILY) -> NewRoom:
    """What is to be played, before anybody sits.

    Raises:
        NardyError: there is no such game, level or clock, or no points for several games in turn.
    """
    if wish.bot not in LEVELS:
        told = f"expected a level ({', '.join(LEVELS)}), got {wish.bot!r}"
        raise RefusedError("level", told)
    clock = None if wish.clock is None else str(Control.parse(wish.clock))
    games = known.games_of(wish.game, is_match=bool(wish.length))
    if len(games) > 1 and not wish.length:
        told = f"expected the points of a match for {wish.game:.40}, got a single game"
        raise RefusedError("need-match", f"{told} (for example 5)")
    if wish.rated:
        require_ratable(games, wish.clock)
    terms = Terms(clock=clock, open=wish.against == "anyone", rated=wish.rated)
    return NewRoom(games=games, length=wish.length, terms=terms)


@post("/api/rooms/{room_id:str}/seat")
async def sit(request: Asked, room_id: FromPath[str]) -> Response[RoomMade]:
    """Take the free seat of a room."""
    club, asks = club_of(request), await guest_of(request)
    room = await club.room_for(room_id, asks.seat if asks else None)
    if room is None:
        raise no_room(room_id)
    if room.record.terms.rated and not (asks and room.player_of(asks.seat)):
        await club.rated.require([await _asks(request)])
    guest, cookies = await invited(request)
    if await club.sit(room, guest.seat) is None:
        told = "expected a room with a free seat, and both are taken; look on instead"
        raise RefusedError("seat-taken", told)
    return Response(RoomMade(room_id), cookies=cookies)


@post("/api/rooms/{room_id:str}/again")
async def play_again(
    request: Asked,
    room_id: FromPath[str],
    data: JSONBody[RematchRequest | None] = None,
    what: Annotated[str, QueryParameter(pattern="^(offer|withdraw|decline)$")] = "offer",
) -> RoomMade:
    """Offer the opponent another game, the other way round, or agree to theirs; or say no.

    The answer is the room of the next game once both want it, and until then this one.
    """
    club, guest = club_of(request), await guest_of(request)
    room = await club.room_for(room_id, guest.seat if guest else None)
    if room is None or guest is None:
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
async def tell_proof(request: Asked, room_id: FromPath[str]) -> Response[bytes]:
    """Everything that the dice of a room followed from; the seed only when the match is over."""
    guest = await guest_of(request)
    room = await club_of(request).room_for(room_id, guest.seat if guest else None)
    if room is None:
        raise no_room(room_id)
    told = proof.dumps(proof_of(room.record, room.entries)).encode()
    name = f'attachment; filename="nardy-{room.record.id}.json"'
    headers = {"content-disposition": name}
    return Response(told, media_type="application/json", headers=headers)


_MATCH = ResponseSpec(Any, generate_examples=False, description="The match: text, or JSON.")
Kind = Literal["mat", "json"]
FORMATS: dict[Kind, tuple[Callable[[Match], str], str]] = {
    "mat": (mat.dumps, "text/plain"),
    "json": (match_json.dumps, "application/json"),
}
"""How it is written, and what a browser is told of it."""


def written(room: Room, names: tuple[str, str], kind: Kind) -> str:
    """The match of a room as a file; *names* are White's and Black's.

    Raises:
        RefusedError: it goes on.
    """
    if not room.record.is_over:
        raise RefusedError(
            "match-goes-on", "expected a finished match for a file; play this one to its end"
        )
    match = copy.copy(room.match)
    match.names = names
    return FORMATS[kind][0](match)


def names_of(facts: RoomFacts) -> tuple[str, str]:
    """What both are called in a file, where a colon would end the name."""
    white, black = (
        person.name.replace(":", " ") if person else "—" for person in (facts.white, facts.black)
    )
    return white, black


@get("/api/rooms/{room_id:str}/match/{kind:str}", responses={200: _MATCH})
async def tell_match(
    request: Request[Any, Any, Any], room_id: FromPath[str], kind: FromPath[Kind]
) -> Response[bytes]:
    """A finished match, to be read by other programs: .mat for any game, or JSON."""
    club, guest = club_of(request), await guest_of(request)
    who = guest.seat if guest else None
    room = await club.room_for(room_id, who)
    if room is None:
        raise no_room(room_id)
    told = written(room, names_of(await club.describer.facts(room, who)), kind)
    headers = {"content-disposition": f'attachment; filename="nardy-{room.record.id}.{kind}"'}
    return Response(told.encode(), media_type=FORMATS[kind][1], headers=headers)


@get("/api/mine")
async def tell_mine(request: Request[Any, Any, Any]) -> list[YourGame]:
    """The games of who asks against people, those first in which it is his turn."""
    guest = await guest_of(request)
    return await club_of(request).lobby.mine(guest.seat) if guest else []


HANDLERS: tuple[Any, ...] = (
    tell_rules,
    make_room,
    sit,
    play_again,
    tell_proof,
    tell_match,
    tell_mine,
)
