"""An independent, simple count of whole rooms, to check the incremental one in `tally`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from nardy.server.dice_counts.tally import REACHED, ROLLERS, ROLLS, STREAKS, WAITS, CountedThrow
from nardy.server.protocol.dice import DiceCounts, DoubleNext, ThrownBy

NextThrow = tuple[bool, int, bool]
"""Whether a run is of doubles, its length, and whether a double came next."""


def recount(rooms: Sequence[Sequence[CountedThrow]]) -> DiceCounts:
    """The counts of all rooms; must equal the incremental tally."""
    rooms = [room for room in rooms if room]
    every = Counter((t.by, t.seat, max(t.dice), min(t.dice)) for room in rooms for t in room)
    after = Counter(
        (earlier, face)
        for room in rooms
        for before, then in pairwise(room)
        for earlier in before.dice
        for face in then.dice
    )
    rows = {row for room in rooms for row in _rows(room)}
    nexts = Counter(one for room in rooms for one in _nexts(room))
    return DiceCounts(
        is_complete=True,
        rooms=len(rooms),
        throws=sum(map(len, rooms)),
        rolls=[f"{high}-{low}" for high, low in ROLLS],
        thrown=[
            ThrownBy(by, seat, [every[by, seat, *roll] for roll in ROLLS]) for by, seat in ROLLERS
        ],
        after=[[after[earlier, face] for face in range(1, 7)] for earlier in range(1, 7)],
        streaks=[_next(nexts, True, n) for n in range(1, STREAKS + 1)],
        waits=[_next(nexts, False, n) for n in range(1, WAITS + 1)],
        longest_streak=max((n for doubles, n in rows if doubles), default=0),
        longest_wait=max((n for doubles, n in rows if not doubles), default=0),
        reached=[sum(len(room) >= n for room in rooms) for n in range(1, REACHED + 1)],
    )


def _is_double(throw: CountedThrow) -> bool:
    return throw.dice[0] == throw.dice[1]


def _rows(room: Sequence[CountedThrow]) -> list[tuple[bool, int]]:
    """The runs of a room: whether of doubles, and their lengths."""
    return [(doubles, len(list(row))) for doubles, row in groupby(room, _is_double)]


def _nexts(room: Sequence[CountedThrow]) -> Iterator[NextThrow]:
    """For every throw but the last: the run that it ends, and whether a double came next."""
    rows = _rows(room)
    for number, (doubles, length) in enumerate(rows, 1):
        most = STREAKS if doubles else WAITS
        yield from ((doubles, min(n, most), doubles) for n in range(1, length))
        if number < len(rows):
            yield doubles, min(length, most), not doubles


def _next(nexts: Counter[NextThrow], doubles: bool, length: int) -> DoubleNext:
    came, not_came = nexts[doubles, length, True], nexts[doubles, length, False]
    return DoubleNext(came + not_came, came)
