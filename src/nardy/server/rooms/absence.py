"""Absence of players; the opponent of an absent player may claim the game.

The game can be claimed when the player to act has been disconnected for `PATIENCE` of their own turn. Without
a clock it can also be claimed from a present player who has not acted for `STILL`. A bot's
evaluation, rounded to whole games of the stake, is the size of the loss. It is at least a single game. A short
disconnection costs nothing. In a correspondence game only the clock decides.
"""

from collections.abc import Callable

from nardy.core.outcome import possible_sizes, size_points
from nardy.core.player import Player
from nardy.core.position import Counts
from nardy.core.rules import Rules
from nardy.server.rooms.uptime_clock import served_time

PATIENCE = 120_000
"""Milliseconds of absence after which the game can be claimed."""
STILL = 600_000
"""Milliseconds that a present player may think in a game without a clock.

The longest thought in a match over the board is a tenth of that. Without this limit the game would be blocked
for a month.
"""


class Absence:
    """Since when each player of one room has been absent."""

    def __init__(self, read_clock: Callable[[], int] = served_time) -> None:
        self._read_clock = read_clock
        self._since: dict[Player, int] = {}

    def leave(self, player: Player) -> None:
        """Note that a player is absent; an earlier start stays."""
        self._since.setdefault(player, self._read_clock())

    def come(self, player: Player) -> None:
        """Note that a player is back, which resets their absence."""
        self._since.pop(player, None)

    def left(self, player: Player, awaited: int) -> int | None:
        """Milliseconds until the game can be claimed from a player; None while they are present.

        *awaited* is for how many milliseconds it has been their turn.
        """
        if player not in self._since:
            return None
        return max(0, PATIENCE - min(awaited, self._read_clock() - self._since[player]))


def size_of(rules: Rules, equity: float, loser: Counts) -> str:
    """The size of a loss, from the equity in points for the opponent.

    >>> from nardy.games import BACKGAMMON
    >>> start = BACKGAMMON.start.player
    >>> [size_of(BACKGAMMON, equity, start) for equity in (-0.4, 1.7, 9)]
    ['single', 'gammon', 'backgammon']
    """
    worth = {size: size_points(rules, size) for size in possible_sizes(rules, loser)}
    fitting = [size for size, points in worth.items() if points <= max(1, round(equity))]
    return max(fitting, key=lambda size: worth[size], default="single")
