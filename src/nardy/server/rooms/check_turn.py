"""Checks cascades from pages in another thread, since finding the broken law may take half a second.

A turn of a few dice is checked directly. A turn that passes is checked again when it is played, which is
fast by then.
"""

import asyncio
from collections.abc import Sequence

from nardy.core.draft import Draft
from nardy.core.legal import Reaches
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.server.protocol.messages import Act, DieMove, MoveVerdict
from nardy.server.rooms.room import Room
from nardy.server.turns.actions import verdict
from nardy.server.turns.move_graph import LONG, learn


async def judged(situation: Situation, request_id: str, moves: Sequence[DieMove]) -> MoveVerdict:
    """The verdict on the last of these moves, without blocking the event loop."""
    if not _is_long(situation):
        return verdict(situation, request_id, moves)
    return await asyncio.to_thread(verdict, situation, request_id, moves)


async def require_lawful(room: Room, player: Player, order: Act) -> None:
    """Refuse an unlawful cascade before it can block the room.

    Raises:
        IllegalTurnError: a law forbids it.
    """
    game = room.match.game
    is_now = order.act == "play" and order.version == room.version and player is game.to_act
    if is_now and order.moves and _is_long(game.situation):
        await asyncio.to_thread(_try, game.situation, order.moves)


def _is_long(situation: Situation) -> bool:
    return situation.dice is not None and len(situation.dice.numbers) > LONG


def _try(situation: Situation, moves: Sequence[DieMove]) -> None:
    reaches: Reaches = {}
    learn(situation, moves, reaches)
    draft = Draft(situation, reaches)
    for step in moves:
        draft.move(step.origin, step.to)
