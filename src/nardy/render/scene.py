"""The parameters of a text board: situation, viewer, characters and language."""

from dataclasses import dataclass

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render.glyphs import Glyphs


@dataclass(frozen=True)
class Scene:
    """Passed to every function that draws a part of the board."""

    situation: Situation
    viewer: Player
    glyphs: Glyphs
    language: str
