import re
import unicodedata
from pathlib import Path

import pytest
from tests.effort import each
from tests.render.positions import POSITIONS

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.render.board_view import sides, stacks
from nardy.render.ink import UNICODE, Scene
from nardy.render.text import BOARD_WIDTH, TextOptions, board, panel, strip


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


GOLDENS = Path(__file__).parent / "goldens"
STARTS = {f"{rules.id} start": f"{rules.id} w" for rules in GAMES.values()}
COLORS = re.compile(r"\x1b\[[0-9;]*m")
ENGLISH_ASCII = TextOptions(ascii=True)


def situation(name: str) -> Situation:
    if name in POSITIONS:
        return position_text.loads(POSITIONS[name])
    rules = GAMES[name.removesuffix(" start")]
    return Situation(rules=rules, position=rules.start)


def columns_of(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)


def read(drawn: str) -> dict[int, tuple[str, int, bool]]:
    """What the picture shows on each point: whose, how many, and whether over a captive."""
    rows = [line[1:] for line in drawn.splitlines() if line[:1] in "│|"]
    assert len(rows) == 13
    found = {}
    for point in range(1, 25):
        across = point - 13 if point > 12 else 12 - point
        left = across * 3 + (7 if across > 5 else 0)
        cells = [row[left : left + 3].ljust(3) for row in (rows if point > 12 else rows[::-1])[:6]]
        signs = [cell[1] for cell in cells[:5] if cell[1] in "○●OX"]
        is_pinning = cells[0][0] + cells[0][2] == "[]"
        count = int(cells[5]) if cells[5].strip().isdigit() else len(signs) - is_pinning
        if signs:
            found[point] = ("w" if signs[-1] in "○O" else "b", count, is_pinning)
    return found


@each("name", [*POSITIONS, *STARTS])
@each("seen_by", Player)
@each("options", [TextOptions(), ENGLISH_ASCII])
def test_every_checker_can_be_read_from_the_picture(
    name: str, seen_by: Player, options: TextOptions
) -> None:
    moment = situation(name)
    expected = {
        point: (stack.owner.letter, stack.count, stack.is_pinning)
        for point, stack in stacks(moment, seen_by).items()
    }
    assert read(board(moment, seen_by=seen_by, options=options)) == expected


@each("name", [*POSITIONS, *STARTS])
@each("language", ["en", "ru"])
@each("width", [80, 120, 50])
def test_lines_fit_the_terminal(name: str, language: str, width: int) -> None:
    options = TextOptions(language=language, width=width)
    lines = board(situation(name), options=options).splitlines()
    assert max(map(columns_of, lines)) <= width
    assert len(lines) <= 24


@each("name", [*POSITIONS, *STARTS])
def test_ascii_is_ascii(name: str) -> None:
    assert board(situation(name), options=ENGLISH_ASCII).isascii()


@each("name", POSITIONS)
def test_with_colors_the_same_checkers_stand_in_the_same_places(name: str) -> None:
    moment = situation(name)
    plain, colored = board(moment), COLORS.sub("", board(moment, color=True))
    assert plain.count("○") + plain.count("●") == colored.count("●")
    assert {len(line) for line in colored.splitlines()[2:3]} >= {
        BOARD_WIDTH
    } or "\x1b" not in colored


@each("name", POSITIONS)
def test_the_board_is_drawn_as_before(name: str) -> None:
    assert board(situation(name)) == (GOLDENS / f"{name}.txt").read_text(encoding="utf-8").rstrip(
        "\n"
    )


def test_bar_off_pips_cube_dice_and_score_are_told() -> None:
    drawn = board(situation("backgammon-middle"))
    for told in ("[2]", "[6] [2]", "pips 141, bar 1", "off 1", "Black to play 6-2.", "Match to 7"):
        assert told in drawn


def test_the_viewer_sits_below_and_the_opponent_plays_from_the_left() -> None:
    drawn = board(situation("backgammon-middle"), seen_by=Player.WHITE).splitlines()
    assert "Black" in drawn[2]
    assert "White" in drawn[-3]
    assert drawn[9].index("[6] [2]") < BOARD_WIDTH / 2


def test_in_parallel_games_the_heads_are_diagonally_opposite() -> None:
    start = situation("long-nardy start")
    assert read(board(start)) == {24: ("w", 15, False), 12: ("b", 15, False)}
    assert read(board(start, seen_by=Player.BLACK)) == {24: ("b", 15, False), 12: ("w", 15, False)}


def test_the_last_turn_is_marked_where_it_left_and_where_it_landed() -> None:
    moment = situation("backgammon-middle")
    drawn = board(moment, last_turn=[(24, 18), (6, 5)]).splitlines()
    assert drawn[4][29:32] == "‹○›"  # White's 5 is Black's 20
    assert drawn[15][41:44] == "‹ ›"  # White's 24 is Black's 1


def test_numbers_can_be_left_out() -> None:
    drawn = board(situation("backgammon-start"), options=TextOptions(numbers=False))
    assert "13 14" not in drawn


def test_the_bar_shows_four_and_counts_the_rest() -> None:
    rows = board(situation("nuclear")).splitlines()[3:16]
    on_bar = [row[20:25].strip() for row in rows]
    assert on_bar[:7] == ["", "○", "○", "○", "○", "6", "[64]"]
    assert sides(situation("nuclear"))[Player.WHITE].on_bar == 6
