"""The fewest words between two positions, for dice that are played in a given order.

Where different dice follow each other (cascades, leftovers), what can be joined depends on
which checker took which die, so candidates are made from where checkers left and arrived.
"""

import itertools
from collections.abc import Iterable, Iterator

from nardy.core.position import OFF, Counts

Way = tuple[int, int]


def candidates(before: Counts, after: Counts, most: int) -> Iterator[tuple[Way, ...]]:
    """Sets of ways that lead from one side's places to others, the canonical ones first.

    Fewest ways come first; then larger origins, then larger targets. *most* is how many
    ways there can be at all: one for each move.
    """
    left = [p for p in range(25, 0, -1) for _ in range(max(0, before[p] - after[p]))]
    arrived = [p for p in range(24, OFF - 1, -1) for _ in range(max(0, after[p] - before[p]))]
    stops = [p for p in range(24, 0, -1) if before[p]]
    for extra in range(most - len(left) + 1):
        ends = [
            (sorted([*left, *more], reverse=True), sorted([*arrived, *more], reverse=True))
            for more in itertools.combinations_with_replacement(stops, extra)
        ]
        for origins, targets in sorted(ends, reverse=True):
            yield from matchings(origins, targets)


def matchings(origins: Iterable[int], targets: list[int]) -> Iterator[tuple[Way, ...]]:
    """Every way to send these origins to these targets, larger targets first."""
    falling = tuple(origins)
    if not falling:
        yield ()
        return
    if any(origin <= target for origin, target in zip(falling, targets, strict=True)):
        # In falling order each must get one below it, or no order can do.
        return
    for target in dict.fromkeys(targets):
        if falling[0] > target:
            rest = targets.copy()
            rest.remove(target)
            for ways in matchings(falling[1:], rest):
                if not ways or ways[0][0] != falling[0] or ways[0][1] <= target:
                    yield ((falling[0], target), *ways)
