"""Cascades that a page sends, judged in another thread: to say which law fails may take half a second.

A turn of a few dice is judged at once. What is found lawful here is judged again where it is played,
which takes no time then; nothing else is decided here.
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


async def judged(situation: Situation, asked: str, moves: Sequence[DieMove]) -> MoveVerdict:
    """The judge's word on the last of these moves; everybody else is answered meanwhile."""
    if not _is_long(situation):
        return verdict(situation, asked, moves)
    return await asyncio.to_thread(verdict, situation, asked, moves)


async def require_lawful(room: Room, player: Player, order: Act) -> None:
    """Refuse an unlawful cascade before the room is held up by it.

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
