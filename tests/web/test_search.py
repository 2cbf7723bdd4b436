"""Two browsers search for an opponent: seen by each other, and sent to one board."""

import pytest
from tests.web.browser import Browser
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough
SEARCH = "document.querySelector('dialog.search')"


def test_strangers_who_search_meet_at_one_board(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as one:
        one.size(1280, 800)
        one.go(club)
        press(one, ".three .btn", "Find an opponent")
        one.wait(f"{SEARCH}?.querySelector('.search-range')?.textContent.includes('± 3')", 30)
        # Closing the sheet by keyboard ends the search.
        one.key("Escape")
        one.wait(f"!{SEARCH}")
        press(one, ".three .btn", "Find an opponent")
        one.wait(f"{SEARCH}?.querySelector('.search-range')?.textContent", 30)
        assert one.js("document.activeElement.textContent") == "Stop searching"
        with chromium_browser.tab() as two:
            two.size(1280, 800)
            two.go(club)
            press(two, ".searching .waits", "1 person searching")
            for tab in (one, two):
                tab.wait("document.querySelector('.boardbox .ck')", 60)
                assert not tab.log
            assert one.js("location.pathname") == two.js("location.pathname")


def test_a_bot_is_offered_and_the_search_goes_on(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        press(tab, ".three .btn", "Find an opponent")
        tab.wait(f"{SEARCH}?.querySelector('.bot-offer:not([hidden])')", 40)
        assert tab.js(f"{SEARCH}.querySelector('.search-range').textContent").startswith("0:")
        assert tab.js("location.pathname") == "/"
        press(tab, ".bot-offer .btn", "Play a bot instead")
        tab.wait("document.querySelector('.sheet.order .levels')", 30)
        assert not tab.js(f"{SEARCH}")
        assert not tab.log
