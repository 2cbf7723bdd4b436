"""Small changes of a position, to ask what a turn would be worth without one of its facts.

A change moves one checker of either player by a few pips, puts the opponent's checker from the bar back where
it was hit, or a checker borne off back home. Nobody could play these moves; they only take a fact away.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from nardy.core.position import BAR, OFF, Counts, Position
from nardy.core.rules import Rules

FARTHEST = 3
"""Pips that a checker is moved at most: a larger change would change much else."""


class SmallChange(NamedTuple):
    """A changed position, seen as the position that it was made from."""

    pips: int
    """How far the checker was moved; a small change comes before a larger one."""
    position: Position


def changes(rules: Rules, position: Position, farthest: int = FARTHEST) -> Iterator[SmallChange]:
    """The position with one checker of either player moved by a few pips, either way."""
    for is_mine in (True, False):
        own, other, held = _sides(position, is_mine=is_mine)
        for origin in range(1, BAR):
            # A pinned checker, and the one that pins it, stay: moving either would change two facts.
            if not own[origin] or {origin, rules.facing(origin)} & held:
                continue
            for step in range(-farthest, farthest + 1):
                target = origin - step
                if step and 1 <= target < BAR and not other[rules.facing(target)]:
                    moved = _moved(own, origin, target)
                    yield SmallChange(abs(step), _with(position, moved, is_mine=is_mine))


def unhit(rules: Rules, position: Position, unhurt: Position) -> Iterator[SmallChange]:
    """The position with one checker of the opponent from the bar where *unhurt* has it, or as near as can be."""
    own, other = position.opponent, position.player
    if not own[BAR]:
        return
    free = [point for point in range(1, BAR) if not other[rules.facing(point)]]
    for origin in range(1, BAR):
        if unhurt.opponent[origin] > own[origin]:
            for target in free:
                moved = _with(position, _moved(own, BAR, target), is_mine=False)
                yield SmallChange(1 + abs(target - origin), moved)


def freed(rules: Rules, position: Position, unhurt: Position) -> Iterator[SmallChange]:
    """The position with one checker of the opponent free nearby that is not pinned in *unhurt*."""
    own, other = position.opponent, position.player
    for origin in sorted(position.opponent_pinned - unhurt.opponent_pinned, reverse=True):
        for target in range(1, BAR):
            if target != origin and not other[rules.facing(target)]:
                pins = position.opponent_pinned - {origin}
                moved = _with(position, _moved(own, origin, target), is_mine=False)
                yield SmallChange(abs(target - origin), replace(moved, opponent_pinned=pins))


def returned(rules: Rules, position: Position) -> Iterator[SmallChange]:
    """The position with one checker of the player that was borne off back on a home point."""
    own, other = position.player, position.opponent
    if own[OFF]:
        for target in range(1, 7):
            if not other[rules.facing(target)]:
                moved = _moved(own, OFF, target)
                yield SmallChange(target, _with(position, moved, is_mine=True))


def _sides(position: Position, *, is_mine: bool) -> tuple[Counts, Counts, frozenset[int]]:
    """The counts of the side that moves, of the other one, and the points with pinned checkers."""
    pinned = position.player_pinned | position.opponent_pinned
    if is_mine:
        return position.player, position.opponent, pinned
    return position.opponent, position.player, pinned


def _moved(own: Counts, origin: int, target: int) -> Counts:
    counts = list(own)
    counts[origin] -= 1
    counts[target] += 1
    return tuple(counts)


def _with(position: Position, counts: Counts, *, is_mine: bool) -> Position:
    return replace(position, player=counts) if is_mine else replace(position, opponent=counts)
