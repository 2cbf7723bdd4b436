"""A bot's page, and a club's own tournament: reached as their readers reach them."""

import json

from tests.web.browser import Browser, Tab

GAME = {"game": "long-nardy", "bot": "steady", "seat": "white"}


def asked(tab: Tab, path: str, data: dict[str, object]) -> dict[str, str]:
    """What the club answers to the reader of a page."""
    told = f"{{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {json.dumps(json.dumps(data))}}}"
    return tab.js(f"fetch('/api/{path}', {told}).then((answer) => answer.json())")


def test_the_name_of_a_bot_at_the_board_leads_to_its_page(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tab.go(club)
        tab.wait("document.querySelector('#page')", 60)
        tab.go(f"{club}/play/{asked(tab, 'rooms', GAME)['room']}")
        tab.wait("document.querySelector('.strip.them b a')", 30)
        # Beside the board, not away from it; one's own name leads nowhere.
        assert tab.js("document.querySelector('.strip.them b a').target") == "_blank"
        assert tab.js("document.querySelector('.strip.me b a')") is None
        tab.go(tab.js("document.querySelector('.strip.them b a').href"))
        tab.wait("document.querySelector('.profile .who .btn')", 30)
        assert tab.js("document.querySelector('h1').innerText") in ("Steady bot", "Средний бот")
        assert tab.js("document.documentElement.scrollWidth") == 390
        assert not tab.log


def test_a_member_announces_a_tournament_on_the_clubs_page(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tab.go(club)
        tab.wait("document.querySelector('#page')", 60)
        asked(tab, "account", {"name": "Nune", "password": "three odd words"})
        circle = asked(tab, "groups", {"name": "Court", "about": ""})["circle"]
        tab.go(f"{club}/club/{circle}")
        tab.wait("document.querySelector('.headed a')", 30)
        tab.js("document.querySelector('.headed a').click()")
        tab.wait("document.querySelector('#cup-name')", 30)
        tab.js("document.querySelector('#cup-name').value = 'Thursday'")
        tab.js("document.querySelector('.plan .btn.act').click()")
        tab.wait("document.querySelector('.cupbar')", 30)
        assert tab.js(f"document.querySelector('header a[href=\"/club/{circle}\"]') !== null")
        assert tab.js("document.documentElement.scrollWidth") == 390
        tab.js(f"document.querySelector('header a[href=\"/club/{circle}\"]').click()")
        tab.wait("document.querySelector('.groups .cuprow')?.innerText.includes('Thursday')", 30)
        assert not tab.log
        listed = tab.js("fetch('/api/tournaments').then((told) => told.json())")
        assert "Thursday" not in [one["name"] for one in listed]
