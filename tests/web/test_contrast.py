"""Contrast of every theme, computed from the style sheets: WCAG 2.2 AA, 4.5 for text, 3 for shapes."""

import re

import pytest

from nardy.server.web.static_files import web_files

TOKENS = "".join(web_files()[f"/css/{one}.css"].content.decode() for one in ("tokens", "boards"))
BOARD_CSS = web_files()["/css/board.css"].content.decode()
SETTINGS = web_files()["/js/settings_sheet.js"].content.decode()
PAGES = ("tuff", "dusk")
BOARDS = ("wood", "felt", "contrast", "cvd", "walnut", "clay", "night", "marble")
CHECKERS = ("board", "ivory", "garnet", "amber", "stone")
TEXT, SHAPE = 4.5, 3.0


def channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(color: str) -> float:
    digits = color.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (channel(int(digits[at : at + 2], 16)) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    """(L1 + 0.05) / (L2 + 0.05), the lighter above."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def page_colors(page: str) -> dict[str, str]:
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", TOKENS)
    return {name: (light, dark)[PAGES.index(page)] for name, light, dark in pairs}


def block(selector: str) -> dict[str, str]:
    found = re.findall(re.escape(selector) + r" \{([^}]*)\}", TOKENS)
    return dict(re.findall(r"--([\w-]+): (#\w+);", found[-1]))


def board_colors(board: str, checkers: str = "board") -> dict[str, str]:
    wood = block(':root, [data-board="wood"]')
    own = {} if board == "wood" else block(f'[data-board="{board}"]')
    chosen = {} if checkers == "board" else block(f'[data-checkers="{checkers}"]')
    return {**wood, **own, **chosen}


def test_the_ratio_is_that_of_wcag() -> None:
    assert ratio("#fff", "#000") == pytest.approx(21)
    assert ratio("#777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("page", PAGES)
def test_text_can_be_read_on_every_page(page: str) -> None:
    colors = page_colors(page)
    for ground in ("bg", "panel", "raise"):
        for text in ("ink", "ink2", "link", "good", "warn", "bad"):
            assert ratio(colors[text], colors[ground]) >= TEXT, (text, ground)
        for shape in ("edge", "focus"):
            assert ratio(colors[shape], colors[ground]) >= SHAPE, (shape, ground)
    assert ratio("#fff", colors["action"]) >= TEXT
    assert ratio(colors["on-link"], colors["link"]) >= TEXT


def test_every_board_and_every_set_of_checkers_can_be_chosen() -> None:
    chosen = dict(re.findall(r"const (\w+) = \[(.*)\];", SETTINGS))
    assert {"auto", *BOARDS} == set(re.findall(r'"(\w+)"', chosen["BOARDS"]))
    assert set(CHECKERS) == set(re.findall(r'"(\w+)"', chosen["CHECKERS"]))
    styled = set(re.findall(r'\[data-(?:board|checkers)="(\w+)"\]', TOKENS))
    assert styled == {*BOARDS, *CHECKERS[1:]}


@pytest.mark.parametrize("checkers", CHECKERS)
@pytest.mark.parametrize("board", BOARDS)
def test_checkers_stand_out_from_whatever_they_stand_on(board: str, checkers: str) -> None:
    colors = board_colors(board, checkers)
    for side in ("w", "b"):
        for ground in ("field", "pa", "pb", "tray"):
            best = max(ratio(colors[part], colors[ground]) for part in (side, f"{side}-edge"))
            assert best >= SHAPE, (side, ground, best)
    assert ratio(colors["w"], colors["b"]) >= SHAPE
    for side in ("w", "b"):
        assert ratio(colors[f"pip-{side}"], colors[f"die-{side}"]) >= TEXT


@pytest.mark.parametrize("board", BOARDS)
def test_marks_and_numbers_stand_out(board: str) -> None:
    colors = board_colors(board)
    assert ratio(colors["no"], colors["frame"]) >= TEXT
    can = "#ffb36b" if board == "cvd" else colors["sel"]
    assert ratio(can, colors["frame"]) >= TEXT
    # A mark is two-tone: color on a casing, one of which stands out anywhere.
    for mark in ("sel", "last", "ring-line", "refused", "drawn"):
        assert ratio(colors[mark], colors["case"]) >= SHAPE, mark
    assert ratio(colors["to"], colors["to-line"]) >= SHAPE
    for ground in ("field", "pa", "pb"):
        assert max(ratio(colors[part], colors[ground]) for part in ("to", "to-line")) >= SHAPE


def test_what_the_color_blind_board_says_of_its_numbers_is_in_the_sheet() -> None:
    assert '[data-board="cvd"] .no.can { fill: #ffb36b; }' in BOARD_CSS
    assert ratio("#ffffff", "#1b1210") >= TEXT  # counts on stacks
    assert ratio("#ffffff", "#a81f3d") >= TEXT  # the button on the board
