"""A tournament on the page: announced, filled with bots, played, and followed as it goes."""

import pytest
from tests.web.browser import Browser
from tests.web.test_ratings import NAMELESS, SIDEWAYS
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough


def test_a_guest_announces_an_arena_of_bots_and_sees_it_go_on(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab, chromium_browser.tab() as other:
        for one in (tab, other):
            one.size(390, 844, touch=True)
        tab.go(f"{club}/tournaments/new")
        tab.wait("document.querySelector('.plan .options')", 30)
        assert tab.js(SIDEWAYS) <= 0
        assert tab.js(NAMELESS) == []
        other.go(f"{club}/tournaments")
        # Other tests may have left some in this club.
        other.wait("document.querySelector('.cups .none, .cups .cuprow')", 30)
        tab.js("document.querySelector('#cup-name').value = 'Night arena'")
        game = "document.querySelector('#cup-game-choice')"
        tab.js(f"{game}.value = 'hypergammon'; {game}.dispatchEvent(new Event('change'))")
        press(tab, ".plan .chip", "Arena")
        press(tab, ".plan .chip", "One game")
        press(tab, ".plan .btn.act", "Announce")
        press(tab, ".cupbar .btn", "Add bots")
        press(tab, "dialog .chip", "Puppy")
        press(tab, "dialog .setting:nth-of-type(2) .chip", "4")
        press(tab, "dialog .btn", "Add")
        tab.wait("!document.querySelector('dialog[open]')", 10)
        # Somebody else sees it at once, and enters.
        press(other, ".cuprow", "Night arena")
        press(other, ".cupbar .btn", "Enter")
        other.wait("document.querySelector('#cup-leave')", 10)
        tab.wait("document.querySelectorAll('.standing tbody tr').length === 5", 10)
        press(tab, ".cupbar .btn", "Start")
        # Whoever is called is told aloud and taken to the board; the way back leads to one main button.
        other.wait("location.pathname.startsWith('/play/')", 60)
        heard = other.js(
            "[...document.querySelectorAll('[aria-live]')].map((e) => e.textContent).join()"
        )
        assert "Your game is ready" in heard
        other.js("history.back()")
        other.wait("document.querySelector('#cup-game')", 20)
        other.wait("document.querySelectorAll('.points:not(.live)').length >= 2", 60)
        for one in (tab, other):
            assert one.js(SIDEWAYS) <= 0
            assert one.js(NAMELESS) == []
            assert one.js("document.querySelectorAll('.btn.act').length") <= 1
            assert not one.log
        press(tab, ".cupbar .btn", "End the tournament")
        press(tab, "dialog .btn", "End it now")
        other.wait("document.querySelector('.state').innerText.includes('Finished')", 20)
