"""Game clocks: each player's time and how it runs, in whole milliseconds.

Fischer: each turn adds time. Delay (US backgammon): each stretch of thinking starts with some free time,
and its unused part is lost (tournament rules: 12 seconds, with 2 minutes for each point).
"""

import re
from dataclasses import dataclass, replace
from typing import Self

from nardy.core.player import Player
from nardy.errors import NotationError

SECOND = 1_000
A_DAY = 24 * 3600
"""Seconds."""
MOST_SECONDS = 100 * 24 * 3600
# Bounded digits keep the arithmetic small for hostile texts.
_TEXT = re.compile(r"(\d{1,7})([+d])(\d{1,7})")


@dataclass(frozen=True, slots=True)
class Control:
    """Seconds for the whole game, and seconds added or free at each turn.

    >>> Control.parse("600+8")
    Control(base=600, increment=8, delay=0)
    >>> str(Control(base=240, delay=12))
    '240d12'
    """

    base: int
    increment: int = 0
    delay: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read '600+8' (Fischer) or '240d12' (delay).

        Raises:
            NotationError: neither form, or more than 100 days.
        """
        found = _TEXT.fullmatch(text.strip()) if text.isascii() else None
        if found is None or max(int(found[1]), int(found[3])) > MOST_SECONDS:
            raise NotationError(f"expected a clock such as 600+8 or 240d12, got {text!r:.40}")
        base, more = int(found[1]), int(found[3])
        if not base + more:
            raise NotationError(f"expected a clock with some time on it, got {text!r}")
        return cls(base, increment=more) if found[2] == "+" else cls(base, delay=more)

    @property
    def is_correspondence(self) -> bool:
        """Whether a game is played by correspondence: every turn has at least a day, the first one too.

        Such a clock runs by the calendar, so nobody has to wait at the board. Rooms, fair play and
        ratings ask here.

        >>> texts = "0d86400", "259200+86400", "60+86400", "259200+0"
        >>> [Control.parse(text).is_correspondence for text in texts]
        [True, True, False, False]
        """
        return self.delay + min(self.begin, self.increment) >= A_DAY

    @property
    def begin(self) -> int:
        """Seconds on each clock at the start of a game.

        Increments come after a turn. So with nothing else on it a clock begins with one: whoever
        moves first would lose at once.

        >>> [Control.parse(text).begin for text in ("600+8", "0+8", "0d12")]
        [600, 8, 0]
        """
        return self.base or self.increment

    def __str__(self) -> str:
        """The text form."""
        return f"{self.base}d{self.delay}" if self.delay else f"{self.base}+{self.increment}"


@dataclass(frozen=True, slots=True)
class Clock:
    """Both players' time, and whose clock runs. The caller supplies the time spent."""

    control: Control
    white: int
    black: int
    runs_for: Player | None = None
    free: int = 0
    """Rest of the delay in this stretch."""
    paused: int | None = None
    """Rest of the delay that an offer interrupted; None if none did."""

    @classmethod
    def of(cls, control: Control) -> Self:
        """Both clocks full and stopped.

        >>> Clock.of(Control(60)).left(Player.WHITE)
        60000
        """
        return cls(control, control.begin * SECOND, control.begin * SECOND)

    def left(self, player: Player) -> int:
        """Time left for a player; below 0 the flag has fallen."""
        return self.white if player is Player.WHITE else self.black

    def spend(self, spent: int) -> Self:
        """Charge the player whose clock runs."""
        if self.runs_for is None:
            return self
        charged, free = max(0, spent - self.free), max(0, self.free - spent)
        # Built directly: this runs with every message, and `replace` takes ten times as long.
        white = self.white - (charged if self.runs_for is Player.WHITE else 0)
        black = self.black - (charged if self.runs_for is Player.BLACK else 0)
        return type(self)(self.control, white, black, self.runs_for, free, self.paused)

    def go_on(
        self, to_act: Player | None, turn_of: Player | None = None, *, resumes: bool = False
    ) -> Self:
        """After an act: the clock of *to_act* runs, and *turn_of*, whose turn ended, gets the increment.

        *resumes*: the turn goes on where an offer to resign interrupted it.
        """
        clock = self
        if turn_of is not None:
            clock = clock._add(turn_of, self.control.increment * SECOND)
        # The stretch of thinking goes on, so the delay is not given again.
        if to_act is clock.runs_for:
            return clock
        free = self.control.delay * SECOND
        if resumes and self.paused is not None:
            free = self.paused
        is_offer = self.runs_for is not None and turn_of is None and not resumes
        return replace(clock, runs_for=to_act, free=free, paused=self.free if is_offer else None)

    def begin_game(self) -> Self:
        """Before the next game of a match: each player has at least one increment, or no time instead of less.

        >>> Clock(Control(600, increment=8), white=-10, black=60_000).begin_game().left(Player.WHITE)
        8000
        """
        least = self.control.increment * SECOND
        return replace(self, white=max(self.white, least), black=max(self.black, least))

    def until_flag(self) -> int | None:
        """Time until the running clock's flag falls; None if none runs."""
        return None if self.runs_for is None else self.left(self.runs_for) + self.free

    def _add(self, player: Player, time: int) -> Self:
        if player is Player.WHITE:
            return replace(self, white=self.white + time)
        return replace(self, black=self.black + time)
