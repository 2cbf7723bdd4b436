import pytest
from tests.render.parsing import parsed

from nardy.games import BACKGAMMON, LONG_NARDY
from nardy.render.board_frame import empty_board, inlay, lance
from nardy.render.themes import THEMES


@pytest.mark.parametrize("name", THEMES)
def test_24_points_are_numbered_once_each(name: str) -> None:
    drawn = parsed(empty_board(BACKGAMMON, THEMES[name], name, numbers=True))
    assert sorted(int(text.text or 0) for text in drawn.iter("text")) == list(range(1, 25))


def test_every_point_has_its_own_place() -> None:
    assert len({lance(point) for point in range(1, 25)}) == 24


def test_the_other_home_lies_where_the_game_has_it() -> None:
    wood = THEMES["wood"]
    contrary, parallel = (
        empty_board(rules, wood, "wood", numbers=True) for rules in (BACKGAMMON, LONG_NARDY)
    )
    assert contrary != parallel


def test_an_inlay_is_well_formed() -> None:
    assert parsed(inlay(200, THEMES["felt"])).get("stroke") == THEMES["felt"].inlay
