"""axe-core finds nothing wrong on any page and in any sheet, on five screens and in all themes."""

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.web import axe, lively, tour
from tests.web.browser import Browser, Tab
from tests.web.running import running_club

SCREENS = {
    "phone": (390, 844, "ru"),
    "short phone": (360, 640, "en"),
    "phone lying": (667, 375, "ru"),
    "desktop": (1280, 800, "en"),
    "wide desktop": (1920, 1080, "ru"),
}
"""Width, height and language: a run through all pages takes minutes."""
TOUCHED = ("phone", "short phone", "phone lying")
DRESSED = ("phone", "desktop")
"""Where every theme is looked at; elsewhere the light and the dark page."""
THEMES = list(itertools.product(("wood", "felt", "contrast", "cvd"), ("dusk", "tuff")))
"""Of board and page; the first is looked at in every respect, the others for their colors."""
COLORS = ("color-contrast",)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a club where much has happened."""
    folder: Path = tmp_path_factory.mktemp("town")
    lively.prepare(folder)
    with running_club(folder) as address:
        yield address


def test_every_stop_of_the_tour_has_a_name_of_its_own() -> None:
    names = [stop.name for stop in tour.STOPS]
    assert len(names) == len(set(names))


def looked_at(tab: Tab, name: str, themes: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What axe finds wrong in these themes; not again where one changes no color."""
    seen: set[int] = set()
    for number, (board, page) in enumerate(themes):
        tour.dress(tab, board, page)
        if (colors := axe.colors(tab)) not in seen:
            seen.add(colors)
            told = axe.violations(tab, COLORS if number else ())
            yield from (f"{name} {board} {page}: {one}" for one in told)


@pytest.mark.thorough
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(town: str, chromium_browser: Browser, screen: str) -> None:
    width, height, language = SCREENS[screen]
    found: list[str] = []
    with chromium_browser.tab() as tab:
        tab.size(width, height, touch=screen in TOUCHED)
        tab.prefer(prefers_reduced_motion="reduce")
        tour.enter(tab, town, language=language)
        for stop in tour.STOPS:
            tour.visit(tab, town, stop)
            axe.strip(tab)
            found += looked_at(tab, stop.name, THEMES if screen in DRESSED else THEMES[:2])
        assert not tab.log
    assert not found, "\n".join(found)
