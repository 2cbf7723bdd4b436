import unicodedata
from dataclasses import astuple

import pytest

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.games import BACKGAMMON
from nardy.render.ink import (
    ASCII,
    ASCII_IN_COLOR,
    IN_COLOR,
    INKS,
    RESET,
    UNICODE,
    Glyphs,
    Scene,
    Span,
    painted,
)


def test_colors_are_of_the_256_that_terminals_share() -> None:
    assert all(0 <= code < 256 for code in INKS.values())


def test_every_colored_span_ends_its_color() -> None:
    line = [Span("a", "white", "field", is_bold=True), Span("b")]
    assert painted(line, color=True) == f"\x1b[1;38;5;231;48;5;180ma{RESET}b"


def test_without_color_there_is_none() -> None:
    assert painted([Span("a", "white"), Span("  ", "", "field")], color=False) == "a"


@pytest.mark.parametrize("glyphs", [ASCII, ASCII_IN_COLOR, IN_COLOR, UNICODE])
def test_every_glyph_is_one_column_wide(glyphs: Glyphs) -> None:
    signs = "".join(astuple(glyphs))
    assert not [sign for sign in signs if unicodedata.east_asian_width(sign) in "WF"]


@pytest.mark.parametrize("glyphs", [ASCII, ASCII_IN_COLOR])
def test_ascii_is_ascii(glyphs: Glyphs) -> None:
    assert "".join(astuple(glyphs)).isascii()


def test_without_color_the_sides_differ_in_shape() -> None:
    for glyphs in (ASCII, UNICODE):
        assert glyphs.checker(Player.WHITE) != glyphs.checker(Player.BLACK)


def test_a_scene_is_a_value() -> None:
    start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
    assert Scene(start, Player.WHITE, UNICODE, "en") == Scene(start, Player.WHITE, UNICODE, "en")
