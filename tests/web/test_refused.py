"""A game that the club refuses: it says why where one asked, and plays no other one instead."""

import json

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import from_card, start
from tests.web.test_ratings import sign_up

pytestmark = pytest.mark.thorough
CHANGED = "long-nardy,last_throw=half"
RATED = {
    "language": "en",
    "game": "long-nardy",
    "botclock": "300+5",
    "botrated": True,
    "texts": {"long-nardy": CHANGED},
}
KEPT = "JSON.parse(localStorage.nardy).texts['long-nardy']"
WHY = "[...document.querySelectorAll('.problem')].map((one) => one.textContent).join('')"
NAMED = (
    "[...document.querySelectorAll({!r})].find((one) => one.textContent.includes('Long nardy')){}"
)


def at(tab: Tab, address: str, settings: dict[str, object]) -> None:
    tab.go(address)
    tab.wait("document.querySelector('#page')", 60)
    tab.js(f"localStorage.setItem('nardy', {json.dumps(json.dumps(settings))})")
    tab.call("Page.reload")
    tab.wait("document.readyState === 'complete' && document.querySelector('#page')", 60)


@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("/", "document.querySelector('.huge')"),
        ("/", NAMED.format(".mini-card", "")),
        ("/learn", NAMED.format(".story", ".querySelector('.btn:last-child')")),
    ],
)
def test_other_rules_are_not_played_rated_by_the_published_ones(
    club: str, chromium_browser: Browser, path: str, button: str
) -> None:
    with chromium_browser.tab() as tab:
        sign_up(tab, club, f"Guest of rules {len(button)}")
        at(tab, club + path, RATED)
        tab.js(f"{button}.click()")
        if "mini-card" in button:
            from_card(tab)
        tab.click(".sheet.order footer .act")
        tab.wait(f"{WHY}.includes('published rules')", 20)
        assert tab.js("location.pathname") == path
        assert tab.js(KEPT) == CHANGED


def test_options_that_are_gone_give_way_to_the_published_game(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        gone = {"long-nardy": "long-nardy,throws=gone"}
        at(tab, club, {"language": "en", "game": "long-nardy", "texts": gone})
        tab.click(".huge")
        start(tab)
        assert tab.js(KEPT) == "long-nardy"
