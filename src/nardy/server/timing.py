"""The clock of one room by the server's own time, with a grace for a lost connection."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from nardy.core.clock import Clock, Control
from nardy.core.player import Player

GRACE = 45_000
"""Milliseconds of a game that a player may be away without his clock running."""

A_DAY = 24 * 3600


def is_slow(control: Control) -> bool:
    """Whether a game is played by correspondence: at so many days a turn, and no time beside."""
    return not control.base and control.delay >= A_DAY


def milliseconds() -> int:
    """A clock that nobody can set back."""
    return time.monotonic_ns() // 1_000_000


def take_up(
    agreed: str, stood: Sequence[int] | None, runs_for: Player | None, idle: int
) -> "Timing":
    """A clock where the last act left it: what passed while nobody served is free.

    *stood* is what `Timing.stand` was then, None at the beginning; older logs end before the graces.
    The last act was *idle* milliseconds ago.
    """
    clock, graces = Clock.of(Control.parse(agreed)), (GRACE, GRACE)
    if stood is not None:
        white, black, free, *rest = stood
        clock = replace(clock, white=white, black=black, free=free)
        graces = (rest[0], rest[1]) if rest else graces
    # By correspondence the days go on whether anybody serves or not.
    spent = idle if is_slow(clock.control) else 0
    return Timing(replace(clock, runs_for=runs_for), spent=spent, graces=graces)


class Timing:
    """A clock that runs. After a restart it goes on where the last act left it."""

    def __init__(
        self,
        clock: Clock,
        hour: Callable[[], int] = milliseconds,
        *,
        spent: int = 0,
        graces: tuple[int, int] = (GRACE, GRACE),
    ) -> None:
        """Take up a clock as it stood after the last act, *spent* milliseconds ago."""
        self._clock = clock
        self._hour = hour
        self._since = hour() - spent
        self._grace = dict(zip(Player, graces, strict=True))
        """What White and Black have left of it in this game."""
        self._away: dict[Player, int] = {}
        self._held: int | None = None
        """Since when the clocks stand still."""

    @property
    def is_slow(self) -> bool:
        """Whether it counts days a turn."""
        return is_slow(self._clock.control)

    @property
    def clock(self) -> Clock:
        """What both have now."""
        return self._clock.spend(self._spent())

    @property
    def stand(self) -> list[int]:
        """What White and Black have, what is left of the delay, and of each one's grace; milliseconds."""
        clock = self.clock
        return [clock.white, clock.black, clock.free, *self._grace.values()]

    def hold(self) -> None:
        """An act has come in time: until it is done, or `release`, nobody's clock runs.

        A throw waits for both players' links, and neither may pay for the other's silence.
        """
        self._held = self._hour()

    def release(self) -> None:
        """It came to nothing: the clock goes on as if no time had passed."""
        if self._held is not None:
            now = self._hour()
            lasted = now - self._held
            self._since += lasted
            self._away = {player: min(at + lasted, now) for player, at in self._away.items()}
            self._held = None

    def begin_game(self) -> None:
        """Another game of the match: whoever is away has his grace anew."""
        self._grace = dict.fromkeys(Player, GRACE)

    def act(self, to_act: Player | None, turn_of: Player | None) -> None:
        """An act is done; *to_act* is awaited next."""
        clock = self.clock
        if (player := self._clock.runs_for) is not None:
            self._grace[player] -= self._graced(player)
        self._held, now = None, self._hour()
        if to_act is not None and to_act in self._away:
            self._away[to_act] = now
        self._clock, self._since = clock.go_on(to_act, turn_of), now

    def leave(self, player: Player) -> None:
        """A player's connection is lost."""
        self._away.setdefault(player, self._hour())

    def come(self, player: Player) -> None:
        """He is back: what the grace did not cover is charged."""
        if player is self._clock.runs_for and player in self._away:
            graced = self._graced(player)
            self._grace[player] -= graced
            self._since += graced
        self._away.pop(player, None)

    def _spent(self) -> int:
        player = self._clock.runs_for
        graced = self._graced(player) if player is not None else 0
        return max(0, self._now() - self._since - graced)

    def _graced(self, player: Player) -> int:
        """How much of this stretch the grace covers."""
        if player not in self._away:
            return 0
        away = self._now() - max(self._away[player], self._since)
        return min(self._grace[player], max(0, away))

    def _now(self) -> int:
        """The hour, or the one at which the clocks were held."""
        return self._hour() if self._held is None else self._held
