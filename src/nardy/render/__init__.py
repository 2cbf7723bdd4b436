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

from nardy.render.board_view import HasSituation
from nardy.render.prose import sentences, turn_in_words
from nardy.render.shared_parts import shared_parts
from nardy.render.svg import SvgOptions
from nardy.render.svg import board as svg
from nardy.render.text import TextOptions
from nardy.render.text import board as text
from nardy.render.themes import THEMES
from nardy.translations import LANGUAGES

__all__ = [
    "LANGUAGES",
    "THEMES",
    "HasSituation",
    "SvgOptions",
    "TextOptions",
    "sentences",
    "shared_parts",
    "svg",
    "text",
    "turn_in_words",
]
