"""Print how players fare while processes are killed or frozen: a line every few seconds, and the slowest act after each deed."""

import asyncio
import bisect
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from patient_players import Answer, Counts, Player

EVERY = 5.0
"""Seconds of a line."""
SLOW = 1.0
"""An act that takes longer was met by a deed."""


@dataclass
class TimeLine:
    """Prints a line every few seconds, and remembers the deeds."""

    players: Sequence[Player]
    counts: Counts
    began: float = field(default_factory=time.monotonic)
    deeds: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])

    def note(self, deed: str) -> None:
        """Something is broken now."""
        now = time.monotonic()
        self.deeds.append((now, deed))
        print(f"{now - self.began:7.1f} s  {deed}", flush=True)

    async def go_on(self) -> None:
        """Print lines until it is cancelled."""
        answered, closed, gave_up = 0, self.counts.closed.copy(), self.counts.gave_up.copy()
        while True:
            await asyncio.sleep(EVERY)
            now, counts = time.monotonic(), self.counts
            acts, answered = len(counts.answers) - answered, len(counts.answers)
            waits = [now - one.waiting_since for one in self.players if one.waiting]
            print(
                f"{now - self.began:7.1f} s  {acts / EVERY:5.0f} acts a second, "
                f"{sum(one.here_since > 0 for one in self.players)} of {len(self.players)} here, "
                f"{sum(wait > SLOW for wait in waits)} wait for longer than {SLOW:.0f} s, "
                f"the longest {max(waits, default=0):.1f} s, ended {dict(counts.closed - closed)}, "
                f"gave up {dict(counts.gave_up - gave_up)}",
                flush=True,
            )
            closed, gave_up = counts.closed.copy(), counts.gave_up.copy()

    def tell(self) -> None:
        """Print for each deed the slowest act until the next one, and when the last slow one was answered."""
        begins = [at for at, _ in self.deeds]
        after: list[list[Answer]] = [[] for _ in self.deeds]
        for answer in self.counts.answers:
            # What was sent a moment before a deed may be met by it.
            if found := bisect.bisect(begins, answer.at if answer.took > SLOW else answer.sent):
                after[found - 1].append(answer)
        for (at, deed), answers in zip(self.deeds, after, strict=True):
            slow = [one for one in answers if one.took > SLOW]
            slowest = max((one.took for one in answers), default=0)
            last = max((one.at - at for one in slow), default=0)
            print(
                f"{at - self.began:7.1f} s  {deed}: {len(slow)} acts took longer than {SLOW:.0f} s, "
                f"the slowest {slowest:.1f} s, the last was answered after {last:.1f} s"
            )
