"""The first page: a board that lives, cards of games, and few taps to the first own turn."""

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table
from tests.web.test_order import named
from tests.web.test_two_people import press

from nardy.search.level_losses import newcomer_level

pytestmark = pytest.mark.thorough
SPOTS = """[...document.querySelectorAll('.living .ck')].map((e) => e.getAttribute('transform')).join()"""
LINES = "[...document.querySelectorAll('.three-lines li')].map((e) => e.textContent)"
TOO_WIDE = """[...document.querySelectorAll('body *')]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth)
  .map((e) => `${e.localName}.${e.className}: ${e.textContent.slice(0, 40)}`)"""
STOP_IS_THERE = """(() => {
  const stop = document.querySelector(".living-line .btn"), { x, y, width, height } = stop.getBoundingClientRect();
  return stop.checkVisibility() && stop.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})()"""
COVERED = """(() => {
  const board = document.querySelector('.living').getBoundingClientRect();
  return [...document.querySelectorAll('.offer :is(h1, p, a, button)')].filter((e) => {
    const { right, left, top, bottom } = e.getBoundingClientRect();
    return right > board.left && left < board.right && bottom > board.top && top < board.bottom;
  }).map((e) => e.textContent);
})()"""
SWITCH = "[...document.querySelectorAll('header button')].find((e) => e.textContent === 'Русский').click()"
WIDTH = "document.querySelector('.home').getBoundingClientRect().width"


def visit(tab: Tab, club: str, width: int = 1280, height: int = 800, **wishes: str) -> None:
    tab.size(width, height, touch=width < 700)
    tab.prefer(**wishes)
    tab.go(club)
    tab.wait("document.querySelector('.living-line .btn')", 60)


PRESS = """(() => {
  if (document.querySelector('.no.can')) return 'turn';
  const asked = document.querySelector('.sheet.order footer .act:not(:disabled), .game-card footer .act, .mainbox [data-act=roll]');
  if (!asked || asked === window.pressed) return '';
  window.pressed = asked;
  asked.click();
  return 'tap';
})()"""


def own_turn(tab: Tab) -> int:
    """Taps from an open page until the own first turn, on whatever asks for one."""
    taps = 0
    while tab.wait(PRESS, 60) == "tap":
        taps += 1
    return taps


@pytest.mark.parametrize("way", [".btn.huge", ".mini-card.large"])
def test_at_most_four_taps_lead_to_the_first_own_turn(
    club: str, chromium_browser: Browser, way: str
) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club, 390, 844, prefers_reduced_motion="reduce")
        tab.click(way)
        assert 1 + own_turn(tab) <= 4
        assert Table(tab).origins()
        assert not tab.log


def test_the_board_lives_silently_and_can_be_stopped(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club, prefers_reduced_motion="no-preference")
        tab.wait("/recorded/.test(document.querySelector('.living-says').textContent)", 30)
        before = tab.js(SPOTS)
        tab.wait(f"{SPOTS} !== {before!r}", 30)
        assert not any("sound.js" in address for address in tab.asked)
        tab.click(".living-line .btn")
        assert tab.js("document.querySelector('.living-line .btn').ariaLabel") == (
            "Let the board go on"
        )
        visit(tab, club, prefers_reduced_motion="reduce")
        assert tab.js("document.querySelector('.living-line .btn').ariaLabel") == (
            "Let the board go on"
        )
        assert not tab.log


def test_a_tile_opens_a_card_with_three_lines_and_the_lesson(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club, prefers_reduced_motion="reduce")
        press(tab, ".mini-card", "Nuclear")
        tab.wait(f"{LINES}.length === 3", 30)
        assert "bomb" in tab.js(LINES)[2]
        assert tab.js("document.activeElement.matches('.game-card footer .act')")
        told = tab.js("document.querySelector('.game-card').innerText")
        assert named(newcomer_level("nuclear")) in told
        assert "Nobody is waiting" in told
        assert tab.js("location.pathname") == "/"
        tab.click(".game-card footer a")
        tab.wait("document.querySelector('.learn .ck')", 30)
        assert tab.js("location.pathname") == "/learn/nuclear"
        assert not tab.log


def test_a_newcomer_goes_to_the_lesson_and_then_meets_the_level_for_newcomers(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club, prefers_reduced_motion="reduce")
        tab.js("localStorage.setItem('nardy', JSON.stringify({level: 'strongest'}))")
        visit(tab, club, prefers_reduced_motion="reduce")
        press(tab, ".three .btn", "I am new")
        tab.wait(
            "location.pathname === '/learn/backgammon' && document.querySelector('.learn .ck')", 30
        )
        tab.go(f"{club}/learn/backgammon?again#99")
        tab.wait("document.querySelector('.learn .ck')", 30)
        press(tab, ".tools .btn", "Skip")
        tab.wait("document.querySelector('.learn .advice ol')", 30)
        press(tab, ".mainbox .btn", "Play")
        tab.wait("document.querySelector('.order .levels [aria-pressed=true]')", 30)
        chosen = tab.js("document.querySelector('.order .levels [aria-pressed=true]').textContent")
        assert chosen == named(newcomer_level("backgammon"))
        assert not tab.log


def test_wide_screens_are_used_and_narrow_ones_fit(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        for width, height in (
            (320, 568),
            (360, 640),
            (390, 844),
            (667, 375),
            (1280, 800),
            (1920, 1080),
        ):
            visit(tab, club, width, height, prefers_reduced_motion="reduce")
            assert tab.js("document.documentElement.scrollWidth") == width, tab.js(TOO_WIDE)
            # The board can be stopped on every screen, and begun under reduced motion.
            assert tab.js(STOP_IS_THERE), (width, height)
            bottom = tab.js("document.querySelector('.btn.huge').getBoundingClientRect().bottom")
            assert bottom <= height, (width, height, bottom)
        assert tab.js(WIDTH) > 1700
        families = (
            "[...document.querySelectorAll('.family')].map((e) => e.getBoundingClientRect().top)"
        )
        assert len(set(tab.js(families))) == 1


def test_the_board_lies_over_no_button_on_a_phone_held_sideways(
    club: str, chromium_browser: Browser
) -> None:
    """Russian words are longer; the button of the language is pressed once."""
    with chromium_browser.tab() as tab:
        visit(tab, club, 667, 375, prefers_reduced_motion="reduce")
        if tab.js("document.documentElement.lang") == "en":
            tab.js(SWITCH)
            tab.wait(
                "document.documentElement.lang === 'ru' && document.querySelector('.living-board .board')"
            )
        for width, height in ((568, 320), (667, 375), (844, 390)):
            tab.size(width, height, touch=True)
            assert tab.js(COVERED) == [], (width, height)
