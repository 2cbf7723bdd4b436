"""How one plays by hand: one click for a move, no confirmation, a large board, and drawings of one's own."""

import json
import time

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table

pytestmark = pytest.mark.thorough
MAKE = """fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({game: 'long-nardy', bot: 'easy', seat: 'white'})}).then((a) => a.json()).then(({room}) => room)"""
ASKED = "(document.querySelector('.asked')?.textContent ?? '')"
DRAWN = "document.querySelectorAll('.drawn > g').length"
TURNS = "document.querySelectorAll('.turns .cur').length"
USED = "document.querySelectorAll('.die.used').length"


def seated(tab: Tab, club: str, **settings: str) -> Table:
    """At a board against a bot, on turn."""
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(club)
    tab.wait("document.querySelector('#page')", 60)
    tab.js(f"localStorage.setItem('nardy', {json.dumps(json.dumps(settings))})")
    tab.go(f"{club}/play/{tab.js(MAKE)}")
    tab.wait("document.querySelector('.boardbox .ck')", 60)
    table = Table(tab)
    table.wait_for_turn(60)
    # The late parts, among them what draws.
    tab.wait("document.querySelector('.drawn')", 30)
    return table


def right(tab: Tab, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Press the right button at one spot and release it at another."""
    for kind, (x, y) in (("mousePressed", begin), ("mouseMoved", end), ("mouseReleased", end)):
        button = "none" if kind == "mouseMoved" else "right"
        tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)


def test_the_board_takes_most_of_the_height_and_says_what_is_asked(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = seated(tab, club)
        height = tab.js("document.querySelector('.boardbox .board').getBoundingClientRect().height")
        wide = tab.js("document.querySelector('.boardbox .board').getBoundingClientRect().width")
        assert min(height, wide * 0.8) >= 0.85 * 800
        assert tab.js(ASKED).startswith("Your turn: ")
        table.tap(table.origins()[0])
        assert not tab.log


def test_one_click_plays_the_left_die_and_the_other_kind_the_right_one(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = seated(tab, club, taps="one")
        before = tab.js(USED)
        table.tap(table.origins()[0])
        tab.wait(f"{USED} > {before} || document.querySelector('.mainbox .act')")
        tab.js("document.querySelector('.acts .btn').click()")
        tab.wait(f"{USED} === {before}")
        spot = table.at(table.origins()[0])
        right(tab, spot, spot)
        tab.wait(f"{USED} > {before} || document.querySelector('.why')", 20)
        assert tab.js(DRAWN) == 0
        assert not tab.log


def test_a_complete_turn_is_sent_without_a_press_where_that_is_chosen(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = seated(tab, club, confirm="off")
        for _ in range(8):
            if not table.origins():
                break
            table.tap(table.origins()[0])
            if targets := table.targets():
                table.tap(targets[0])
        tab.wait("document.querySelectorAll('.turns li').length >= 1", 30)
        tab.wait("document.querySelector('.mainbox .btn').dataset.act !== 'confirm'", 30)
        assert not tab.log


def test_arrows_and_rings_are_drawn_and_cleared_and_are_no_moves(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = seated(tab, club)
        labels = table.labels()
        right(tab, table.at("24"), table.at("18"))
        assert tab.js(DRAWN) == 1
        right(tab, table.at("7"), table.at("7"))
        assert tab.js(DRAWN) == 2
        right(tab, table.at("7"), table.at("7"))
        assert tab.js(DRAWN) == 1
        # By keyboard, heard.
        tab.js("document.querySelector('.place[tabindex=\"0\"]').focus()")
        tab.key("o")
        tab.wait("/Ring on/.test(document.querySelector('.spoken').textContent)")
        assert tab.js(DRAWN) == 2
        table.tap("5")
        assert tab.js(DRAWN) == 0
        assert [one.replace(", can land", "") for one in table.labels()] == labels
        assert not tab.log


def test_boards_checkers_and_volume_are_set_inside_a_running_game(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        seated(tab, club)
        field = "getComputedStyle(document.querySelector('.boardbox .field')).fill"
        before = tab.js(field)
        tab.click(".acts .more")
        tab.wait("document.querySelectorAll('dialog .looks .sample').length === 14", 30)
        tab.js("document.querySelector('dialog [data-board=night]').click()")
        tab.wait(f"{field} !== {before!r}", 30)
        tab.js("document.querySelector('dialog [data-checkers=stone]').click()")
        assert tab.js("document.documentElement.dataset.checkers") == "stone"
        tab.js(
            "(e => { e.value = 30; e.dispatchEvent(new Event('input')); })(document.querySelector('#setting-volume'))"
        )
        kept = tab.js("JSON.parse(localStorage.nardy)")
        assert (kept["volume"], kept["sound"], kept["board"]) == (30, "on", "night")
        assert not tab.log


def test_what_the_cube_asks_is_said_and_answered_where_it_lies(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        for tab in (one, two):
            tab.size(1280, 800)
            tab.prefer(prefers_reduced_motion="reduce")
            tab.go(club)
            tab.wait("document.querySelector('#page')", 60)
        room = one.js(
            MAKE.replace("long-nardy", "backgammon").replace("bot: 'easy'", "against: 'friend'")
        )
        one.go(f"{club}/play/{room}")
        two.go(f"{club}/play/{room}")
        two.wait("document.querySelector('.end .btn.act')", 60)
        two.click(".end .btn.act")
        one.wait("document.querySelector('.strip.them .avatar')", 60)
        first = "document.querySelector('.no.can')"
        one.wait(f"{first} || {ASKED} === 'Their turn'", 60)
        mover, other = (one, two) if one.js(f"{first} !== null") else (two, one)
        Table(mover).wait_for_turn(60)
        Table(mover).play_turn()
        other.wait("document.querySelector('.mainbox [data-act=double]')", 60)
        assert other.js(ASKED) == "Your turn: roll or double"
        other.js("document.querySelector('.mainbox [data-act=double]').click()")
        mover.wait("document.querySelectorAll('.answer').length === 2", 60)
        assert mover.js(ASKED) == "Doubled to 2. Take or pass?"
        other.wait(f"{ASKED} === 'They decide'", 30)
        # What came under the finger a moment ago is not meant.
        time.sleep(0.6)
        mover.click(".answer.take")
        other.wait(f"{ASKED} === 'Your turn: roll'", 30)
        assert not mover.log
        assert not other.log
