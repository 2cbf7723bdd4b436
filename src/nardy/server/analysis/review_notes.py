"""HTTP: notes to a finished game and turns tried there, kept for their writer alone; and how a tried turn goes on.

Nothing of it comes from an engine: values of tried turns are asked for where fair play is asked, too.
"""

import asyncio
from dataclasses import replace
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from nardy.core.acts import end_turn
from nardy.core.dice import Roll
from nardy.core.judge import find_turn
from nardy.core.refusal import require_phase
from nardy.core.situation import Phase, Situation
from nardy.server.analysis.positions import (
    MOST_CHARACTERS,
    MOST_MOVES,
    Board,
    PositionQuery,
    board_of,
    known_here,
)
from nardy.server.api.requests import club_of, guest_of, known, room_of
from nardy.server.errors import RefusedError
from nardy.server.rooms.room import Room
from nardy.server.store import review_notes
from nardy.server.store.review_notes import ReviewNote
from nardy.server.timestamps import now
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

LONGEST = 2_000
"""Characters of a note."""
LONGEST_TURN = 200
"""Characters of the text of a tried turn."""
MOST_TRIED = 60
"""Turns tried at one decision, with all that go on from them."""
MOST_BYTES = 250_000
"""Most bytes of a request: a text of each position comes along."""
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Text = Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]


class TriedTurn(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A turn that was tried, and those that go on from it."""

    turn: Annotated[str, msgspec.Meta(max_length=LONGEST_TURN)]
    moves: Annotated[list[tuple[int, int]], msgspec.Meta(max_length=MOST_MOVES)]
    """For the arrows on the board."""
    position: Text = ""
    """The position with its roll; '' for the decision's own."""
    replies: Annotated[list["TriedTurn"], msgspec.Meta(max_length=MOST_TRIED)] = []
    """Turns of the other player after this one."""


class DecisionNote(msgspec.Struct, forbid_unknown_fields=True):
    """A note and tried turns of one decision; if both are empty, nothing is kept."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    """The number of the decision's event."""
    note: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    tried: Annotated[list[TriedTurn], msgspec.Meta(max_length=MOST_TRIED)]


class TurnThenRoll(PositionQuery, forbid_unknown_fields=True):
    """A position with its roll, a turn there, and the roll after it."""

    turn: Text
    roll: tuple[Die, Die]


@get("/api/rooms/{room_id:str}/notes")
async def list_notes(request: AnyRequest, room_id: FromPath[str]) -> list[DecisionNote]:
    """Your notes to a room, and the turns that you tried there."""
    club, guest = club_of(request), await guest_of(request)
    room = await room_of(request, room_id, guest.seat if guest else None)
    if guest is None:
        return []
    found = await club.store.read(lambda c: review_notes.of_room(c, guest.id, room.record.id))
    return [
        DecisionNote(one.number, one.note, msgspec.json.decode(one.tried, type=list[TriedTurn]))
        for one in found
    ]


@post("/api/rooms/{room_id:str}/notes", status_code=200, request_max_body_size=MOST_BYTES)
async def keep_note(
    request: AnyRequest, room_id: FromPath[str], data: JSONBody[DecisionNote]
) -> Response[DecisionNote]:
    """Keep a note and tried turns with a decision of a finished room, in place of those before."""
    club, reader = club_of(request), await guest_of(request)
    room = await room_of(request, room_id, reader.seat if reader else None)
    _require_fitting(room, data)
    guest, cookies = await known(request)
    club.limits.take("note", person=guest.id, address=address_of(request))
    tried = msgspec.json.encode(data.tried).decode()
    one = ReviewNote(room.record.id, data.number, data.note, tried, now())
    if data.note.strip() or data.tried:
        await club.store.run(lambda c: review_notes.save(c, guest.id, one))
    else:
        await club.store.run(lambda c: review_notes.remove(c, guest.id, one.room, one.number))
    return Response(data, cookies=cookies)


def _require_fitting(room: Room, data: DecisionNote) -> None:
    if not room.record.is_over or data.number > room.version:
        reason = f"expected a decision of a finished game, got number {data.number}"
        raise RefusedError("note-decision", f"{reason}; take one of its review")
    if (count := _count(data.tried)) > MOST_TRIED:
        reason = f"expected at most {MOST_TRIED} tried turns, got {count}; remove some of them"
        raise RefusedError("note-many", reason)


def _count(tried: list[TriedTurn]) -> int:
    return sum(1 + _count(one.replies) for one in tried)


@post("/api/position/after", status_code=200)
async def tell_after(request: AnyRequest, data: JSONBody[TurnThenRoll]) -> Board:
    """The position after a turn and the next roll; dice that are left over from a cascade come first."""
    return await asyncio.to_thread(
        lambda: board_of(after(known_here(request, data.position), data.turn, Roll.of(*data.roll)))
    )


def after(situation: Situation, text: str, roll: Roll) -> Situation:
    """The situation after a turn, with a roll where one is due.

    Raises:
        IllegalActError: no turn is due, or the game ends with it.
        IllegalTurnError, NotationError, AmbiguousTurn: no single legal turn is meant.
    """
    require_phase(situation, Phase.TURN, "make a turn")
    turn, final = find_turn(situation, text)
    found = end_turn(situation, final, len(turn.moves))
    if found.phase is Phase.TURN:
        return found
    require_phase(found, Phase.ROLL, "roll")
    return replace(found, roll=roll)
