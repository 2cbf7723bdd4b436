"""A game by keyboard alone, read back from the live region."""

import time

import pytest
from tests.web.browser import Browser
from tests.web.table import Table

pytestmark = pytest.mark.thorough
LONG = "[...document.querySelectorAll('.mini-card')].find(e => /long nardy/i.test(e.textContent))"


def test_two_turns_are_played_and_heard_without_a_pointer(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(club)
        tab.wait(LONG)
        tab.js(f"{LONG}.focus()")
        tab.key("Enter")
        tab.wait("document.activeElement.matches('.game-card footer .act')", 30)
        tab.key("Enter")
        tab.wait("document.activeElement.matches('.sheet.order footer .act')", 30)
        tab.key("Enter")
        tab.wait("document.querySelector('.boardbox .ck')", 60)
        table, heard, turns = Table(tab), set(), 0
        tab.js("document.querySelector('.place[tabindex=\"0\"]').focus()")
        tab.key("f")  # A board turned round is a new one, and keeps the focus.
        tab.wait("document.activeElement.matches('.boardbox .place')")
        tab.key("f")
        end = time.monotonic() + 90
        while turns < 2:
            assert time.monotonic() < end, (heard, tab.log)
            heard.add(tab.js("document.querySelector('.spoken').textContent"))
            if table.button() == "Roll":
                tab.key("r")
            elif table.button() == "Confirm":
                tab.key("c")
                turns += 1
            elif origins := table.origins():
                tab.key("Escape")
                for digit in origins[0]:
                    tab.key(digit)
                tab.key("Enter")
                tab.key("ArrowRight")
                tab.key("Enter")
            time.sleep(0.1)
        tab.key("w")
        # Asked again where the bot's roll is told in between.
        while "yours" not in " ".join(heard):
            assert time.monotonic() < end, (heard, tab.log)
            tab.key("p")
            heard.add(tab.js("document.querySelector('.spoken').textContent"))
            time.sleep(0.1)
        told = " ".join(heard)
        assert "You rolled" in told
        assert "The turn is complete. C confirms, U undoes." in told
        assert not tab.log
