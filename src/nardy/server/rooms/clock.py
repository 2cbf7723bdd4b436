"""The clock of one room by the server's own time, and what is not charged of it.

- Closing the page stops nothing. A line that is lost stops its player's clock for `GRACE` in a game, and
  the opponent is told.
- What is the server's own doing is free: while it was away, while it stood still, while dice are thrown
  and while an act goes to the disk.
- The way of a message and its answer is free up to a bound, by the server's own measurement.

docs/decisions/clocks.md tells why.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from nardy.core.clock import Clock, Control
from nardy.core.player import Player
from nardy.server.rooms.uptime_clock import served_time

GRACE = 15_000
"""Milliseconds of a game for which a player's clock waits while their line is lost."""
RETURN = 30_000
"""Milliseconds after a start of the server in which players may come back; their clocks wait so long."""
LAG_AN_ACT = 500
"""Milliseconds that are free of each act, if its message and the answer take so long."""
LAG_A_GAME = 20_000
"""The same in a game, of all acts together."""


def take_up(
    agreed: str, stood: Sequence[int] | None, runs_for: Player | None, idle: int
) -> "Timing":
    """A clock where the last act left it: what passed while nobody served is free.

    *stood* is what `Timing.stand` was then, None at the beginning; older logs end before the graces or
    before the lag. The last act was *idle* milliseconds ago.
    """
    clock, graces, lags = Clock.of(Control.parse(agreed)), (GRACE, GRACE), (LAG_A_GAME, LAG_A_GAME)
    if stood is not None:
        white, black, free, *rest = stood
        clock = replace(clock, white=white, black=black, free=free)
        graces = (min(rest[0], GRACE), min(rest[1], GRACE)) if rest else graces
        lags = (rest[2], rest[3]) if len(rest) > 2 else lags
    # By correspondence the days go on whether anybody serves or not.
    spent = idle if clock.control.is_by_days else 0
    return Timing(replace(clock, runs_for=runs_for), spent=spent, graces=graces, lags=lags)


class Timing:
    """A clock that runs. After a restart it goes on where the last act left it."""

    def __init__(
        self,
        clock: Clock,
        hour: Callable[[], int] = served_time,
        *,
        spent: int = 0,
        graces: tuple[int, int] = (GRACE, GRACE),
        lags: tuple[int, int] = (LAG_A_GAME, LAG_A_GAME),
    ) -> None:
        """Take up a clock as it stood after the last act, *spent* milliseconds ago."""
        self._clock = clock
        self._hour = hour
        self._since = hour() - spent
        self._grace = dict(zip(Player, graces, strict=True))
        """What White and Black have left of it in this game."""
        self._lag = dict(zip(Player, lags, strict=True))
        """The same of what is free for the way of messages."""
        self._round_trip = dict.fromkeys(Player, 0)
        self._away: dict[Player, int] = {}
        """Since when somebody's line is lost."""
        self._expected: dict[Player, int] = {}
        """Until when somebody may come back after a restart."""
        self._held: int | None = None
        """Since when the clocks stand still."""
        self._done = self._since
        """Until when time is accounted for: nothing is held from before."""

    @property
    def is_slow(self) -> bool:
        """Whether it counts days a turn."""
        return self._clock.control.is_by_days

    @property
    def clock(self) -> Clock:
        """What both have now."""
        return self._clock.spend(self._spent())

    @property
    def stand(self) -> list[int]:
        """What White and Black have, what is left of the delay, of each one's grace, and lag; milliseconds."""
        clock = self.clock
        kept = (*self._grace.values(), *self._lag.values())
        return [clock.white, clock.black, clock.free, *kept]

    @property
    def waits(self) -> int:
        """For how many milliseconds more the running clock stands still, since its player is not there."""
        player = self._clock.runs_for
        if player is None or player not in self._away:
            return 0
        expected = max(0, self._expected.get(player, 0) - self._now())
        return expected + self._grace[player] - self._graced(player)

    def hold(self, since: int | None = None) -> None:
        """An act has come in time: until it is done, or `release`, nobody's clock runs.

        A throw waits for both players' links, and neither may pay for the other's silence; nor for what
        the server does. *since* is when it came, by the same clock.
        """
        now = self._hour()
        self._held = now if since is None else min(now, max(since, self._done))

    def release(self) -> None:
        """It came to nothing: the clock goes on as if no time had passed."""
        if self._held is not None:
            now = self._hour()
            lasted = now - self._held
            self._since += lasted
            self._away = {player: min(at + lasted, now) for player, at in self._away.items()}
            self._held, self._done = None, now

    def begin_game(self) -> None:
        """Another game of the match: grace and lag are those of a new game."""
        self._grace = dict.fromkeys(Player, GRACE)
        self._lag = dict.fromkeys(Player, LAG_A_GAME)

    def act(self, to_act: Player | None, turn_of: Player | None) -> None:
        """An act is done; *to_act* is awaited next."""
        clock = self.clock
        if (player := self._clock.runs_for) is not None:
            self._lag[player] -= self._allowed(player)
            self._grace[player] -= self._graced(player)
        self._held, now = None, self._hour()
        if to_act is not None and to_act in self._away:
            self._away[to_act] = now
        self._clock, self._since, self._done = clock.go_on(to_act, turn_of), now, now

    def measure(self, player: Player, round_trip: int) -> None:
        """What a message to a player and the answer take now, in milliseconds, as the server sees it."""
        self._round_trip[player] = round_trip

    def leave(self, player: Player, ago: int = 0) -> None:
        """A player's line is lost; it was heard last so many milliseconds ago."""
        self._away.setdefault(player, self._hour() - ago)

    def expect(self, player: Player) -> None:
        """The server is back, and a player is not yet: it is the server that was away."""
        self.leave(player)
        self._expected[player] = self._hour() + RETURN

    def come(self, player: Player) -> None:
        """They are back: what the grace did not cover is charged."""
        if player is self._clock.runs_for and player in self._away:
            waited, graced = self._waited(player), self._graced(player)
            self._since += waited
            self._grace[player] -= graced
        self._away.pop(player, None)
        self._expected.pop(player, None)

    def _spent(self) -> int:
        player = self._clock.runs_for
        if player is None:
            return 0
        return max(0, self._passed(player) - self._allowed(player))

    def _passed(self, player: Player) -> int:
        """How long this stretch is, without what its player was waited for."""
        return max(0, self._now() - self._since - self._waited(player))

    def _allowed(self, player: Player) -> int:
        """How much of this stretch was the way of messages."""
        if self.is_slow:
            return 0
        free = min(self._round_trip[player], LAG_AN_ACT, self._lag[player])
        return min(free, self._passed(player))

    def _waited(self, player: Player) -> int:
        """How much of this stretch its player was waited for, by whomever's fault."""
        if player not in self._away:
            return 0
        return self._graced_from(player) - self._away_from(player) + self._graced(player)

    def _graced(self, player: Player) -> int:
        """How much of this stretch the grace covers."""
        if player not in self._away:
            return 0
        return min(self._grace[player], self._now() - self._graced_from(player))

    def _away_from(self, player: Player) -> int:
        return min(self._now(), max(self._away[player], self._since))

    def _graced_from(self, player: Player) -> int:
        """When the grace began: before it they were expected after a restart."""
        begun = self._away_from(player)
        return min(self._now(), max(begun, self._expected.get(player, begun)))

    def _now(self) -> int:
        """The hour, or the one at which the clocks were held."""
        return self._hour() if self._held is None else self._held
