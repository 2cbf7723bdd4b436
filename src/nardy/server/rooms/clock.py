"""Time at the server: the clock of one room, the time that is not charged, and absence of players.

- Closing the page does not stop the clock. A lost connection stops the player's clock for up to `GRACE_MS` a
  game, and the opponent is told.
- Delays of the server are free: downtime, a blocked event loop, throwing the dice, writing to the disk.
- The round trip of a message is free up to a bound, as the server measures it.

A game can be claimed from a player who has been disconnected for long enough (claims.py); a short disconnection
costs nothing. docs/decisions/clocks.md explains why.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nardy.core.clock import Clock, Control
from nardy.core.player import Player

BEAT_SECONDS = 0.1
STALL_MS = 400
"""Milliseconds without a beat after which the server counts as stalled; a busy one is late by less."""
GRACE_MS = 15_000
"""Milliseconds a game for which a player's clock waits while their connection is lost."""
RETURN_MS = 30_000
"""Milliseconds after a restart in which the clocks wait for players to reconnect."""
LAG_AN_ACT = 500
"""The most milliseconds of network lag that are free for each act."""
LAG_A_GAME = 20_000
"""The most milliseconds of network lag that are free in one game."""


def milliseconds() -> int:
    """Monotonic time in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class ServedTime:
    """Milliseconds of server uptime.

    While `beat` is called, time beyond `STALL_MS` between two beats is left out. Causes are a long job on the
    event loop, a stopped process or a suspended computer. Time stops before the late beat arrives, so the
    order of pending tasks after a stall makes no difference.
    """

    def __init__(self, read_clock: Callable[[], int] = milliseconds) -> None:
        self._read_clock = read_clock
        self._lost = 0
        self._beat: int | None = None

    def __call__(self) -> int:
        now = self._read_clock()
        return (now if self._beat is None else min(now, self._beat + STALL_MS)) - self._lost

    @property
    def lost(self) -> int:
        """Milliseconds that were left out so far."""
        return self._lost

    def beat(self) -> None:
        """Note that the event loop runs."""
        now = self._read_clock()
        self._lost += now - self._lost - self()
        self._beat = now

    def stop(self) -> None:
        """Expect no more beats; from now on all time counts."""
        self.beat()
        self._beat = None


served_time = ServedTime()
"""The time source of all game clocks in this process."""


async def keep_beating(clock: ServedTime = served_time) -> None:
    """Call `beat` from the event loop until cancelled."""
    try:
        while True:
            clock.beat()
            await asyncio.sleep(BEAT_SECONDS)
    finally:
        clock.stop()


def stood_in(notes: Iterable[Mapping[str, Any] | None]) -> Sequence[int] | None:
    """The last stand of the clock in the notes of a log, the newest first; None if there is none.

    That of a drained process ('stand') is later than that of the same entry's act ('clock').
    """
    stands = (note.get("stand", note.get("clock")) for note in notes if note)
    return next((stand for stand in stands if stand is not None), None)


def charged_until(last: int, note: Mapping[str, Any] | None) -> int:
    """Up to when the clock of a log is charged, in milliseconds since 1970.

    That is *last*, when the last entry was made, or when a process stopped or took up the clock after it.
    """
    return max(last, (note or {}).get("stood_at", last))


def take_up(
    agreed: str,
    stood: Sequence[int] | None,
    runs_for: Player | None,
    idle: int,
    lived: int = 0,
) -> "Timing":
    """Restore a clock from the last act; downtime since then is free.

    *stood* is `Timing.stand` at that act, None if there was none. Older logs lack the graces or the lags.
    That was *idle* milliseconds ago. A process that died lived on for *lived* milliseconds after it,
    and whoever was on roll had these.
    """
    clock, graces, lags = (
        Clock.of(Control.parse(agreed)),
        (GRACE_MS, GRACE_MS),
        (LAG_A_GAME, LAG_A_GAME),
    )
    if stood is not None:
        white, black, free, *rest = stood
        clock = replace(clock, white=white, black=black, free=free)
        graces = (min(rest[0], GRACE_MS), min(rest[1], GRACE_MS)) if rest else graces
        lags = (rest[2], rest[3]) if len(rest) > 2 else lags
        clock = replace(clock, paused=rest[4] if len(rest) > 4 else None)
    # Correspondence games count calendar time, so downtime is charged too.
    # A wall clock that was set back gives nobody time.
    spent = max(0, idle if clock.control.is_correspondence else min(lived, idle))
    return Timing(replace(clock, runs_for=runs_for), spent=spent, graces=graces, lags=lags)


@dataclass(frozen=True, slots=True)
class Arrival:
    """When the message of an act arrived, and how long messages take."""

    at: int
    """Milliseconds by `served_time`."""
    round_trip: int | None = None
    """Milliseconds to the sender and back; None if it was not measured."""


class Timing:
    """A running clock."""

    def __init__(
        self,
        clock: Clock,
        read_clock: Callable[[], int] = served_time,
        *,
        spent: int = 0,
        graces: tuple[int, int] = (GRACE_MS, GRACE_MS),
        lags: tuple[int, int] = (LAG_A_GAME, LAG_A_GAME),
    ) -> None:
        """Start from the clock after the last act, *spent* milliseconds ago."""
        self._clock = clock
        self._read_clock = read_clock
        self._since = read_clock() - spent
        self._grace = dict(zip(Player, graces, strict=True))
        """The grace that White and Black have left in this game."""
        self._lag = dict(zip(Player, lags, strict=True))
        """The free lag that White and Black have left in this game."""
        self._round_trip = dict.fromkeys(Player, 0)
        self._away: dict[Player, int] = {}
        """When the connection of a player was lost."""
        self._expected: dict[Player, int] = {}
        """Until when a player may reconnect after a restart."""
        self._held: int | None = None
        """When the clocks were stopped; None while they run."""
        self._done = self._since
        """The end of the time already charged; `hold` cannot reach back behind it."""

    @property
    def is_correspondence(self) -> bool:
        """Whether this is a correspondence clock (core/clock.py)."""
        return self._clock.control.is_correspondence

    @property
    def clock(self) -> Clock:
        """The clock now, with the running stretch charged."""
        return self._clock.spend(self._spent())

    @property
    def stand(self) -> list[int]:
        """Time of White and Black, delay left, both graces, both lags; in milliseconds, for the log.

        While a player answers an offer, the delay that it interrupted follows.
        """
        clock = self.clock
        kept = (*self._grace.values(), *self._lag.values())
        paused = () if clock.paused is None else (clock.paused,)
        return [clock.white, clock.black, clock.free, *kept, *paused]

    def stand_at_start(self, player: Player) -> list[int]:
        """As `stand`, when the clock of *player* has just started: with its delay."""
        stand = self.stand
        stand[2] = self._clock.go_on(player).free
        return stand

    @property
    def stand_now(self) -> list[int]:
        """As `stand`, without the grace and the lag that the running stretch has used: the process ends here."""
        stand, player = self.stand, self._clock.runs_for
        if player is not None:
            place = list(Player).index(player)
            stand[3 + place] -= self._graced(player)
            stand[5 + place] -= self._allowed(player)
        return stand

    @property
    def waits(self) -> int:
        """Milliseconds for which the running clock still waits for its absent player."""
        player = self._clock.runs_for
        if player is None or player not in self._away:
            return 0
        expected = max(0, self._expected.get(player, 0) - self._now())
        return expected + self._grace[player] - self._graced(player)

    def hold(self, since: int | None = None) -> None:
        """Stop both clocks from the arrival of an act, *since*, until `act` or `release`.

        A throw waits for the links of both players. Neither may pay for the opponent's silence, nor for the
        work of the server.
        """
        now = self._read_clock()
        self._held = now if since is None else min(now, max(since, self._done))

    def release(self) -> None:
        """Start the clock again after an act that failed, as if no time had passed."""
        if self._held is not None:
            now = self._read_clock()
            lasted = now - self._held
            self._since += lasted
            self._away = {player: min(at + lasted, now) for player, at in self._away.items()}
            self._held, self._done = None, now

    def stop(self) -> None:
        """Stop both clocks for good: this process takes no more acts."""
        if self._held is None:
            self.hold()

    def begin_game(self) -> None:
        """Reset grace and lag for the next game of the match; a time that has run out begins with an increment.

        A fallen flag has cost its game. What is below zero would cost the next ones, too.
        """
        self._clock = self._clock.begin_game()
        self._grace = dict.fromkeys(Player, GRACE_MS)
        self._lag = dict.fromkeys(Player, LAG_A_GAME)

    def act(self, to_act: Player | None, turn_of: Player | None, *, resumes: bool = False) -> None:
        """Charge the act that is done, and start the clock of *to_act*.

        *resumes*: the turn goes on where an offer to resign interrupted it.
        """
        clock = self.clock
        if (player := self._clock.runs_for) is not None:
            self._lag[player] -= self._allowed(player)
            self._grace[player] -= self._graced(player)
        self._held, now = None, self._read_clock()
        if to_act is not None and to_act in self._away:
            self._away[to_act] = now
        self._clock = clock.go_on(to_act, turn_of, resumes=resumes)
        self._since, self._done = now, now

    def start(self, player: Player | None) -> None:
        """Start the clock of *player* where none runs, for a game without an opening roll."""
        if self._clock.runs_for is None and player is not None:
            self.act(player, None)

    def measure(self, player: Player, round_trip: int) -> None:
        """Set the current round trip to a player, in milliseconds."""
        self._round_trip[player] = round_trip

    def leave(self, player: Player, ago: int = 0) -> None:
        """Note a lost connection, last heard from *ago* milliseconds ago."""
        # The first loss counts until they are back.
        self._away.setdefault(player, self._read_clock() - ago)

    def expect(self, player: Player) -> None:
        """Wait for a player to reconnect after a restart, since the downtime was not their fault."""
        self.leave(player)
        self._expected[player] = self._read_clock() + RETURN_MS

    def come(self, player: Player) -> None:
        """Note that a player is back, and charge the absence beyond the grace."""
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
        """Length of the current stretch without the time spent waiting for its player."""
        return max(0, self._now() - self._since - self._waited(player))

    def _allowed(self, player: Player) -> int:
        """The part of the current stretch that is free as lag."""
        if self.is_correspondence:
            return 0
        free = min(self._round_trip[player], LAG_AN_ACT, self._lag[player])
        return min(free, self._passed(player))

    def _waited(self, player: Player) -> int:
        """The part of the current stretch in which the clock waited for its absent player."""
        if player not in self._away:
            return 0
        return self._graced_from(player) - self._away_from(player) + self._graced(player)

    def _graced(self, player: Player) -> int:
        """The part of the current stretch that the grace covers."""
        if player not in self._away:
            return 0
        return min(self._grace[player], self._now() - self._graced_from(player))

    def _away_from(self, player: Player) -> int:
        return min(self._now(), max(self._away[player], self._since))

    def _graced_from(self, player: Player) -> int:
        """When the grace began; the wait after a restart comes first."""
        begun = self._away_from(player)
        return min(self._now(), max(begun, self._expected.get(player, begun)))

    def _now(self) -> int:
        """The time now, or the time at which the clocks were stopped."""
        return self._read_clock() if self._held is None else self._held


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

    def lasted(self, player: Player, awaited: int) -> int | None:
        """Milliseconds of their own turn for which a player has been absent; None while present.

        *awaited* is for how many milliseconds it has been their turn.
        """
        if player not in self._since:
            return None
        return min(awaited, self._read_clock() - self._since[player])
