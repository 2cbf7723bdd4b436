"""Claiming a game from a player who is absent, or in a game without a clock idle.

A bot's evaluation, rounded to whole games of the stake, is the size of the loss. It is at least a single
game. In a correspondence game only the clock decides.
"""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

from nardy.core.outcome import possible_sizes, size_points
from nardy.core.player import Player
from nardy.core.position import Counts
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.server.errors import RefusedError
from nardy.server.protocol.messages import Act
from nardy.server.rooms.act_keys import key_of
from nardy.server.rooms.clock import Absence, served_time
from nardy.server.rooms.presence import has_bot
from nardy.server.rooms.room import Room

CLAIM_ABSENT_MS = 120_000
"""Milliseconds of their own turn for which a player may be absent."""
CLAIM_IDLE_MS = 600_000
"""Milliseconds that a present player may think in a game without a clock.

The longest thought in a match over the board is a tenth of that. Without this limit the game would be blocked
for a month.
"""


class HasEquity(Protocol):
    """A value with an equity."""

    @property
    def equity(self) -> float:
        """The equity in points, for White."""
        ...


EvaluateRoom = Callable[[Room], Awaitable[HasEquity | None]]
"""Evaluates the position in a room; None if neither a roll nor a turn is due."""


def claim_in(room: Room) -> int | None:
    """Milliseconds until the game can be claimed from the player to act; None if it cannot be.

    The player must be absent, or in a game without a clock idle for too long.
    """
    game = room.match.game
    if room.record.is_over or not room.is_full or game.phase in (Phase.OPENING, Phase.OVER):
        return None
    if room.record.terms.is_correspondence or _is_resigned(room):
        return None
    # The player to act has been awaited since the last act. The wall clock may jump: nobody shall lose by that.
    waited = served_time() - room.acted_at
    left = absence_left(room.absence, game.to_act, waited)
    if left is None and room.record.terms.clock is None and not has_bot(room):
        return max(0, CLAIM_IDLE_MS - waited)
    return left


def _is_resigned(room: Room) -> bool:
    """Whether the player to act only has to accept a resignation, and wins."""
    offer = room.match.game.situation.offer
    return offer is not None and offer.is_resignation


def absence_left(absence: Absence, player: Player, awaited: int) -> int | None:
    """Milliseconds for which a player may still be absent; None while they are present.

    *awaited* is for how many milliseconds it has been their turn.
    """
    lasted = absence.lasted(player, awaited)
    return None if lasted is None else max(0, CLAIM_ABSENT_MS - lasted)


async def claim(room: Room, player: Player, act: Act, evaluate: EvaluateRoom) -> int:
    """Settle a game whose player to act has left, and return its new version.

    Raises:
        RefusedError: the opponent has not been away for long enough.
        StaleError: the client's version is out of date.
    """
    key = key_of(player, act.id)
    if (done := room.done(key, act.version)) is not None:
        return done
    loser = room.match.game.to_act
    if player is loser or claim_in(room) != 0:
        raise RefusedError("claim", "the opponent has not been away for long enough; wait")
    return await _settle(room, act.version, evaluate, key)


async def settle_left(room: Room, evaluate: EvaluateRoom) -> bool:
    """Settle an abandoned game as if it had been claimed from the player to act.

    Both players see the evaluation. False if there is no game to lose.

    Raises:
        StaleError: a player has acted meanwhile.
    """
    if room.record.is_over or room.match.game.phase in (Phase.OPENING, Phase.OVER):
        return False
    await _settle(room, room.version, evaluate)
    return True


async def _settle(room: Room, version: int, evaluate: EvaluateRoom, key: str | None = None) -> int:
    value = None
    with contextlib.suppress(NardyError):  # no bot can evaluate the position
        value = await evaluate(room)
    game = room.match.game
    sign = -1 if game.to_act is Player.WHITE else 1
    theirs = sign * value.equity if value else 0.0
    size = size_of(game.rules, theirs, game.position.player)
    # Who leaves after the opponent's resignation wins.
    note = {} if _is_resigned(room) else {"left": game.to_act.value, "worth": round(theirs, 2)}
    return await room.settle(version, size, note, key)


def size_of(rules: Rules, equity: float, loser: Counts) -> str:
    """The size of a loss, from the equity in points for the opponent.

    >>> from nardy.games import BACKGAMMON
    >>> start = BACKGAMMON.start.player
    >>> [size_of(BACKGAMMON, equity, start) for equity in (-0.4, 1.7, 9)]
    ['single', 'gammon', 'backgammon']
    """
    worth = {size: size_points(rules, size) for size in possible_sizes(rules, loser)}
    # The value is rounded to whole points; a claimed game counts a single at least.
    fitting = [size for size, points in worth.items() if points <= max(1, round(equity))]
    return max(fitting, key=lambda size: worth[size], default="single")
