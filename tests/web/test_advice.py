"""The advice on games: every game has it, in both languages, on the page as in the documentation."""

import re
from pathlib import Path

import pytest
from tests.web import tour
from tests.web.browser import Browser

from nardy.games import GAMES
from nardy.translations import texts

ROOT = Path(__file__).parents[2]
OWN = ("en", "ru")
SHOWN = "[...document.querySelectorAll('.advice li')].map((one) => one.textContent)"


def advice_on(game: str, language: str) -> list[str]:
    begin = f"advice.{game}."
    words = texts(language, "page/advice").items()
    return [text for key, text in words if key.removeprefix(begin).isdigit()]


def as_shown(text: str) -> str:
    """Without tags of sources and links."""
    return re.sub(r" \((?:S\d|BK|WP)[^)]*\)", "", re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_advice_and_its_page_in_the_documentation_tells_it(game: str) -> None:
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    english, russian = (advice_on(game, language) for language in OWN)
    assert 4 <= len(english) == len(russian)
    for title, items in (("### First advice", english), ("### Первые советы", russian)):
        part = page.partition(f"{title}\n")[2].partition("\n#")[0]
        told = re.findall(r"^\d\. (.*)$", part, re.MULTILINE)
        assert [text.replace(".md)", ")") for text in told] == items


@pytest.mark.thorough
@pytest.mark.parametrize("language", OWN)
def test_the_rules_and_the_end_of_a_lesson_tell_the_advice(
    club: str, chromium_browser: Browser, language: str
) -> None:
    wanted = [as_shown(text) for text in advice_on("fevga", language)]
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tour.enter(tab, club, language=language)
        tab.go(f"{club}/learn/fevga#{15}")
        tab.wait("document.querySelector('.learn .no.can')", 40)
        tab.click(".tools .btn:nth-of-type(3)")
        tab.wait("document.querySelector('.words .advice')", 40)
        assert tab.js(SHOWN) == wanted
        tab.click(".tools .btn")
        tab.wait("document.querySelector('dialog[open] .advice')", 40)
        assert tab.js(f"{SHOWN}.length") == 2 * len(wanted)
        assert not tab.log
