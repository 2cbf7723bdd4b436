"""Claiming a game from a player who has left it, worth what a bot thinks of the position."""

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
    """What a position is worth."""

    @property
    def equity(self) -> float:
        """In points, for White."""
        ...


class RoomEvaluator(Protocol):
    """Evaluates the position in a room."""

    async def judge(self, room: Room) -> HasEquity | None:
        """How the game stands; None where neither a roll nor a turn is awaited."""
        ...


def claim_in(room: Room) -> int | None:
    """Milliseconds until the game can be claimed from who must act; None where it cannot be.

    It can be claimed from a person who has gone, and without a clock from one who does not move.
    """
    game = room.match.game
    if room.record.is_over or not room.is_full or game.phase in (Phase.OPENING, Phase.OVER):
        return None
    if room.record.terms.is_slow:
        return None
    # What was done last made it his turn, or he did it himself: before that nobody waited for him.
    waited = now() - room.entries[-1].at
    left = room.absence.left(game.to_act, waited)
    if left is None and room.record.terms.clock is None and not has_bot(room):
        return max(0, STILL - waited)
    return left


async def claim(room: Room, player: Player, order: Act, advisor: RoomEvaluator) -> int:
    """Settle a game whose player to act has left; the number of its last event.

    Raises:
        RefusedError: nobody has left for long enough.
        StaleError: more has happened than the client knew of.
    """
    if (done := room.done(order)) is not None:
        return done
    loser = room.match.game.to_act
    if player is loser or claim_in(room) != 0:
        raise RefusedError("claim", "expected an opponent who has left for long enough; wait")
    return await _settle(room, order, advisor)


async def settle_left(room: Room, advisor: RoomEvaluator) -> bool:
    """Let who must act lose a game that nobody goes on with, as if it had been claimed from him.

    Both read what it was worth. False if there is no game to lose.

    Raises:
        StaleError: somebody has gone on with it after all.
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
    """What the position is worth to who waits; nothing where no bot can tell."""
    try:
        judged = await advisor.judge(room)
    except NardyError:
        return 0.0
    if judged is None:
        return 0.0
    return -judged.equity if room.match.game.to_act is Player.WHITE else judged.equity
