"""What a text board is drawn of: the moment, who looks, in which characters and language."""

from dataclasses import dataclass

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render.glyphs import Glyphs


@dataclass(frozen=True)
class Scene:
    """Handed to everything that draws a part of the board."""

    situation: Situation
    viewer: Player
    glyphs: Glyphs
    language: str
