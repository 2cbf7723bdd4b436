from tests.effort import each
from tests.render.parsing import parsed
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.formats import position_text
from nardy.render.arrows import arrows, last_edge, last_points
from nardy.render.themes import THEMES

WOOD = THEMES["wood"]


@each("way", [(24, 18), (25, 20), (6, 0), (8, 7), (13, 12)])
@each("viewer", Player)
def test_an_arrow_leads_everywhere(way: tuple[int, int], viewer: Player) -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    (drawn,) = arrows(moment, viewer, [way], WOOD)
    assert len(parsed(drawn)) == 4


def test_the_points_of_the_last_turn_are_named_as_the_viewer_counts() -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    ways = [(25, 20), (24, 18), (3, 0)]
    assert last_points(moment, Player.BLACK, ways, Player.WHITE) == {5, 1, 7, 22}
    assert last_points(moment, Player.WHITE, ways, Player.WHITE) == {20, 24, 18, 3}


def test_an_edge_stands_on_a_casing() -> None:
    drawn = last_edge(5, WOOD)
    assert drawn.index(WOOD.casing) < drawn.index(WOOD.last)
