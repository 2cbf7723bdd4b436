"""The opening explorer on the page: by links and by keyboard, in both languages."""

import pytest
from tests.web import tour
from tests.web.browser import Browser, Tab

HERE = "location.pathname + decodeURIComponent(location.search)"
CELLS = "[...document.querySelectorAll('.explorer tbody {row} td')].map((one) => one.textContent)"


def at(tab: Tab, line: str) -> None:
    tab.wait(f"({HERE}).endsWith({line!r}) && document.querySelector('.explorer h2')", 30)
    tab.wait("document.activeElement === document.querySelector('.explorer h2')", 30)


def choose(tab: Tab, text: str) -> None:
    """By keyboard: the link with this text is focused, and Enter follows it."""
    found = f"[...document.querySelectorAll('.explorer tbody a')].find((one) => one.textContent === {text!r})"
    tab.wait(found, 30)
    tab.js(f"{found}.focus()")
    tab.key("Enter")


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "loss"), [("en", "0."), ("ru", "0,")])
def test_a_line_is_followed_by_keyboard_and_its_address_can_be_sent(
    club: str, chromium_browser: Browser, language: str, loss: str
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tour.enter(tab, club, language=language)
        tab.go(f"{club}/openings/backgammon")
        choose(tab, "31")
        at(tab, "?roll=31")
        assert tab.js(
            "document.querySelectorAll('.explorer .board .arrow, .explorer .board path').length"
        )
        told = tab.js(
            "[...document.querySelectorAll('.explorer tbody tr')].map((row) => row.innerText)"
        )
        assert told[0].startswith("8/5 6/5")
        assert all(loss in row for row in told[1:])
        choose(tab, "8/5 6/5")
        at(tab, "?roll=31&turn=8/5+6/5")
        choose(tab, "42")
        at(tab, "?roll=31&turn=8/5+6/5&reply=42")
        assert tab.js("document.querySelector('.explorer tbody tr').innerText").startswith(
            "8/4 6/4"
        )
        address = tab.js("location.href")
        tab.go(address)
        tab.wait("document.querySelectorAll('.crumbs li').length === 4", 30)
        assert not tab.log


@pytest.mark.thorough
def test_a_game_without_a_book_says_so_and_another_is_chosen(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(360, 740, touch=True)
        tour.enter(tab, club, language="en")
        tab.go(f"{club}/openings/tapa")
        tab.wait(
            "document.querySelector('.explorer')?.innerText.includes('no opening book yet')", 30
        )
        tab.js(
            "const field = document.querySelector('#openings-game'); field.value = 'long-nardy';"
            "field.dispatchEvent(new Event('change'))"
        )
        tab.wait("document.querySelectorAll('.explorer tbody .chip').length === 21", 30)
        assert tab.js("document.documentElement.scrollWidth <= innerWidth")
        assert not tab.log
