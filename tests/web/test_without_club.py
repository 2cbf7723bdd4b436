"""Without the club, in a real browser: whole games, lessons and the editor; and the page as files."""

import contextlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.effort import tries
from tests.web.browser import Browser, Tab
from tests.web.patience import Patience
from tests.web.running import running_club
from tests.web.table import Table, start

from nardy.core.events import events_from_json
from nardy.core.game import Game
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.web.static_files import web_files
from nardy.server.web.static_site import write_site

pytestmark = pytest.mark.thorough
KEPT = """(async () => {
  const { request } = await import(new URL("offline/client.js", document.querySelector("script").src));
  return request({ ask: "kept" });
})()"""
CARDS = "document.querySelector('.offline .mini-card')"
OVER = "Play again"
UNREACHED = "Failed to load resource"
"""What a browser itself says of requests that nobody answered."""
POSITION = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=42"


def installed(tab: Tab, club: str) -> None:
    """Somebody has visited the club, and the browser has kept the page."""
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(club)
    tab.wait("navigator.serviceWorker?.ready.then(() => true)", 40)
    tab.go(club)
    tab.wait("navigator.serviceWorker.controller && document.querySelector('.hero')", 40)


def begin(tab: Tab, game: str) -> str:
    """Begin a game from the list; its address."""
    tab.wait(CARDS, 40)
    open_sheet(tab, game)
    start(tab)
    return tab.js("location.href")


def open_sheet(tab: Tab, game: str) -> None:
    cards = "[...document.querySelectorAll('.offline .mini-card')]"
    tab.js(f"{cards}.find((one) => one.querySelector('b').textContent === {game!r}).click()")
    tab.wait("document.querySelector('.sheet.order footer .act')", 30)


def turns(tab: Tab) -> list[str]:
    """The turns as the page lists them."""
    return tab.js("[...document.querySelectorAll('.turns li')].map((e) => e.textContent)")


def play(tab: Tab, most: int = 10_000) -> None:
    """Click what is offered, until the game is over or this many turns are listed."""
    table, patience = Table(tab), Patience(tab)
    while OVER not in table.button() and len(turns(tab)) < most:
        patience.look()
        if table.button() == "Confirm":
            table.press_button()
        elif places := movable(table):
            tab.key("Escape")
            table.tap(places[0])
            if targets := table.targets():
                table.tap(targets[0])
        elif (button := table.button()) and OVER not in button:
            table.press_button()


def movable(table: Table) -> list[str]:
    """From where a checker can be moved; one on the bar enters before all others."""
    is_on_bar = any(label.startswith("bar, ") and "yours" in label for label in table.labels())
    is_due = table.tab.js("document.querySelector('.mainbox').textContent.startsWith('Play ')")
    return ["bar"] if is_on_bar and is_due else table.origins()


def kept(tab: Tab) -> list[dict[str, Any]]:
    """The games that this browser keeps."""
    return tab.js(KEPT)


def replayed(game: dict[str, Any]) -> Game:
    """A kept game through the rule book."""
    return Game.from_events(
        events_from_json(happened["event"] for happened in game["events"]), find_game
    )


def errors(tab: Tab) -> list[str]:
    """What scripts have complained of."""
    return [line for line in tab.log if UNREACHED not in line and "ERR_" not in line]


def test_a_game_is_played_to_its_end_and_a_page_that_is_closed_loses_nothing(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        with running_club(tmp_path) as club:
            installed(tab, club)
            tab.go(f"{club}/offline")
            room = begin(tab, "Hypergammon")
            assert "/offline/" in room
        play(tab, most=3)
        # The last row may still become longer: the bot is playing.
        *seen, _ = turns(tab)
        assert len(seen) >= 2
        tab.go("about:blank")
        tab.go(room)
        tab.wait("document.querySelector('.boardbox .ck')", 40)
        tab.wait(f"document.querySelectorAll('.turns li').length >= {len(seen)}", 30)
        assert turns(tab)[: len(seen)] == seen
        play(tab)
        told = tab.wait("document.querySelector('.end h2')?.textContent", 30)
        (game,) = kept(tab)
        over = replayed(game)
        assert over.phase is Phase.OVER
        assert over.outcome
        assert over.outcome.winner
        assert ("You win" in told) == (over.outcome.winner.value == game["seat"])
        assert not errors(tab)
        tab.go(f"{club}/offline")
        tab.wait("document.querySelector('.kept-game')?.textContent.includes('finished')", 30)
        # Another one, from the end of this: the seats are changed.
        tab.go(room)
        tab.wait(f"document.querySelector('.mainbox .act')?.textContent === {OVER!r}", 30)
        tab.click(".mainbox .act")
        tab.wait(f"location.href !== {room!r} && document.querySelector('.boardbox .ck')", 30)
        newest, oldest = kept(tab)
        assert {newest["seat"], oldest["seat"]} == {"white", "black"}
        assert not newest["is_over"]


def test_without_the_club_the_first_page_offers_games_until_it_is_back(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        with running_club(tmp_path) as club:
            installed(tab, club)
        tab.wait("document.querySelector('.banner').textContent.includes('lost')", 40)
        tab.go(club)
        tab.wait(CARDS, 40)
        assert "The club does not answer" in tab.js("document.body.innerText")
        # What only the club has says why it is not there.
        tab.go(f"{club}/tournaments")
        tab.wait("document.querySelector('#page')?.textContent.includes('club')", 40)
        with running_club(tmp_path, int(club.rpartition(":")[2].strip("/"))):
            tab.wait("fetch('/api/games').then(({ ok }) => ok, () => false)", 40)
            tab.js("document.querySelector('.logo').click()")
            tab.wait("document.querySelector('.hero')", 40)
            assert not tab.js(CARDS)
        assert not errors(tab)


def test_a_game_whose_bots_were_never_fetched_is_not_begun(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        with running_club(tmp_path) as club:
            installed(tab, club)
        tab.go(f"{club}/offline")
        tab.wait(CARDS, 40)
        open_sheet(tab, "Tapa")
        tab.click(".sheet.order footer .act")
        tab.wait(
            "document.querySelector('.sheet.order .problem').textContent.includes('not in this browser')",
            30,
        )
        assert kept(tab) == []
        tab.go(f"{club}/offline")
        assert begin(tab, "Backgammon")
        assert not errors(tab)


def test_lessons_and_positions_need_no_club(tmp_path: Path, chromium_browser: Browser) -> None:
    step = json.loads(web_files()["/lessons/backgammon.json"].content)["steps"][1]
    with chromium_browser.tab() as tab:
        with running_club(tmp_path) as club:
            installed(tab, club)
        tab.go(f"{club}/learn/backgammon#2")
        tab.wait("document.querySelector('.learn .no.can')", 40)
        table = Table(tab)
        for origin, target in step["show"]:
            table.tap(str(origin))
            tab.wait(
                f"[...document.querySelectorAll('.place')].some((one) =>"
                f" one.getAttribute('aria-label').startsWith('{target}, ') &&"
                " one.getAttribute('aria-label').includes('can land'))",
                20,
            )
            table.tap(str(target))
        tab.click(".mainbox .act")
        tab.wait("document.querySelector('.answer.good')", 30)
        tab.go(f"{club}/board?text={POSITION.replace(' ', '+')}")
        tab.wait("document.querySelector('.editor .no.can')", 40)
        assert {*table.origins()} == {"24", "13", "8", "6"}
        judge = "[...document.querySelectorAll('button.act')].find((one) => one.textContent.includes('bot'))"
        tab.js(f"{judge}.click()")
        best = tab.wait("document.querySelector('.evaluation li b')?.textContent", 40)
        assert re.fullmatch(r"8/4 6/4", best)
        assert not errors(tab)


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder on a web host that knows nothing."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout
        told = re.search(r"\((http:[^)]+)\)", process.stdout.readline())
        assert told
        try:
            yield told[1]
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page below it."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder / "a" / "folder")
    return folder


def test_the_page_as_files_plays_also_when_the_host_is_gone(
    site: Path, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        with served(site) as host:
            home = f"{host}a/folder/"
            tab.go(home)
            room = begin(tab, "Plakoto")
            assert room.startswith(f"{home}#/offline/")
            Table(tab).wait_for_turn(30)
            tab.wait("navigator.serviceWorker?.ready.then(() => true)", 40)
            assert all(address.startswith((host, "data:", "blob:")) for address in tab.asked)
        tab.call("Page.reload")
        tab.wait("document.querySelector('.boardbox .ck')", 40)
        play(tab, most=4)
        assert len(turns(tab)) >= 4
        tab.go(f"{home}#/board")
        tab.wait("document.querySelector('.editor .place')", 40)
        tab.go(f"{home}#/learn/long-nardy")
        tab.wait("document.querySelector('.learn .place')", 40)
        tab.go(f"{home}#/tournaments")
        tab.wait("document.querySelector('#page')", 40)
        assert not errors(tab)


LOADED = """performance.getEntriesByType('resource')
    .some(({ name, responseEnd }) => name.endsWith('/take_back.js') && responseEnd > 0)"""

LONG_GAMES = ["Gul bara", "Mad gulbar"][: tries(0, 0, 2)]


@pytest.mark.parametrize("game", ["Nuclear backgammon", "Gioul", *LONG_GAMES])
def test_a_game_with_cascades_or_a_bomb_is_played_to_its_end(
    site: Path, chromium_browser: Browser, game: str
) -> None:
    """Their host is gone: the browser has all that it needs."""
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        with served(site) as host:
            tab.go(f"{host}a/folder/")
            begin(tab, game)
            Table(tab).wait_for_turn(60)
            tab.wait("navigator.serviceWorker?.ready.then(() => true)", 40)
            # The service worker serves the page from its next start on; this one must have its late parts.
            tab.wait(LOADED, 40)
        tab.call("Page.reload")
        tab.wait("document.querySelector('.boardbox .ck')", 40)
        play(tab)
        (kept_game,) = kept(tab)
        over = replayed(kept_game)
        assert over.phase is Phase.OVER
        assert kept_game["is_over"]
        assert not errors(tab)


def test_from_the_disk_the_page_says_how_to_serve_it(site: Path, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go((site / "a" / "folder" / "index.html").as_uri())
        told = tab.wait("document.querySelector('.unserved')?.innerText", 30)
        assert "python3 -m http.server" in told
        assert tab.js("getComputedStyle(document.querySelector('.unserved')).display") != "none"
