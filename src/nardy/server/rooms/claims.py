"""Claiming a game from an absent player; a bot's evaluation decides its size."""

from typing import Protocol

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.server.errors import RefusedError
from nardy.server.protocol.messages import Act
from nardy.server.rooms.absence import STILL, size_of
from nardy.server.rooms.presence import has_bot
from nardy.server.rooms.room import Room
from nardy.server.timestamps import now


class HasEquity(Protocol):
    """A value with an equity."""

    @property
    def equity(self) -> float:
        """The equity in points, for White."""
        ...


class RoomEvaluator(Protocol):
    """Evaluates the position in a room."""

    async def judge(self, room: Room) -> HasEquity | None:
        """The evaluation; None if neither a roll nor a turn is due."""
        ...


def claim_in(room: Room) -> int | None:
    """Milliseconds until the game can be claimed from the player to act; None if it cannot be.

    The player must be absent, or in a game without a clock idle for too long.
    """
    game = room.match.game
    if room.record.is_over or not room.is_full or game.phase in (Phase.OPENING, Phase.OVER):
        return None
    if room.record.terms.is_slow:
        return None
    # The player to act has been awaited since the last act.
    waited = now() - room.entries[-1].at
    left = room.absence.left(game.to_act, waited)
    if left is None and room.record.terms.clock is None and not has_bot(room):
        return max(0, STILL - waited)
    return left


async def claim(room: Room, player: Player, order: Act, advisor: RoomEvaluator) -> int:
    """Settle a game whose player to act has left, and return its new version.

    Raises:
        RefusedError: the opponent has not been away for long enough.
        StaleError: the client's version is out of date.
    """
    if (done := room.done(order)) is not None:
        return done
    loser = room.match.game.to_act
    if player is loser or claim_in(room) != 0:
        raise RefusedError("claim", "the opponent has not been away for long enough; wait")
    return await _settle(room, order, advisor)


async def settle_left(room: Room, advisor: RoomEvaluator) -> bool:
    """Settle an abandoned game as if it had been claimed from the player to act.

    Both players see the evaluation. False if there is no game to lose.

    Raises:
        StaleError: a player has acted meanwhile.
    """
    if room.record.is_over or room.match.game.phase in (Phase.OPENING, Phase.OVER):
        return False
    version = room.version
    await _settle(room, Act(room.record.id, f"left-{version}", version, "claim"), advisor)
    return True


async def _settle(room: Room, order: Act, advisor: RoomEvaluator) -> int:
    equity = await _worth(room, advisor)
    game = room.match.game
    size = size_of(game.rules, equity, game.position.player)
    note = {"left": room.match.game.to_act.value, "worth": round(equity, 2)}
    return await room.settle(order, size, note)


async def _worth(room: Room, advisor: RoomEvaluator) -> float:
    """The equity for the waiting player; 0 if no bot can evaluate the position."""
    try:
        judged = await advisor.judge(room)
    except NardyError:
        return 0.0
    if judged is None:
        return 0.0
    return -judged.equity if room.match.game.to_act is Player.WHITE else judged.equity
