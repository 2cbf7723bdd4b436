import pytest
from tests.effort import each
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.formats import position_text
from nardy.render.glyphs import UNICODE
from nardy.render.panel import panel, strip
from nardy.render.scene import Scene


def lines(name: str, language: str = "en", width: int = 33) -> list[str]:
    scene = Scene(position_text.loads(POSITIONS[name]), Player.WHITE, UNICODE, language)
    return ["".join(span.text for span in line) for line in panel(scene, 15, width)]


def test_opponent_above_viewer_below_news_between() -> None:
    told = lines("backgammon-start")
    assert told[0].split() == ["●", "Black"]
    assert told[-2].split() == ["○", "White", "◂"]
    assert "White to play 3-1." in told[4:-2]


@each("name", POSITIONS)
@each("language", ["en", "ru"])
def test_the_panel_fits(name: str, language: str) -> None:
    told = lines(name, language)
    assert max(map(len, told)) <= 33
    assert len(told) == 15


def test_nobody_is_to_act_when_the_game_is_over() -> None:
    assert "◂" not in "".join(lines("over"))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_result_stands_last(language: str) -> None:
    cube, result = (" ".join(line.split()) for line in lines("over", language)[2:-2] if line)
    assert cube in ("The cube is in the middle.", "Куб посередине.")
    assert result in ("Black won 2 points.", "Победа чёрных: 2 очка.")


def test_the_strip_is_shorter() -> None:
    scene = Scene(position_text.loads(POSITIONS["over"]), Player.WHITE, UNICODE, "en")
    assert len(strip(scene, 80)) == 4
