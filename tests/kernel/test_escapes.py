"""Escapes, traps, mobility and distances counted place by place, with the laws of the rule book.

Held against the kernel with all other features in test_features.py.
"""

from math import floor

import pytest

from nardy.core.position import BAR, Position
from nardy.core.rules import Rules
from nardy.core.steps import NO_LIMIT, MidTurn, Step, closed_point
from nardy.games import BACKGAMMON, LONG_NARDY
from nardy.kernel.escapes import ESCAPES_BY_FREE, REACH, escapes, opened

DICE = range(1, 7)
FAR = range(16, BAR + 1)


def is_free(rules: Rules, position: Position, place: int) -> bool:
    """Whether the law lets the player land here, or he is past his last point."""
    if place <= 0:
        return True
    mid = MidTurn(position, (1,), in_order=True, from_head=NO_LIMIT)
    return not closed_point(rules, mid, Step(place + 1, 1))


def counted(rules: Rules, position: Position, place: int) -> int:
    """How many of 36 rolls bring a checker here on by both dice."""
    return sum(
        is_free(rules, position, place - one - other)
        and any(is_free(rules, position, place - die) for die in (one, other))
        for one in DICE
        for other in DICE
    )


def movable(position: Position) -> list[int]:
    return [
        place
        for place in range(1, BAR + 1)
        if position.player[place] and place not in position.player_pinned
    ]


def contact(rules: Rules, position: Position) -> dict[str, float]:
    """What is counted of the player, by the names without `my`."""
    free = movable(position)
    rear = max(free, default=0)
    traps = {place: 36 - counted(rules, position, place) for place in FAR}
    theirs = [rules.facing(point) for point in range(1, BAR) if position.opponent[point]]
    foremost = 0 if position.opponent[BAR] or not theirs else min(theirs)
    mine = [place for place in range(1, BAR + 1) for _ in range(position.player[place])]
    mobile = sum(
        (place - 6) * position.player[place] * counted(rules, position, place)
        for place in free
        if place > 6
    )
    found = {
        "escapes": counted(rules, position, rear) / 36 if rear else 0,
        "trap": max((traps[place] for place in FAR if place <= rear), default=0) / 36,
        "way back": max(traps.values()) / 36,
        "mobility": mobile / 3600,
        "pips in contact": sum(place - foremost for place in mine if place > foremost) / 167,
        "pips past contact": sum(place for place in mine if place <= foremost) / 100,
    }
    mean = floor(sum(mine) / len(mine) + 0.5) if mine else 0
    behind = [place - mean for place in mine if place > mean]
    found["spread"] = sum(far * far for far in behind) / max(1, len(behind)) / 400
    return found


def test_where_nothing_is_closed_every_roll_leads_on() -> None:
    assert ESCAPES_BY_FREE[-1] == 36
    assert ESCAPES_BY_FREE[0] == 0
    assert len(ESCAPES_BY_FREE) == 1 << REACH


@pytest.mark.parametrize(
    ("closed", "rolls"),
    [
        # Distances closed ahead of a checker, and how many rolls bring it on by both dice.
        (range(1, 7), 0),
        (range(1, 6), 11),
        ((7,), 30),
        ((6, 12), 30),
        ((3,), 33),
    ],
)
def test_closed_points_ahead_stop_rolls(closed: list[int], rolls: int) -> None:
    free = sum(1 << REACH - far for far in range(1, REACH + 1) if far not in closed)
    assert ESCAPES_BY_FREE[free] == rolls


def test_past_the_last_point_nothing_is_closed() -> None:
    """From point 1 every roll leads off, from point 8 only what lands on a closed one does not."""
    assert escapes(opened(0), 1) == 36
    position = Position.of({8: 1, 6: 14}, {23: 2, 13: 13})
    free = sum(1 << point for point in range(1, 25) if is_free(BACKGAMMON, position, point))
    for place in range(1, BAR + 1):
        assert escapes(opened(free), place) == counted(BACKGAMMON, position, place)


def test_a_long_block_holds_what_is_behind_it() -> None:
    position = Position.of({24: 1, 6: 14}, {10: 1, 9: 1, 8: 1, 7: 1, 6: 1, 5: 10})
    assert contact(LONG_NARDY, position)["trap"] == 1
    assert contact(LONG_NARDY, position)["escapes"] == 0
