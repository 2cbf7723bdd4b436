"""Counts of throws, added one at a time; each throw is also counted by the one before it."""

from dataclasses import dataclass

from nardy.server.protocol.dice import DiceCounts, DoubleNext, Roller, ThrownBy
from nardy.server.protocol.shared import Seat

ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, the larger die first."""
ROLLERS: tuple[tuple[Roller, Seat | None], ...] = (
    *(("people", "white"), ("people", "black"), ("bots", "white"), ("bots", "black")),
    ("both", None),
)
STREAKS, WAITS, REACHED = 12, 60, 100
"""Longest runs of doubles, runs without, and numbers of throws in a room that are counted separately."""
_PLACES = {roll: place for place, roll in enumerate(ROLLS)}


@dataclass(frozen=True, slots=True)
class CountedThrow:
    """A throw, and who threw it."""

    by: Roller
    seat: Seat | None
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PreviousThrows:
    """The state of a room before its next throw."""

    throws: int = 0
    dice: tuple[int, int] | None = None
    row: int = 0
    """Length of the current run of doubles; negative: throws without a double."""


def nothing() -> DiceCounts:
    """Empty counts."""
    return DiceCounts(
        is_complete=True,
        rooms=0,
        throws=0,
        rolls=[f"{high}-{low}" for high, low in ROLLS],
        thrown=[ThrownBy(by, seat, [0] * len(ROLLS)) for by, seat in ROLLERS],
        after=[[0] * 6 for _ in range(6)],
        streaks=[DoubleNext(0, 0) for _ in range(STREAKS)],
        waits=[DoubleNext(0, 0) for _ in range(WAITS)],
        longest_streak=0,
        longest_wait=0,
        reached=[0] * REACHED,
    )


def add(counts: DiceCounts, past: PreviousThrows, throw: CountedThrow) -> PreviousThrows:
    """Count a throw of a room; returns the state for the next one."""
    low, high = sorted(throw.dice)
    counts.throws += 1
    counts.rooms += past.throws == 0
    if past.throws < REACHED:
        counts.reached[past.throws] += 1
    counts.thrown[ROLLERS.index((throw.by, throw.seat))].counts[_PLACES[high, low]] += 1
    for earlier in past.dice or ():
        for face in throw.dice:
            counts.after[earlier - 1][face - 1] += 1
    row = _go_on(counts, past.row, is_double=low == high)
    counts.longest_streak = max(counts.longest_streak, row)
    counts.longest_wait = max(counts.longest_wait, -row)
    return PreviousThrows(past.throws + 1, throw.dice, row)


def _go_on(counts: DiceCounts, row: int, *, is_double: bool) -> int:
    """Count what came after the run *row*; return the run after this throw, negative without doubles."""
    if row:
        # The last place counts all longer runs.
        nexts = counts.streaks if row > 0 else counts.waits
        at = nexts[min(abs(row), len(nexts)) - 1]
        at.throws += 1
        at.doubles += is_double
    if is_double:
        return max(row, 0) + 1
    return min(row, 0) - 1
