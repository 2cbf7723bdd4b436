"""SVG elements as strings."""

from html import escape

Attribute = str | float


def element(name: str, content: str = "", /, **attributes: Attribute) -> str:
    """One element; underscores in attribute names become hyphens, and numbers are rounded.

    >>> element("circle", cx=3.14159, fill="none", stroke_width=2)
    '<circle cx="3.14" fill="none" stroke-width="2"/>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value != ""
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def written(content: object, x: float, y: float, size: float, **attributes: Attribute) -> str:
    """Text centered at *x*, with its capitals centered at *y*."""
    return element(
        "text",
        escape(str(content), quote=False),
        x=x,
        # Capitals are about 0.71 of the font size high: half of it below the middle.
        y=y + size * 0.355,
        font_size=size,
        text_anchor="middle",
        **attributes,
    )


def circle(x: float, y: float, r: float, **attributes: Attribute) -> str:
    return element("circle", cx=x, cy=y, r=r, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    """A rectangle, given by its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def centered(x: float, y: float, size: float, **attributes: Attribute) -> str:
    return box(x - size / 2, y - size / 2, size, size, **attributes)


def line(d: str, **attributes: Attribute) -> str:
    """A path, not filled unless *fill* is given."""
    return element("path", d=d, **{"fill": "none", **attributes})


def n(number: float) -> str:
    """A coordinate in a path, with at most one decimal."""
    return f"{round(number, 1):g}"


def _value(value: Attribute) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
