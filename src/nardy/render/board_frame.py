"""The empty board: frame, field, points, inlay, bar, and trays for checkers borne off.

Each point starts in a socket cut into the rim, as on carved boards from the Caucasus.
"""

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random

from nardy.core.choices import Direction
from nardy.core.rules import Rules
from nardy.render import geometry as at
from nardy.render.shapes import box, circle, element, line, n, written
from nardy.render.themes import Theme


def empty_board(rules: Rules, theme: Theme, name: str, *, numbers: bool) -> str:
    """Everything on the board except checkers, dice, cube and bomb."""
    if theme.shared:
        return element("use", href=f"#{theme.shared}-{rules.direction}")
    return drawn_board(rules, theme, name, numbers=numbers)


def drawn_board(rules: Rules, theme: Theme, name: str, *, numbers: bool) -> str:
    """The shapes of the empty board, also where boards share them."""
    trays = {"rx": 8, "fill": theme.off, "stroke": theme.frame_line}
    parts = [_frame(theme), *_fields(theme, name), _bar(theme)]
    parts += [
        box(at.OFF_X, y, at.OFF_WIDTH, at.OFF_HEIGHT, **trays) for y in (at.RIM, at.MIDDLE + 12)
    ]
    parts += [_home(rules, theme)] if numbers else []
    parts += [_point(point, theme) for point in range(1, 25)]
    parts += [_number(point, theme) for point in range(1, 25) if numbers]
    return element("g", "".join(parts))


def _frame(theme: Theme) -> str:
    style = {"rx": 16, "fill": "none", "stroke": theme.frame_line, "stroke_width": 1.5}
    edge = box(5, 5, at.WIDTH - 10, at.HEIGHT - 10, **style)
    return box(0, 0, at.WIDTH, at.HEIGHT, rx=20, fill=theme.frame) + edge


def _fields(theme: Theme, name: str) -> Iterator[str]:
    if theme.is_lit:
        yield _lamp(name)
    for x in at.HALVES:
        outline = _outline(x)
        yield line(outline, fill=theme.field)
        if theme.grain:
            yield line(_grain(x), stroke=theme.grain, stroke_width=1.1, opacity=0.5)
        if theme.is_lit:
            yield line(outline, fill=f"url(#nardy-{name}-lamp)")
        yield line(outline, stroke=theme.field_line, stroke_width=2.5)


def inlay(x: float, theme: Theme) -> str:
    """An eight-pointed star in the middle of a half without dice."""
    r = 44
    petals = "".join(
        element("ellipse", cx=r * 0.3, rx=r * 0.27, ry=r * 0.1, transform=f"rotate({45 * turn})")
        for turn in range(8)
    )
    lines = line(_tilted(pi / 4, r) + _tilted(0, r)) + circle(0, 0, r * 0.66)
    style = {"stroke": theme.inlay, "stroke_width": 1.2, "fill": "none", "opacity": 0.75}
    rosette = element("g", petals, fill=theme.inlay, stroke="none", opacity=0.7)
    return element("g", lines + rosette, transform=f"translate({n(x)} {n(at.MIDDLE)})", **style)


def _tilted(angle: float, r: float) -> str:
    corners = (angle + quarter * pi / 2 for quarter in range(4))
    return "M" + "L".join(f"{n(r * cos(turn))},{n(r * sin(turn))}" for turn in corners) + "Z"


def _outline(x: float) -> str:
    top, bottom = at.RIM + at.SCALLOP, at.HEIGHT - at.RIM - at.SCALLOP
    there = f"a30,{at.SCALLOP} 0 0 1 {at.PITCH},0" * 6
    back = f"a30,{at.SCALLOP} 0 0 1 -{at.PITCH},0" * 6
    return f"M{n(x)},{top}{there}V{bottom}{back}Z"


def _grain(x: float) -> str:
    """The wood grain of one half: waves from top to bottom, 20 inside the rim.

    The seed is the half's place, so that a picture is the same each time.
    """
    random, width, height, strokes = Random(int(x)), 6 * at.PITCH, at.HEIGHT - 2 * at.RIM - 40, 26
    waves: list[str] = []
    for stroke in range(strokes):
        y, a = at.RIM + 20 + height * (stroke + random.random()) / strokes, 2 + 5 * random.random()
        bend = f"c{n(width * 0.25)},{n(-a)} {n(width * 0.4)},{n(a)} {n(width * 0.55)},{n(a * 0.3)}"
        rest = f"s{n(width * 0.3)},{n(-a)} {n(width * 0.45)},{n(-a * 0.2)}"
        waves.append(f"M{n(x)},{n(y)}{bend}{rest}")
    return "".join(waves)


def _lamp(name: str) -> str:
    stops = [("0", "#ffffff", 0.13), (".55", "#ffffff", 0), ("1", "#000000", 0.24)]
    light = "".join(
        element("stop", offset=offset, stop_color=color, stop_opacity=opacity)
        for offset, color, opacity in stops
    )
    where = {"cx": at.WIDTH * 0.47, "cy": at.HEIGHT * 0.46, "r": at.WIDTH * 0.62}
    # Named after the theme, since boards of several themes may share a page.
    units = {"gradientUnits": "userSpaceOnUse", "id": f"nardy-{name}-lamp"}
    return element("defs", element("radialGradient", light, **units, **where))


def lance(point: int) -> str:
    """The outline of a point: wide at the rim, narrow at the tip."""
    x, base, height, wide = at.point_x(point), at.RIM + 6, at.LENGTH + 4, 27
    upper = at.is_upper(point)

    def place(offset: float, part: float) -> str:
        return f"{n(x + offset)},{n(at.from_rim(base + height * part, upper=upper))}"

    left = f"M{place(-wide, 0.03)}C{place(-wide, 0.42)} {place(-9, 0.62)} {place(0, 1)}"
    right = f"C{place(9, 0.62)} {place(wide, 0.42)} {place(wide, 0.03)}"
    return f"{left}{right}A{wide},12.4 0 0 {0 if upper else 1} {place(-wide, 0.03)}Z"


def _point(point: int, theme: Theme) -> str:
    wood = theme.odd if point % 2 else theme.even
    tip = at.from_rim(at.RIM + 6 + at.LENGTH + 10, upper=at.is_upper(point))
    shape = line(lance(point), fill=wood, stroke=theme.string, stroke_width=1.1)
    return shape + circle(at.point_x(point), tip, 3.4, fill=theme.string)


def _number(point: int, theme: Theme) -> str:
    y = at.from_rim(13, upper=at.is_upper(point))
    return written(point, at.point_x(point), y, 15, fill=theme.numbers, font_weight=550)


def _home(rules: Rules, theme: Theme) -> str:
    """A brass line along the viewer's home, and a dotted one along the opponent's."""
    opposite = 13 if rules.direction is Direction.PARALLEL else 19
    style = {"stroke": theme.brass, "stroke_width": 2.4, "stroke_linecap": "round"}
    own, other = _under(1), _under(opposite)
    return line(own, **style) + line(other, stroke_dasharray="1 7", **style, opacity=0.85)


def _under(first: int) -> str:
    left, right = sorted((at.point_x(first), at.point_x(first + 5)))
    return (
        f"M{n(left - 26)},{n(at.from_rim(at.RIM - 4.5, upper=at.is_upper(first)))}H{n(right + 26)}"
    )


def _bar(theme: Theme) -> str:
    parts = [line(f"M{n(at.BAR_X)},6V{at.HEIGHT - 6}", stroke="#000000aa", stroke_width=2.5)]
    for y in (at.HEIGHT * 0.06, at.HEIGHT * 0.94):
        parts.append(box(at.BAR_X - 8, y - 18, 16, 36, rx=3, fill=theme.brass))
        parts += [circle(at.BAR_X, y + dy, 2.2, fill="#00000066") for dy in (-11, 11)]
    return "".join(parts)
