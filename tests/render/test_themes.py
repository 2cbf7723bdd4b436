import re

import pytest

from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.render.themes import THEMES, Theme, find_theme


def lightness(color: str) -> float:
    """Relative luminance of #rrggbb (WCAG)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((lightness(one), lightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_checker_stands_out_on_every_ground(theme: Theme) -> None:
    for player in Player:
        colors = theme.checkers(player)
        for ground in (theme.field, theme.even, theme.odd):
            assert max(contrast(colors.body, ground), contrast(colors.edge, ground)) >= 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_sides_numbers_and_pips_can_be_told(theme: Theme) -> None:
    assert contrast(theme.light.body, theme.dark.body) >= 4.5
    assert contrast(theme.numbers, theme.frame) >= 4.5
    for player in Player:
        assert contrast(theme.checkers(player).die, theme.checkers(player).pip) >= 7


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_sides_are_also_shapes(theme: Theme) -> None:
    assert theme.dark.rosette
    assert not theme.light.rosette


def test_an_unknown_theme_is_refused_with_those_there_are() -> None:
    with pytest.raises(NardyError, match=re.escape("wood, felt, contrast, cvd")):
        find_theme("marble")
