"""axe-core finds nothing wrong on any page and in any sheet, on five screens and in all themes."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web import axe, lively, tour
from tests.web.browser import Browser, Tab
from tests.web.running import running_club

SCREENS = {
    "phone": (390, 844),
    "short phone": (360, 640),
    "phone lying": (667, 375),
    "desktop": (1280, 800),
    "wide desktop": (1920, 1080),
}
WALKS = {"ru": ("phone", "phone lying", "wide desktop"), "en": ("short phone", "desktop")}
"""By language: a way past all pages takes minutes, and a page that is there takes any size."""
TOUCHED = ("phone", "short phone", "phone lying")
DRESSED = ("desktop",)
"""Where every theme is looked at; elsewhere the light and the dark page."""
THEMES = list(itertools.product(("wood", "felt", "contrast", "cvd"), ("dusk", "tuff")))
"""Of board and page; the first is looked at in every respect, the others for their colors."""
ANEW = ("/play/", "/offline")
"""Where scripts lay a board out: it is asked for anew on each screen, whose styles alone change other pages."""
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


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


def show(tab: Tab, screen: str) -> None:
    """Give the page this size, and let it take its place there."""
    tab.size(*SCREENS[screen], touch=screen in TOUCHED)
    tab.js(PAINTED)


def looked_at(tab: Tab, stop: tour.Stop, screen: str) -> Iterator[str]:
    """What axe finds wrong with what is shown."""
    themes = THEMES if screen in DRESSED else THEMES[:2]
    yield from (f"{stop.name}, {screen}: {one}" for one in axe.violations_in(tab, themes))


@pytest.mark.thorough
@pytest.mark.parametrize("language", WALKS)
def test_axe_finds_nothing(town: str, chromium_browser: Browser, language: str) -> None:
    found: list[str] = []
    with chromium_browser.tab() as tab:
        tab.prefer(prefers_reduced_motion="reduce")
        tour.enter(tab, town, language=language)
        for stop in tour.STOPS:
            for screen in WALKS[language]:
                is_first = screen == WALKS[language][0]
                show(tab, screen)
                if is_first or stop.path.startswith(ANEW):
                    tour.visit(tab, town, stop)
                # They are looked at once: nobody reaches them beneath a sheet, and their parts keep their proportions.
                if not is_first or tab.js("Boolean(document.querySelector('dialog:modal'))"):
                    axe.strip(tab)
                found += looked_at(tab, stop, screen)
        assert not tab.log
    assert not found, "\n".join(found)
