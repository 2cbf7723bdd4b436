"""A finished match as a file, for other programs: what was played belongs to those who played it."""

import copy
from collections.abc import Callable
from typing import Any, Literal

from litestar import Request, Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath

from nardy.core.match import Match
from nardy.formats import mat, match_json
from nardy.server.api.requests import club_of, guest_of, no_room
from nardy.server.errors import RefusedError
from nardy.server.protocol.messages import RoomFacts
from nardy.server.rooms.room import Room

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
    who = f"guest:{guest.id}" if guest else None
    room = await club.room_for(room_id, who)
    if room is None:
        raise no_room(room_id)
    told = written(room, names_of(await club.faces.facts(room, who)), kind)
    headers = {"content-disposition": f'attachment; filename="nardy-{room.record.id}.{kind}"'}
    return Response(told.encode(), media_type=FORMATS[kind][1], headers=headers)


HANDLERS: tuple[Any, ...] = (tell_match,)
