import unicodedata
from dataclasses import astuple

import pytest

from nardy.core.player import Player
from nardy.render.glyphs import ASCII, ASCII_IN_COLOR, IN_COLOR, UNICODE, Glyphs


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
