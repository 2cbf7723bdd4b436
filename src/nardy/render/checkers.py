"""Checkers on points and on the bar, pinned checkers, and checkers borne off."""

from collections.abc import Iterator

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render import geometry as at
from nardy.render.board_view import Stack, sides, stacks
from nardy.render.geometry import Center
from nardy.render.shapes import box, circle, element, written
from nardy.render.themes import Theme

_RADIUS = at.DIAMETER / 2


def on_points(situation: Situation, viewer: Player, theme: Theme) -> Iterator[str]:
    for point, stack in stacks(situation, viewer).items():
        yield _stack(point, stack, theme)


def stack_counts(situation: Situation, viewer: Player) -> Iterator[str]:
    """Draw the number of checkers on stacks that are too high to show each checker whole."""
    for point, stack in stacks(situation, viewer).items():
        if stack.count > at.CAPACITY:
            yield _count_on(stack_places(point, stack)[-1], stack.count)


def checker(place: Center, player: Player, theme: Theme) -> str:
    """One checker: body, rim, and a mark that tells the players apart without color."""
    if theme.shared:
        x, y = place
        return element("use", href=f"#{theme.shared}-{player}", x=x, y=y)
    return drawn_checker(place, player, theme)


def drawn_checker(place: Center, player: Player, theme: Theme) -> str:
    """The shapes of a checker, also where boards share them."""
    colors, width, (x, y) = theme.checkers(player), theme.edge_width, place
    parts = [
        circle(x, y + 2.5, _RADIUS, fill="#000000", fill_opacity=0.3),
        circle(x, y, _RADIUS - 1.2, fill=colors.body, stroke=colors.edge, stroke_width=width),
        circle(x, y, _RADIUS * 0.68, fill="none", stroke=colors.ring, stroke_width=2),
    ]
    if colors.rosette:
        parts.append(_rosette(x, y, colors.rosette))
    else:
        inner = {"stroke": colors.ring, "stroke_width": 1.2, "opacity": 0.45}
        parts.append(circle(x, y, _RADIUS * 0.54, fill="none", **inner))
    return element("g", "".join(parts), class_=f"checker {player}")


def _rosette(x: float, y: float, color: str) -> str:
    petals = (
        element("ellipse", rx=_RADIUS * 0.36, ry=_RADIUS * 0.09, transform=f"rotate({45 * turn})")
        for turn in range(4)
    )
    return element("g", "".join(petals), fill=color, transform=f"translate({x:g} {round(y, 1):g})")


def _stack(point: int, stack: Stack, theme: Theme) -> str:
    first, *others = [(place, stack.owner) for place in stack_places(point, stack)]
    drawn = [checker(*first, theme)]
    if stack.is_pinning:
        captive = checker(at.checker_place(point, 0, 1), stack.owner.opponent, theme)
        drawn = [captive, *drawn, _pin(first[0], theme)]
    return "".join([*drawn, *(checker(*lying, theme) for lying in others)])


def stack_places(point: int, stack: Stack) -> list[Center]:
    """Centers of checkers from the rim inwards; a pinned checker takes the place at the rim."""
    raised = 0.6 * at.DIAMETER if stack.is_pinning else 0
    return [at.checker_place(point, level, stack.count, raised) for level in range(stack.count)]


def _pin(place: Center, theme: Theme) -> str:
    band = circle(*place, _RADIUS - 1.4, fill="none", stroke=theme.brass, stroke_width=5)
    return band + circle(*place, 6, fill=theme.brass, stroke="#3a2410", stroke_width=1.5)


def _count_on(place: Center, count: int) -> str:
    """The count of a stack, drawn on its last checker."""
    disc = circle(*place, 14.5, fill="#1b1210", stroke="#ffffff", stroke_opacity=0.5)
    return disc + written(count, *place, 18, fill="#ffffff", font_weight=750)


def on_bar(situation: Situation, viewer: Player, theme: Theme) -> Iterator[str]:
    """Draw the checkers on the bar, each in the half through which it enters."""
    for player, side in sides(situation).items():
        count, upper = side.on_bar, player is viewer
        for level in reversed(range(count)):
            yield checker(at.bar_place(level, count, upper=upper), player, theme)
        if count > 2:
            yield _count_on(at.bar_place(0, count, upper=upper), count)


def borne_off(situation: Situation, viewer: Player, theme: Theme) -> Iterator[str]:
    """Draw the checkers borne off, seen from the side, with their count."""
    for player, side in sides(situation).items():
        upper, colors = player is not viewer, theme.checkers(player)
        style = {"rx": 5, "fill": colors.body, "stroke": colors.edge, "stroke_width": 1.2}
        style["class_"] = f"checker {player}"
        for lying in range(side.off):
            y = at.from_rim(at.RIM + 6 + (lying + 0.5) * at.EDGE, upper=upper) - at.EDGE / 2
            yield box(at.OFF_X + 6, y, at.OFF_WIDTH - 12, at.EDGE - 2, **style)
        # More checkers fill the tray and leave no room for a number.
        if 0 < side.off <= 13:
            x, y = at.OFF_X + at.OFF_WIDTH / 2, at.RIM + 6 + side.off * at.EDGE + 14
            y = at.from_rim(y, upper=upper)
            yield written(side.off, x, y, 18, fill=theme.numbers, font_weight=700)
