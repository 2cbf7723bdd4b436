"""Two browsers at one board: a challenge, turns, a lost connection."""

import time

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table

pytestmark = pytest.mark.thorough
THEM = "document.querySelector('.strip.them').innerText"


def press(tab: Tab, within: str, words: str) -> None:
    """Press the button that bears these words."""
    found = f"[...document.querySelectorAll({within!r})].find(e => e.innerText.includes({words!r}))"
    tab.wait(found)
    tab.js(f"{found}.click()")


def test_two_people_meet_in_the_lobby_and_play(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        for tab in (one, two):
            tab.size(1280, 800)
            tab.prefer(prefers_reduced_motion="reduce")
        one.go(club)
        press(one, ".three .btn", "A friend")
        press(one, "dialog .chip", "10 min")
        one.js("document.querySelector('#own-name').value = 'Anna'")
        press(one, ".order .chip", "Anyone")
        press(one, "dialog .btn", "Find an opponent")
        press(one, "dialog .linkish", "Wait at an open board")
        one.wait("document.querySelector('.waiting')")
        address = one.js("location.href")
        two.go(club)
        press(two, ".seek", "Anna")
        tables = [Table(one), Table(two)]
        end = time.monotonic() + 60
        while (
            min(tab.js("document.querySelectorAll('.turns li').length") for tab in (one, two)) < 3
        ):
            assert time.monotonic() < end, (one.log, two.log)
            for table in tables:
                if table.button() == "Roll":
                    table.press_button()
                if table.origins():
                    table.play_turn()
            time.sleep(0.1)
        two.go("about:blank")
        one.wait(f"{THEM}.includes('offline')", 20)
        two.go(address)
        one.wait(f"!{THEM}.includes('offline')", 20)
        two.wait("document.querySelectorAll('.turns li').length >= 3")
        assert not one.log
        assert not two.log
