"""Another game of the same two: offered, seen by both, agreed to, declined, taken back."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table
from tests.web.test_notices import POST
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
MAIN = "document.querySelector('.mainbox').innerText"
HINT = "document.querySelector('.hint').textContent"
ROOM = "location.pathname.split('/').at(-1)"


def visit(tab: Tab, address: str) -> None:
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(address)
    tab.wait("document.querySelector('#page')", 60)


@contextmanager
def finished(club: str, browser: Browser) -> Iterator[tuple[Tab, Tab, str]]:
    """Two at a board where White, the first of them, has just resigned."""
    with browser.tab() as one, browser.tab() as two:
        visit(one, club)
        wish = "{game: 'tapa', against: 'friend', seat: 'white'}"
        room = one.js(POST.format("/api/rooms", wish))["room"]
        visit(two, club)
        two.js(POST.format(f"/api/rooms/{room}/seat", "{}"))
        for tab in (one, two):
            visit(tab, f"{club}/play/{room}")
        one.wait("document.querySelector('.boardbox .ck')", 60)
        press(one, ".acts .btn", "Resign")
        press(one, "dialog .btn", "single")
        # Where Black begins it waits for one's own turn.
        end = time.monotonic() + 90
        while not two.js(f"{MAIN}.includes('Accept')"):
            assert time.monotonic() < end, (two.js(MAIN), one.js(MAIN), one.js(HINT))
            play_on(two)
        press(two, ".mainbox .btn", "Accept")
        for tab in (one, two):
            tab.wait("document.querySelector('.end')", 30)
        yield one, two, room
        assert not one.log
        assert not two.log


def play_on(tab: Tab) -> None:
    """What is due at a board where one has the first turn."""
    table = Table(tab)
    if table.button() == "Roll":
        table.press_button()
    elif table.origins():
        table.play_turn()
    tab.js("new Promise((done) => setTimeout(done, 100))")


def test_both_see_the_offer_and_land_in_one_room(club: str, chromium_browser: Browser) -> None:
    with finished(club, chromium_browser) as (one, two, room), chromium_browser.tab() as third:
        visit(third, f"{club}/play/{room}")
        press(one, ".mainbox .btn", "Play again")
        one.wait(f"{MAIN}.includes('Offer sent')", 20)
        two.wait(f"{HINT}.includes('wants to play again')", 20)
        # Who loads the page anew finds it as it was, on both sides; who looks on has no part in it.
        for tab, said in ((one, "Offer sent"), (two, "Yes")):
            visit(tab, f"{club}/play/{room}")
            tab.wait(f"{MAIN}.includes({said!r})", 30)
        assert "Yes" not in third.js(MAIN)
        press(two, ".mainbox .btn", "Yes")
        for tab in (one, two):
            tab.wait(f"{ROOM} !== {room!r}", 30)
            tab.wait("document.querySelector('.boardbox .ck')", 30)
        assert one.js(ROOM) == two.js(ROOM)
        # They have changed sides.
        assert one.js("document.querySelector('.strip.me .disc').classList.contains('b')")


def test_an_offer_is_taken_back_declined_and_never_asked_twice(
    club: str, chromium_browser: Browser
) -> None:
    with finished(club, chromium_browser) as (one, two, room):
        press(one, ".mainbox .btn", "Play again")
        two.wait(f"{MAIN}.includes('Yes')", 20)
        press(one, ".mainbox .btn", "Cancel")
        two.wait(f"{MAIN}.includes('Play again') && {HINT}.includes('withdrawn')", 20)
        press(one, ".mainbox .btn", "Play again")
        press(two, ".mainbox .btn", "No, thanks")
        one.wait(f"{HINT}.includes('declined')", 20)
        assert one.js("document.querySelector('.mainbox .act')") is None
        # Who declined may change their mind.
        press(two, ".mainbox .btn", "Play again")
        press(one, ".mainbox .btn", "Yes")
        for tab in (one, two):
            tab.wait(f"{ROOM} !== {room!r}", 30)
        assert one.js(ROOM) == two.js(ROOM)


def test_who_is_elsewhere_is_asked_there(club: str, chromium_browser: Browser) -> None:
    with finished(club, chromium_browser) as (one, two, room):
        visit(two, f"{club}/leaders")
        one.wait("document.querySelector('.strip.them').innerText.includes('offline')", 30)
        press(one, ".mainbox .btn", "Play again")
        one.wait(f"{HINT}.includes('offline')", 20)
        two.wait("document.querySelector('.notices')", 30)
        for _ in range(20):
            two.js(LOOK)
            if two.js("document.querySelector('.notice') !== null"):
                break
            two.js("new Promise((done) => setTimeout(done, 200))")
        assert "wants a rematch" in two.js("document.querySelector('.notice').textContent")
        press(two, ".notice .btn", "Agree")
        for tab in (one, two):
            tab.wait(f"{ROOM} !== {room!r} && location.pathname.startsWith('/play/')", 30)
        assert one.js(ROOM) == two.js(ROOM)


def test_both_ask_at_once(club: str, chromium_browser: Browser) -> None:
    with finished(club, chromium_browser) as (one, two, room):
        again = "document.querySelector('.mainbox .act').click()"
        for tab in (one, two):
            tab.js(again)
        for tab in (one, two):
            tab.wait(f"{ROOM} !== {room!r}", 30)
        assert one.js(ROOM) == two.js(ROOM)
