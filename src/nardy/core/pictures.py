"""Registry of what draws a board, so that notebooks show moments as pictures.

Core draws nothing itself. `import nardy` registers the SVG of `nardy.render`.
"""

from collections.abc import Callable
from typing import Any

Draw = Callable[[Any], str]
"""Returns a `Situation` as SVG. Any, because `Situation` itself imports this module."""


class _Drawing:
    """The functions that draw in this process."""

    def __init__(self) -> None:
        self.draw: Draw | None = None


_offered = _Drawing()


def offer(draw: Draw | None) -> None:
    """Register what draws a situation, replacing any earlier one; None draws nothing."""
    _offered.draw = draw


def current() -> Draw | None:
    """The function that draws a situation; None without one."""
    return _offered.draw


def picture(situation: object) -> str | None:
    """A situation as SVG; None where nothing draws, so that a notebook shows its text."""
    return _offered.draw(situation) if _offered.draw else None
