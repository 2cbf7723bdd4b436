"""Boards as text and as SVG, and positions in words.

>>> from nardy import render
>>> from nardy.core.situation import Situation
>>> from nardy.games import BACKGAMMON
>>> start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
>>> print(render.text(start).splitlines()[3])
│ ○     ·     ●    │     │ ●     ·     ·  ○ │      pips 167
>>> render.svg(start, theme="felt").startswith("<svg")
True
"""

from typing import Protocol

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render.board_view import Ways
from nardy.render.prose import sentences, turn_in_words
from nardy.render.svg import SvgOptions
from nardy.render.svg import board as _drawn
from nardy.render.text import TextOptions
from nardy.render.text import board as _written
from nardy.render.themes import THEMES
from nardy.translations import LANGUAGES

__all__ = [
    "LANGUAGES",
    "THEMES",
    "HasSituation",
    "SvgOptions",
    "TextOptions",
    "sentences",
    "svg",
    "text",
    "turn_in_words",
]


_TEXT, _SVG = TextOptions(), SvgOptions()


class HasSituation(Protocol):
    """A game, or any other object with a situation."""

    @property
    def situation(self) -> Situation:
        """The situation to show."""
        ...


def text(
    moment: Situation | HasSituation,
    *,
    seen_by: Player | None = None,
    color: bool = False,
    last_turn: Ways = (),
    options: TextOptions = _TEXT,
) -> str:
    """The board of a game or a situation as text; see nardy.render.text.board."""
    situation = _situation(moment)
    return _written(situation, seen_by=seen_by, color=color, last_turn=last_turn, options=options)


def svg(
    moment: Situation | HasSituation,
    *,
    seen_by: Player | None = None,
    theme: str = "wood",
    arrows: Ways = (),
    options: SvgOptions = _SVG,
) -> str:
    """The board of a game or a situation as SVG; see nardy.render.svg.board."""
    situation = _situation(moment)
    return _drawn(situation, seen_by=seen_by, theme=theme, arrows=arrows, options=options)


def _situation(moment: Situation | HasSituation) -> Situation:
    return moment if isinstance(moment, Situation) else moment.situation
