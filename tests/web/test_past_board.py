"""Earlier moments of a running game on the page: shown over the board, and gone when something happens."""

import pytest
from tests.web.browser import Browser
from tests.web.test_first_glance import board

pytestmark = pytest.mark.thorough
TURNS = "document.querySelectorAll('.turns .seek').length"
KEY = """document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", {{ key: "{}", bubbles: true, cancelable: true }}))"""
ACT = "document.querySelector('.mainbox .btn').textContent"


def test_an_earlier_moment_hides_nothing_and_ends_by_itself(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.go(club)
        tab.wait("document.querySelector('.btn.huge')", 60)
        board(tab, club)
        tab.wait(f"{TURNS} > 0", 60)
        due = tab.js(ACT)
        tab.js("document.querySelector('.turns .seek').click()")
        tab.wait("document.querySelector('.past .board')", 30)
        # The pending action stays where it was, and it is said that the turn waits.
        assert tab.js(ACT) == due
        assert tab.js("document.querySelector('.past b').textContent") != ""
        assert tab.js("document.querySelector('.turns [aria-current=true]') !== null")
        first = tab.js("document.querySelector('.past-bar .num').textContent")
        tab.js(KEY.format("ArrowLeft"))
        assert tab.js("document.querySelector('.past-bar .num').textContent") == first
        tab.js(KEY.format("Escape"))
        assert tab.js("document.querySelector('.past')") is None
        assert not tab.log
