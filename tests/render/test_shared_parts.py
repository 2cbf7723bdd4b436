import pytest
from tests.effort import each
from tests.render.parsing import parsed
from tests.render.positions import POSITIONS

from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.render import shared_parts
from nardy.render.svg import SvgOptions, board
from nardy.render.themes import THEMES

NAME = "{http://www.w3.org/2000/svg}"


@each("name", POSITIONS)
@each("theme", THEMES)
def test_every_reference_has_its_drawing_once_and_every_checker_is_there(
    name: str, theme: str
) -> None:
    moment = position_text.loads(POSITIONS[name])
    drawn = board(moment, theme=theme, options=SvgOptions(shared=True))
    asked = [node.get("href", "#")[1:] for node in parsed(drawn).iter(f"{NAME}use")]
    there = [node.get("id", "") for node in parsed(shared_parts([moment.rules], theme)).iter()]
    assert all(there.count(one) == 1 for one in asked)
    lying = moment.position.player[0] + moment.position.opponent[0]
    assert len(asked) == 1 + 2 * moment.rules.checkers - lying
    assert len(drawn) < len(board(moment, theme=theme)) / 2


def test_two_kinds_of_boards_are_enough_for_all_games() -> None:
    boards = [
        node.get("id")
        for node in parsed(shared_parts(GAMES.values())).iter(f"{NAME}g")
        if node.get("id")
    ]
    assert sorted(filter(None, boards)) == [
        *("nardy-wood-black", "nardy-wood-contrary"),
        *("nardy-wood-parallel", "nardy-wood-white"),
    ]


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(NardyError, match="wood"):
        shared_parts([], "glass")
