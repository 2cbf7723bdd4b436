"""Somebody waits at a board while its other player is elsewhere on the site."""

import pytest
from tests.web.browser import Browser, Tab

pytestmark = pytest.mark.thorough
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
POST = (
    "fetch('{}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, "
    "body: JSON.stringify({})}}).then((answer) => answer.json())"
)
WISH = "{game: 'tapa', against: 'friend', seat: 'white'}"
ICON = "document.querySelector('link[rel=icon]').getAttribute('href')"


def visit(tab: Tab, address: str) -> None:
    tab.size(390, 844)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(address)
    tab.wait("document.querySelector('.notices')", 30)


def test_who_is_elsewhere_is_told_that_somebody_waits(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        visit(one, club)
        room = one.js(POST.format("/api/rooms", WISH))["room"]
        visit(one, f"{club}/leaders")
        one.js("new Promise((done) => setTimeout(done, 500))")
        assert one.js("document.querySelectorAll('.notice').length") == 0
        visit(two, f"{club}/play/{room}")
        two.js(POST.format(f"/api/rooms/{room}/seat", "{}"))
        visit(two, f"{club}/play/{room}")
        # The game begins once both have said what their dice begin with, or after a while.
        for _ in range(40):
            one.js(LOOK)
            if one.js("document.querySelector('.notice')?.textContent ?? ''"):
                break
            one.js("new Promise((done) => setTimeout(done, 500))")
        said = one.wait("document.querySelector('.notice')?.textContent", 10)
        assert "Guest" in said
        assert "Tapa" in said
        assert one.js("document.querySelector('.notices').getAttribute('role')") == "status"
        assert one.js("document.documentElement.scrollWidth") <= 390
        one.js("document.querySelector('.notice .btn').click()")
        one.wait("document.querySelector('.boardbox .ck')", 30)
        assert one.js("document.querySelectorAll('.notice').length") == 0
        # Whose turn it is has the dot in the title and on the icon, the other has neither.
        turns: list[Tab] = []
        for _ in range(60):
            turns = [tab for tab in (one, two) if tab.js("document.title").startswith("● ")]
            if len(turns) == 1:
                break
            one.js("new Promise((done) => setTimeout(done, 200))")
        assert len(turns) == 1
        assert turns[0].js("document.title").startswith("● Your turn · Tapa")
        assert turns[0].js(ICON) == "/web/icon-turn.svg"
        other = two if turns[0] is one else one
        assert other.js(ICON) == "/web/icon.svg"
        # At home the mark stays: it is about whichever board waits.
        turns[0].js("document.querySelector('.logo').click()")
        turns[0].wait("document.querySelector('.lobby .seek')", 20)
        turns[0].js(LOOK)
        turns[0].wait("document.title.startsWith('● 1 game waiting')", 20)
        assert not one.log
        assert not two.log
