from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.games import BACKGAMMON
from nardy.render.glyphs import UNICODE
from nardy.render.scene import Scene


def test_a_scene_is_a_value() -> None:
    start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
    assert Scene(start, Player.WHITE, UNICODE, "en") == Scene(start, Player.WHITE, UNICODE, "en")
