"""Arrows for moves, and outlines of the points that the last turn used."""

from collections.abc import Iterator
from math import hypot

from nardy.core.player import Player
from nardy.core.position import BAR, OFF
from nardy.core.situation import Situation
from nardy.render.board_frame import lance
from nardy.render.board_view import Stack, Ways, seen_point, sides, stacks
from nardy.render.checkers import stack_places
from nardy.render.geometry import (
    MIDDLE,
    OFF_WIDTH,
    OFF_X,
    Center,
    bar_place,
    checker_place,
    from_rim,
)
from nardy.render.shapes import element, line, n
from nardy.render.themes import Theme

_BEND = 0.16


def arrows(situation: Situation, viewer: Player, ways: Ways, theme: Theme) -> Iterator[str]:
    """One arrow per move of the player who must act, in their own numbering."""
    for origin, target in ways:
        tail, head = _tail(situation, viewer, origin), _head(situation, viewer, target)
        yield _arrow(tail, head, theme)


def last_points(situation: Situation, viewer: Player, ways: Ways, mover: Player) -> set[int]:
    """The points that a turn left and reached, in the viewer's numbering."""
    places = {place for way in ways for place in way if place not in (BAR, OFF)}
    return {seen_point(situation.rules, place, mover, viewer) for place in places}


def last_edge(point: int, theme: Theme) -> str:
    """A bright outline around a point of the last turn."""
    casing = line(lance(point), stroke=theme.casing, stroke_width=9, stroke_linejoin="round")
    return casing + line(lance(point), stroke=theme.last, stroke_width=5, stroke_linejoin="round")


def _tail(situation: Situation, viewer: Player, origin: int) -> Center:
    player = situation.to_act
    if origin == BAR:
        count = max(1, sides(situation)[player].on_bar)
        return bar_place(0, count, upper=player is viewer)
    point = seen_point(situation.rules, origin, player, viewer)
    stack = stacks(situation, viewer).get(point)
    return stack_places(point, stack)[-1] if stack else checker_place(point, 0, 1)


def _head(situation: Situation, viewer: Player, target: int) -> Center:
    player = situation.to_act
    if target == OFF:
        y = from_rim(MIDDLE - 60, upper=player is not viewer)
        return Center(OFF_X + OFF_WIDTH / 2, y)
    point = seen_point(situation.rules, target, player, viewer)
    stack = stacks(situation, viewer).get(point)
    if stack is None or stack.owner is not player:
        return checker_place(point, 0, 1)
    return stack_places(point, Stack(player, stack.count + 1, stack.is_pinning))[-1]


def _arrow(tail: Center, head: Center, theme: Theme) -> str:
    """A curved arrow with a dark outline, so that it is visible on every background."""
    along = (head.x - tail.x, head.y - tail.y)
    bend = Center(
        (tail.x + head.x) / 2 + along[1] * _BEND,
        (tail.y + head.y) / 2 - along[0] * _BEND,
    )
    length = hypot(head.x - bend.x, head.y - bend.y) or 1
    ux, uy = (head.x - bend.x) / length, (head.y - bend.y) / length
    end = Center(head.x - ux * 26, head.y - uy * 26)
    tip = Center(head.x - ux * 4, head.y - uy * 4)
    shaft = f"M{_at(tail)}Q{_at(bend)} {_at(end)}"
    left, right = Center(end.x - uy * 14, end.y + ux * 14), Center(end.x + uy * 14, end.y - ux * 14)
    point = f"M{_at(left)}L{_at(tip)}L{_at(right)}Z"
    return element("g", _inked(shaft, point, theme), class_="arrow")


def _inked(shaft: str, point: str, theme: Theme) -> str:
    style = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return "".join(
        [
            line(shaft, stroke=theme.casing, stroke_width=13, opacity=0.7, **style),
            line(point, stroke=theme.casing, stroke_width=8, opacity=0.7, **style),
            line(shaft, stroke=theme.arrow, stroke_width=8, **style),
            line(point, stroke=theme.arrow, stroke_width=3, fill=theme.arrow, **style),
        ]
    )


def _at(place: Center) -> str:
    return f"{n(place.x)},{n(place.y)}"
