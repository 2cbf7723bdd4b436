import pytest
from tests.effort import each
from tests.render.parsing import parsed
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.render.svg import SvgOptions, board, last_edge, last_points, move_arrows
from nardy.render.themes import THEMES

WOOD = THEMES["wood"]


@each("way", [(24, 18), (25, 20), (6, 0), (8, 7), (13, 12)])
@each("viewer", Player)
def test_an_arrow_leads_everywhere(way: tuple[int, int], viewer: Player) -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    (drawn,) = move_arrows(moment, viewer, [way], WOOD)
    assert len(parsed(drawn)) == 4


def test_two_turns_have_arrows_of_two_colors_that_bend_apart() -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    [best] = move_arrows(moment, Player.WHITE, [(8, 7)], WOOD)
    [other] = move_arrows(moment, Player.WHITE, [(8, 7)], WOOD, is_other=True)
    assert WOOD.arrow in best
    assert WOOD.last not in best
    assert WOOD.last in other
    assert best.replace(WOOD.arrow, WOOD.last) != other
    drawn = board(moment, arrows=[(8, 7)], options=SvgOptions(other_arrows=[(13, 7)]))
    assert classes(drawn).count("arrow") == 2


def test_the_points_of_the_last_turn_are_named_as_the_viewer_counts() -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    ways = [(25, 20), (24, 18), (3, 0)]
    assert last_points(moment, Player.BLACK, ways, Player.WHITE) == {5, 1, 7, 22}
    assert last_points(moment, Player.WHITE, ways, Player.WHITE) == {20, 24, 18, 3}


def test_an_edge_stands_on_a_casing() -> None:
    drawn = last_edge(5, WOOD)
    assert drawn.index(WOOD.casing) < drawn.index(WOOD.last)


NAME = "{http://www.w3.org/2000/svg}"


def classes(drawn: str) -> list[str]:
    return [node.get("class", "") for node in parsed(drawn).iter()]


@each("name", POSITIONS)
@each("theme", THEMES)
def test_every_checker_is_drawn(name: str, theme: str) -> None:
    moment = position_text.loads(POSITIONS[name])
    for seen_by in Player:
        found = classes(board(moment, seen_by=seen_by, theme=theme))
        for player in Player:
            assert found.count(f"checker {player}") == moment.rules.checkers


@each("rules", GAMES.values())
def test_the_start_of_every_game_is_drawn(rules) -> None:
    found = classes(board(Situation(rules=rules, position=rules.start)))
    assert found.count("checker white") == found.count("checker black") == rules.checkers
    assert found.count("cube") == rules.cube_play
    assert found.count("bomb") == rules.bomb


def test_it_is_one_picture_that_needs_nothing_from_elsewhere() -> None:
    drawn = board(position_text.loads(POSITIONS["nuclear"]))
    root = parsed(drawn)
    assert root.get("viewBox") == "0 0 900 720"
    assert root.get("role") == "img"
    for word in ("<image", "<style", "@import", "href"):
        assert word not in drawn


def test_the_position_is_there_in_words() -> None:
    options = SvgOptions(language="ru")
    root = parsed(board(position_text.loads(POSITIONS["over"]), options=options))
    assert root.findtext(f"{NAME}title") == "Короткие нарды. Победа чёрных: 2 очка."
    assert "Белые: 5 шашек на 19, 10 за доской." in (root.findtext(f"{NAME}desc") or "")


def test_numbers_size_and_arrows_are_choices() -> None:
    moment = position_text.loads(POSITIONS["backgammon-start"])
    texts = parsed(board(moment, options=SvgOptions(numbers=False, width=450)))
    assert len(list(texts.iter(f"{NAME}text"))) == 1  # the cube's
    assert (texts.get("width"), texts.get("height")) == ("450", "360")
    assert classes(board(moment, arrows=[(8, 5), (6, 5)])).count("arrow") == 2


def test_the_last_turn_is_edged() -> None:
    moment = position_text.loads(POSITIONS["backgammon-middle"])
    options = SvgOptions(last_turn=[(24, 18), (25, 20)])
    amber = THEMES["wood"].last
    assert board(moment, options=options).count(amber) == 3


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(NardyError, match="marble"):
        board(position_text.loads(POSITIONS["over"]), theme="marble")
