"""Markup in every word that anybody can write: it is shown as text, on every page and sheet."""

import sqlite3
from pathlib import Path

import pytest
from tests.web import lively, tour
from tests.web.browser import Browser
from tests.web.running import running_club

pytestmark = pytest.mark.thorough

MARKUP = "<img src=/x onerror=hacked()><script>hacked()</script>"
STORED = {
    "guest": "name",
    "line": "text",
    "session": "agent",
    "tournament": "name",
}
"""Everything that a person has typed, or a browser has said of itself; as a database could hold it from before."""
REFLECTED = (
    *(
        "/board?text={}",
        "/play/{}",
        "/join/{}",
        "/learn/{}",
        "/openings/{}",
        "/review/{}",
        "/player/{}",
    ),
    *("/leaders/{}/rapid", "/tournament/{}", "/{}", "/?outside={}", "/#{}"),
)
SHOWING = {
    *("home", "people", "onlooker", "leaders", "profile", "other-profile", "tournaments", "swiss"),
    *("knock-out", "admin", "account", "about-a-line", "decide"),
}
"""Where such words stand, by the names of the tour."""
RUN, BLOCKED = "is not defined", "Content Security Policy"
"""What the browser says of a script that it ran, and of one that only the policy has kept from it."""
FOUND = "document.querySelectorAll('img, script:not([src^=\"/web/\"]), iframe').length"


def spoil(folder: Path) -> None:
    with sqlite3.connect(folder / "club.db") as database:
        for table, column in STORED.items():
            changed = database.execute(f"update {table} set {column} = ?", (MARKUP,)).rowcount  # noqa: S608
            assert changed > 0, table


def test_what_anybody_wrote_is_text_on_every_page(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    lively.prepare(tmp_path)
    spoil(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tour.enter(tab, club, language="en", board="wood", page="dusk")
        seen = 0
        for stop in (one for one in tour.STOPS if one.name in SHOWING):
            tour.visit(tab, club, stop)
            assert tab.js(FOUND) == 0, stop.name
            seen += "<img src=/x" in tab.js("document.body.innerText")
        assert seen >= 8  # people, talk, tournaments, sessions, orders
        assert not [line for line in tab.log if RUN in line or BLOCKED in line]
        assert not [address for address in tab.asked if address.endswith("/x")]


def test_what_an_address_says_is_text(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        for address in REFLECTED:
            for told in (MARKUP, "%3Cimg%20src%3D%2Fx%20onerror%3Dhacked()%3E"):
                tab.go(club + "/")
                tab.wait("document.querySelector('#page')", 60)
                tab.go(club + address.format(told.replace(" ", "%20")))
                tab.wait("document.readyState === 'complete'", 30)
                tab.js("new Promise((done) => setTimeout(done, 300))")
                assert tab.js(FOUND) == 0, address
                assert not [line for line in tab.log if RUN in line or BLOCKED in line]
        assert not [address for address in tab.asked if address.endswith("/x")]
