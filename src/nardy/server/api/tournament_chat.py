"""HTTP: the chat on the page of a tournament."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from nardy.server.api.requests import club_of, known, who_of
from nardy.server.api.tournaments import shown_tournament
from nardy.server.protocol.tournaments import TournamentTalk
from nardy.server.tournaments.chat import TournamentChat
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

LineNumber = Annotated[int, msgspec.Meta(ge=1, le=1 << 40)]


class TournamentLineRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say in a tournament."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    """Chosen by the page: the same one is said once."""
    text: str


class MutedAuthor(msgspec.Struct, forbid_unknown_fields=True):
    """Whether to mute the author of a line."""

    number: LineNumber
    is_muted: bool


class ReportedNumber(msgspec.Struct, forbid_unknown_fields=True):
    """A line to report."""

    number: LineNumber


def chat_of(request: AnyRequest) -> TournamentChat:
    return TournamentChat(club_of(request))


@get("/api/tournaments/{tournament:str}/chat")
async def tell_chat(request: AnyRequest, tournament: FromPath[str]) -> TournamentTalk:
    """The chat of a tournament; while you play in it, what was said before your game."""
    running = await shown_tournament(request, tournament)
    return await chat_of(request).talk(running, await who_of(request))


@post("/api/tournaments/{tournament:str}/chat")
async def say(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[TournamentLineRequest]
) -> Response[TournamentTalk]:
    """Say something, unless you play in the tournament now."""
    running = await shown_tournament(request, tournament)
    guest, cookies = await known(request)
    # Guests are free to make, so the chat is limited by address, too.
    club_of(request).limits.take("chat", address=address_of(request))
    chat = chat_of(request)
    await chat.say(running, guest.seat, data.id, data.text)
    return Response(await chat.talk(running, guest.seat), cookies=cookies)


@post("/api/tournaments/{tournament:str}/chat/mute")
async def mute(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[MutedAuthor]
) -> Response[TournamentTalk]:
    """Mute the author of a line, in all rooms too, or end it."""
    running = await shown_tournament(request, tournament)
    guest, cookies = await known(request)
    club_of(request).limits.take("choice", person=guest.id, address=address_of(request))
    chat = chat_of(request)
    await chat.mute(running, guest.seat, data.number, on=data.is_muted)
    return Response(await chat.talk(running, guest.seat), cookies=cookies)


@post("/api/tournaments/{tournament:str}/chat/report")
async def report(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[ReportedNumber]
) -> Response[TournamentTalk]:
    """Report a line to the club's admins."""
    running = await shown_tournament(request, tournament)
    guest, cookies = await known(request)
    club_of(request).limits.take("report", address=address_of(request))
    chat = chat_of(request)
    await chat.report(running, guest.seat, data.number)
    return Response(await chat.talk(running, guest.seat), cookies=cookies)
