import re

import pytest
from tests.web.test_contrast import SHAPE, TEXT, page_colors, ratio

from nardy.server.club.accent import GROUNDS, PALETTE, Accent, accent_of, contrast
from nardy.server.errors import RefusedError
from nardy.server.web.static_files import web_files

THEMES = {"light": "tuff", "dark": "dusk"}


@pytest.mark.parametrize("name", PALETTE)
def test_every_color_of_the_palette_can_be_read_on_both_pages(name: str) -> None:
    accent = accent_of(name)
    assert accent is not None
    for page, theme in THEMES.items():
        color = getattr(accent, page)
        assert ratio("#fff", color) >= TEXT
        assert ratio(color, page_colors(theme)["bg"]) >= SHAPE
    assert accent_of(f"{accent.light} {accent.dark}") == accent


def test_the_grounds_and_the_first_color_are_those_of_the_pages() -> None:
    assert {page: page_colors(theme)["bg"] for page, theme in THEMES.items()} == GROUNDS
    usual = [page_colors(theme)["action"] for theme in THEMES.values()]
    assert next(iter(PALETTE.values())) == Accent(*usual)


def test_the_page_offers_the_same_palette() -> None:
    script = web_files()["/js/hosting_look.js"].content.decode()
    shown = re.findall(r'(\w+): \["(#\w{6})", "(#\w{6})"\]', script)
    assert {name: Accent(*colors) for name, *colors in shown} == PALETTE


@pytest.mark.parametrize(("one", "other"), [("#000000", "#ffffff"), ("#c23350", "#11191c")])
def test_the_contrast_is_that_of_wcag(one: str, other: str) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio(one, other))


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("pink", "club-accent", "walnut"),
        ("#12", "club-accent", "#1f5fa8"),
        ("#1f5fa8 #2470c6 #000000", "club-accent", "one or two"),
        ("#ffd400", "club-accent-letters", r"1\.4 to 1 with #ffd400"),
        ("#1f5fa8 #ffd400", "club-accent-letters", "#ffd400"),
        ("#102040", "club-accent-dark", "dark page"),
        ("#a81f3d", "club-accent-dark", "another one for this page"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(text: str, code: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said) as refused:
        accent_of(text)
    assert refused.value.code == code


def test_one_color_may_do_for_both_pages() -> None:
    assert accent_of("#5869C5") == Accent("#5869c5", "#5869c5")
    assert accent_of("") is None
