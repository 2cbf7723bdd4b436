"""Who has gone from a room and since when; whoever is left waiting may claim the game.

The rule: a player whose connection has been lost for `PATIENCE` of their own turn may be declared to have
left; while the other one thinks nobody waits for them. Without a clock the same holds for a player who is
there and has not moved for `STILL`. They lose what a bot thinks the position worth to the other one, in
whole games of the stake, and at least a single game. A short cut costs nothing, and by correspondence
only the clock decides.
"""

from collections.abc import Callable

from nardy.core.outcome import possible_sizes, size_points
from nardy.core.player import Player
from nardy.core.position import Counts
from nardy.core.rules import Rules
from nardy.server.rooms.uptime_clock import served_time

PATIENCE = 120_000
"""Milliseconds that somebody may be gone before the game can be claimed."""
STILL = 600_000
"""Milliseconds that somebody who is there may think where no clock runs: the longest thought in a match
at a board is a tenth of that, and the game would else stand still for a month."""


class Absence:
    """The two of one room: for how long each has been away."""

    def __init__(self, hour: Callable[[], int] = served_time) -> None:
        """Nobody is known to be away."""
        self._hour = hour
        self._since: dict[Player, int] = {}

    def leave(self, player: Player) -> None:
        """A player is not here, from now on or from before."""
        self._since.setdefault(player, self._hour())

    def come(self, player: Player) -> None:
        """He is back, and all is forgiven."""
        self._since.pop(player, None)

    def left(self, player: Player, awaited: int) -> int | None:
        """Milliseconds until a game can be claimed from him, 0 if it can; None while he is here.

        *awaited* is for how many milliseconds it has been his turn.
        """
        if player not in self._since:
            return None
        return max(0, PATIENCE - min(awaited, self._hour() - self._since[player]))


def size_of(rules: Rules, equity: float, loser: Counts) -> str:
    """What a game is lost with that is worth so many points to the other one.

    >>> from nardy.games import BACKGAMMON
    >>> start = BACKGAMMON.start.player
    >>> [size_of(BACKGAMMON, equity, start) for equity in (-0.4, 1.7, 9)]
    ['single', 'gammon', 'backgammon']
    """
    worth = {size: size_points(rules, size) for size in possible_sizes(rules, loser)}
    fitting = [size for size, points in worth.items() if points <= max(1, round(equity))]
    return max(fitting, key=lambda size: worth[size], default="single")
