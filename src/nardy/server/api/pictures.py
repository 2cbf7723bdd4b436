"""HTTP: pictures of boards as PNG, for messengers and for sharing."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter

from nardy.core.events import Event, Played, Started
from nardy.core.game import Game
from nardy.core.text import situation_text
from nardy.formats.detect import read_position
from nardy.server.api.requests import club_of, room_of, who_of
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import in_log
from nardy.server.rooms.room import Room
from nardy.server.web.board_pictures import END_SIZE, SIZE, WantedPicture
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

LAST_TURNS = 8
"""Turns that the animation of a game's end shows."""
CACHED = "public, max-age=86400"
_PNG = ResponseSpec(Any, generate_examples=False, description="A PNG.", media_type="image/png")
MOST_CHARACTERS = 2_000


@get("/api/pictures/board", responses={200: _PNG})
async def tell_board_picture(
    request: AnyRequest, text: Annotated[str, QueryParameter(max_length=MOST_CHARACTERS)]
) -> Response[bytes]:
    """A position in any notation as a picture of 1200 by 630 pixels, with the club's logo."""
    position = situation_text(read_position(text)[0])
    logo = club_of(request).logo.now
    wanted = WantedPicture((position,), SIZE, logo.content if logo else b"")
    return await _picture(request, wanted, CACHED)


@get("/api/rooms/{room_id:str}/end", responses={200: _PNG})
async def tell_end_picture(request: AnyRequest, room_id: FromPath[str]) -> Response[bytes]:
    """The last turns of a finished game as an animated PNG."""
    room = await room_of(request, room_id, await who_of(request))
    if not room.record.is_over:
        raise RefusedError("match-goes-on", "expected a finished game, got one that goes on")
    wanted = WantedPicture(last_positions(room), END_SIZE)
    return await _picture(request, wanted, "private, max-age=86400")


async def _picture(request: AnyRequest, wanted: WantedPicture, cache: str) -> Response[bytes]:
    pictures = request.app.state.board_pictures
    # What is painted already costs nothing.
    if pictures.kept(wanted) is None:
        club_of(request).limits.take("board-picture", address=address_of(request))
    content = await pictures.paint(wanted)
    return Response(content, media_type="image/png", headers={"cache-control": cache})


def last_positions(room: Room) -> tuple[str, ...]:
    """The positions after the last turns of a room's last game."""
    events = [entry.event for entry in room.entries]
    starts = [number for number, event in enumerate(events) if isinstance(event, Started)]
    return tuple(_after_turns(events[starts[-1] :], room))[-LAST_TURNS - 1 :]


def _after_turns(events: Sequence[Event], room: Room) -> Iterator[str]:
    game = Game.from_events(events[:1], in_log(room.match.rotation), trusted=True)
    yield situation_text(game.situation)
    for event in events[1:]:
        game.apply(event)
        if isinstance(event, Played):
            yield situation_text(game.situation)
