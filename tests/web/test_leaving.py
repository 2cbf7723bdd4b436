"""Leaving a page: what was asked for it, lies over it or is written behind its address is left too."""

import json
import time

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table

pytestmark = pytest.mark.thorough
SOCKETS = """(() => { const Real = WebSocket; window.sockets = [];
  window.WebSocket = class extends Real { constructor(...all) { super(...all); window.sockets.push(this); } };
})()"""
HOLD = """(() => {{ const real = window.fetch; window.held = [];
  window.fetch = (path, ...more) => String(path).includes({path!r})
    ? new Promise((go) => window.held.push(() => go(real(path, ...more)))) : real(path, ...more);
}})()"""
"""Answers that come when they are let go."""
KEEP = """(() => {{ const real = window.fetch;
  window.fetch = (path, how) => (path === {path!r} && (window.posted = how.body), real(path, how)); }})()"""
"""Keeps the last body that the page posts to a path."""
SHOWN = "[location.pathname + location.search + location.hash, document.querySelector('main').className, document.title]"
OPEN = "window.sockets.filter((one) => one.readyState < 2).length"
MAKE = """fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({game: 'backgammon', bot: 'easy', seat: 'white'})})
  .then((answer) => answer.json()).then(({room}) => room)"""


def home(tab: Tab, club: str) -> None:
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=SOCKETS)
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(club)
    tab.wait("document.querySelector('.home')", 60)


def at_board(tab: Tab, club: str) -> Table:
    """A new game, in one's own turn."""
    home(tab, club)
    tab.go(f"{club}/play/{tab.js(MAKE)}")
    tab.wait("document.querySelector('.boardbox .ck')", 60)
    table = Table(tab)
    table.wait_for_turn()
    return table


def let_go(tab: Tab) -> None:
    """Give the answers, and the time to do with them what should not be done."""
    tab.wait("window.held.length")
    tab.js("window.held.splice(0).forEach((answer) => answer())")
    time.sleep(0.7)


def test_who_comes_back_before_the_answer_stays(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        at_board(tab, club)
        tab.js(HOLD.format(path="/api/games"))
        board = tab.js(SHOWN)
        tab.click(".logo")
        tab.wait("window.held.length")
        tab.js("history.back()")
        tab.wait("document.querySelector('.boardbox .ck')", 20)
        let_go(tab)
        assert tab.js(SHOWN) == board
        assert tab.js(OPEN) == 1
        assert not tab.log


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ("a[href='/board']", "/api/position"),
        (".three a[href^='/learn/']", "/api/position"),
        ("a[href='/leaders']", "/api/leaders"),
        ("a[href='/tournaments']", "/api/tournaments"),
    ],
)
def test_a_page_that_was_left_before_it_came_shows_nothing(
    club: str, chromium_browser: Browser, link: str, path: str
) -> None:
    with chromium_browser.tab() as tab:
        home(tab, club)
        tab.js(HOLD.format(path=path))
        tab.click(link)
        tab.wait("window.held.length", 20)
        tab.click(".logo")
        tab.wait("location.pathname === '/' && !document.querySelector('.playing')")
        let_go(tab)
        assert tab.js(SHOWN) == ["/", "home", "nardy"]
        assert tab.js(OPEN) == 1
        assert not tab.log


def test_an_editor_that_was_left_writes_no_address(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        home(tab, club)
        tab.click("a[href='/board']")
        tab.wait("document.querySelector('.editor .place')", 30)
        tab.js(HOLD.format(path="/api/position"))
        tab.js(
            "(() => { const game = document.querySelector('#editor-game'); game.value = 'plakoto';"
            " game.dispatchEvent(new Event('change')); })()"
        )
        tab.click(".logo")
        tab.wait("document.querySelector('.home')")
        let_go(tab)
        assert tab.js(SHOWN) == ["/", "home", "nardy"]


def test_the_link_to_the_board_leaves_a_turn_as_it_is(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        table = at_board(tab, club)
        table.tap(table.origins()[0])
        table.tap(table.targets()[0])
        made = table.labels()
        tab.js("document.querySelector('.skip').focus()")
        tab.key("Enter")
        assert tab.js("document.activeElement.matches('.boardbox .place')")
        # Whatever else is written behind the address.
        tab.js("location.hash = 'page'")
        time.sleep(0.7)
        assert table.labels() == made
        assert tab.js("window.sockets.length") == 1


def test_the_link_to_the_board_leaves_a_lesson_at_its_step(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        step = "document.querySelector('.learn .num')?.textContent[0] === {!r}"
        tab.go(f"{club}/learn/backgammon#3")
        tab.wait(step.format("3"), 60)
        tab.js("document.querySelector('.skip').click()")
        time.sleep(0.7)
        assert tab.js(step.format("3"))
        assert tab.js("location.hash") == "#3"
        # Another step in the address is gone to, as before.
        tab.js("location.hash = '2'")
        tab.wait(step.format("2"))


def test_the_link_to_the_board_goes_to_what_there_is_without_one(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        home(tab, club)
        tab.js("document.querySelector('.skip').click()")
        assert tab.js("document.activeElement.matches('#page *')")
        assert tab.js("window.sockets.length") == 1


def test_a_sheet_goes_with_its_page(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        home(tab, club)
        tab.click("a[href='/learn']")
        tab.wait("document.querySelector('.story .btn')", 30)
        tab.click(".story .btn")
        tab.wait("document.querySelector('dialog[open]')", 20)
        tab.js("history.back()")
        tab.wait("document.querySelector('.home')", 20)
        assert not tab.js("document.querySelectorAll('dialog[open]').length")


def test_the_codes_of_a_new_account_outlast_the_page(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/clubs")
        tab.wait("document.querySelector('.leaders .none .btn')", 60)
        tab.click(".leaders .none .btn")
        tab.wait("document.querySelector('dialog form')", 30)
        tab.js(
            "document.querySelectorAll('dialog .labelled input').forEach((field, n) =>"
            " field.value = ['Tamar', 'lamp gravel tuesday'][n])"
        )
        tab.js("document.querySelector('dialog form .act').click()")
        tab.wait("document.querySelectorAll('dialog[open] .codes li').length === 8", 30)
        # The page shows a form now.
        tab.wait("document.querySelector('.leaders form')", 30)
        assert tab.js("document.querySelectorAll('dialog[open] .codes li').length") == 8


def test_moves_made_before_a_reload_are_there_after_it(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = at_board(tab, club)
        origin = table.origins()[0]
        table.tap(origin)
        table.tap(table.targets()[0])
        made = table.labels()
        tab.call("Page.reload")
        tab.wait(
            "document.readyState === 'complete' && document.querySelector('.boardbox .ck')", 60
        )
        tab.wait("document.querySelector('.mainbox .btn').textContent.match(/Play|Confirm/)", 30)
        end = time.monotonic() + 20
        while table.labels() != made:
            assert time.monotonic() < end, (made, table.labels())
            time.sleep(0.05)
        # Taken back they are no more, also after another reload.
        tab.js("document.querySelector('.acts .back').click()")
        assert table.labels() != made
        tab.call("Page.reload")
        tab.wait("document.readyState === 'complete' && document.querySelector('.no.can')", 60)
        assert origin in table.origins()
        assert tab.js("localStorage.getItem('nardy-turns')") == "{}"
        assert not tab.log


@pytest.mark.parametrize("link", ["a[href='/learn']", "a[href='/puzzles']", "a[href='/offline']"])
def test_a_page_that_is_gone_to_is_read_from_its_top(
    club: str, chromium_browser: Browser, link: str
) -> None:
    with chromium_browser.tab() as tab:
        home(tab, club)
        tab.size(390, 500)
        tab.js("scrollTo(0, 700)")
        tab.wait("scrollY > 100")
        tab.js(f"document.querySelector({f'#page {link}'!r}).click()")
        tab.wait("document.activeElement.matches('#page h1')", 30)
        assert tab.js("scrollY") == 0
        assert not tab.log


def test_another_game_chosen_before_the_rules_came_is_announced(
    club: str, chromium_browser: Browser
) -> None:
    choose = (
        "(() => {{ const game = document.querySelector('#cup-game-choice'); game.value = {!r};"
        " game.dispatchEvent(new Event('change')); }})()"
    )
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/tournaments/new")
        tab.wait("document.querySelector('.plan .options')", 60)
        tab.js(HOLD.format(path="/api/games/hypergammon"))
        tab.js(choose.format("hypergammon"))
        tab.js(choose.format("plakoto"))
        tab.wait("document.querySelector('.plan .options')")
        let_go(tab)
        tab.js(KEEP.format(path="/api/tournaments"))
        tab.js("document.querySelector('#cup-name').value = 'Late rules'")
        tab.js("document.querySelector('.plan .btn.act').click()")
        assert json.loads(tab.wait("window.posted"))["game"] == "plakoto"
        tab.wait("location.pathname.startsWith('/tournament/')", 30)
        assert not tab.log


def test_options_changed_quickly_are_all_played(club: str, chromium_browser: Browser) -> None:
    change = (
        "(() => {{ const one = document.querySelector('#option-{0}'); one.value = '{1}';"
        " one.focus(); one.dispatchEvent(new Event('change')); }})()"
    )
    with chromium_browser.tab() as tab:
        home(tab, club)
        tab.click(".hero .btn")
        tab.wait("document.querySelector('.order #option-beavers')", 30)
        tab.js("document.querySelector('.order .options').open = true")
        tab.js(KEEP.format(path="/api/rooms"))
        tab.js(HOLD.format(path="change="))
        tab.js(change.format("jacoby", "off"))
        tab.js(change.format("beavers", "off"))
        # Before the rules have come.
        tab.js("document.querySelector('.sheet.order footer .act').click()")
        let_go(tab)
        assert tab.js("document.activeElement.id") == "option-beavers"
        let_go(tab)
        tab.wait("document.querySelector('.boardbox .ck')", 60)
        played = json.loads(tab.js("window.posted"))["game"]
        assert played == "backgammon,beavers=off,jacoby=off"
        assert not tab.log


PASTE = """(() => { const data = new DataTransfer(); data.setData('text', TEXT);
  document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true})); })()"""
READ = """(() => { document.querySelector('#match-text').value = TEXT;
  [...document.querySelectorAll('.bring .btn')].at(-1).click(); })()"""


@pytest.mark.parametrize(("path", "give"), [("/learn", PASTE), ("/matches", READ)])
def test_a_position_read_after_its_page_was_left_opens_no_board(
    club: str, chromium_browser: Browser, path: str, give: str
) -> None:
    text = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
    with chromium_browser.tab() as tab:
        tab.go(club + path)
        tab.wait("document.querySelector('.story, #match-text')", 60)
        tab.js(HOLD.format(path="/api/position"))
        tab.js(give.replace("TEXT", f"'{text}'"))
        tab.wait("window.held.length", 20)
        tab.click(".logo")
        tab.wait("document.querySelector('.home')", 20)
        let_go(tab)
        assert tab.js(SHOWN) == ["/", "home", "nardy"]
        assert not tab.log
