"""The page without a club in Firefox: served from a folder below another, and after its host is gone."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.firefox import FirefoxTab, firefox, firefox_tab
from tests.web.serving import served
from tests.web.table import Table, start
from tests.web.test_match_without_club import begin_match, play_on, review

from nardy.formats import match_json
from nardy.server.web.static_site import write_site

BELOW = "games/nardy/"
GAMES = {"long-nardy": "Long nardy", "backgammon": "Backgammon"}
CARD = "[...document.querySelectorAll('.mini-card')].find(e => e.innerText.startsWith({!r}))"
TURNS = "[...document.querySelectorAll('.turns li')].map((e) => e.textContent)"
HINT = ".acts [aria-label=Hint]"
KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        firefox() is None, reason="no firefox (Debian: apt install firefox-esr; Ubuntu: firefox)"
    ),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a web host, with the page below it."""
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / BELOW)
    return folder


@pytest.fixture
def tab(tmp_path: Path) -> Iterator[FirefoxTab]:
    downloads = {"browser.download.dir": str(tmp_path / "saved"), "browser.download.folderList": 2}
    wanted = {"intl.accept_languages": "en", **downloads}
    with firefox_tab(tmp_path / "profile", **wanted) as page:
        page.size(1280, 800)
        yield page


@contextlib.contextmanager
def opened(tab: FirefoxTab, site: Path) -> Iterator[str]:
    """The address of the page, which the browser has kept."""
    with served(site) as host:
        tab.go(host + BELOW)
        tab.wait(KEPT, 60)
        tab.wait("document.querySelector('.mini-card')", 60)
        yield host + BELOW


def begin(tab: FirefoxTab, game: str) -> Table:
    """A game as White, in which nothing was played yet."""
    tab.wait(CARD.format(GAMES[game]), 60)
    tab.js(f"{CARD.format(GAMES[game])}.click()")
    tab.wait("document.querySelector('.sheet.order')", 30)
    tab.js("[...document.querySelectorAll('.chip')].find(e => /Light/.test(e.innerText)).click()")
    start(tab)
    return Table(tab)


def ask_for_hint(tab: FirefoxTab) -> str:
    """What the page says to be best, first a ply ahead, then two."""
    tab.click(HINT)
    tab.wait("document.querySelector('.hint-card td')", 60)
    if tab.js("Boolean(document.querySelector('.hint-card .deeper'))"):
        tab.click(".hint-card .deeper")
        tab.wait(
            "document.querySelector('.hint-card td') && !document.querySelector('.deeper')", 60
        )
    said = tab.js("document.querySelector('.hint-card').innerText")
    # Its card stands in place of the turns.
    tab.click(".hint-card .btn.quiet")
    return said


def show(tab: FirefoxTab, address: str, ready: str) -> None:
    """Another page, loaded anew."""
    tab.go("about:blank")
    tab.wait("location.href === 'about:blank'")
    tab.go(address)
    tab.wait(f"document.querySelector({ready!r})", 60)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_after_the_host_is_gone(tab: FirefoxTab, site: Path, game: str) -> None:
    with opened(tab, site):
        table = begin(tab, game)
        for _ in range(2):
            table.wait_for_turn(60)
            table.play_turn()
        table.wait_for_turn(60)
        assert "%" in ask_for_hint(tab)
        played = tab.js(TURNS)
        assert len(played) >= 2
        assert not tab.log
    tab.reload()
    tab.wait("document.readyState === 'complete' && document.querySelector('.boardbox .ck')", 60)
    assert tab.js(TURNS) == played
    table.wait_for_turn(60)
    assert "%" in ask_for_hint(tab)
    table.play_turn()
    tab.wait(f"({TURNS}).length > {len(played)} || ({TURNS}).join() !== {','.join(played)!r}")


def test_a_match_with_the_cube_is_played_and_reviewed_after_the_host_is_gone(
    tab: FirefoxTab, site: Path
) -> None:
    with opened(tab, site):
        room = begin_match(tab)
    play_on(tab, room)
    found = review(tab, room)
    assert found["cubes"], "the double and its answer"
    assert {one["act"] for one in found["cubes"]} & {"take", "pass"}


def test_every_page_opens_after_the_host_is_gone(tab: FirefoxTab, site: Path) -> None:
    with opened(tab, site) as page:
        pass
    show(tab, page, ".mini-card")
    show(tab, f"{page}#/learn/long-nardy", ".learn .place")
    show(tab, f"{page}#/learn", ".library .books")
    show(tab, f"{page}#/board", ".editor .ck")
    show(tab, page, ".mini-card")
    begin(tab, "backgammon").wait_for_turn(60)


def test_the_library_begins_a_game_of_this_browser(tab: FirefoxTab, site: Path) -> None:
    with opened(tab, site) as page:
        show(tab, f"{page}#/learn", ".library .story")
        tab.js("document.querySelector('.story [aria-label^=Play]').click()")
        start(tab)
        assert not tab.log


def test_a_game_is_listed_saved_and_deleted(tab: FirefoxTab, site: Path, tmp_path: Path) -> None:
    with opened(tab, site) as page:
        begin(tab, "backgammon")
        show(tab, page, ".kept-game")
        assert "Backgammon" in tab.js("document.querySelector('.kept-game').innerText")
        tab.click("[aria-label^=Save]")
        end = time.monotonic() + 30
        while not (files := [*(tmp_path / "saved").glob("backgammon-*.json")]) or not (
            text := files[0].read_text()
        ):
            assert time.monotonic() < end, "nothing was saved"
            time.sleep(0.05)
        assert match_json.loads(text).games
        tab.click("[aria-label^=Delete]")
        tab.click("[aria-label^='Delete?']")
        tab.wait("!document.querySelector('.kept-game')")
        assert not tab.log
