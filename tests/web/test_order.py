"""The sheet of a new game: one for every way to it, nothing begins by looking, and what it shows is played."""

import json
from pathlib import Path

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import from_card, start
from tests.web.test_two_people import press

import nardy
from nardy.search.level_losses import losses, newcomer_level

NAMES = Path(nardy.__file__).parent / "locale" / "en" / "page" / "home.json"

SHOWN = """(() => {
  const chosen = [...document.querySelectorAll('.order .chips')].map((row) =>
    [row.ariaLabel, row.querySelector('[aria-pressed=true]')?.textContent]);
  return { game: document.querySelector('#own-game').value, ...Object.fromEntries(chosen) };
})()"""
ROOMS = "fetch('/api/me').then((told) => told.json()).then(({ rooms }) => rooms.length)"
FOCUSED = "document.activeElement.matches('.sheet.order footer .act')"


def named(level: str) -> str:
    """The English name of a level."""
    return json.loads(NAMES.read_text("utf-8"))[f"level.{level}"]


def shown(tab: Tab) -> dict[str, str]:
    """What the open sheet has chosen."""
    tab.wait(FOCUSED, 30)
    return tab.js(SHOWN)


def test_a_tile_asks_first_and_what_its_sheet_shows_is_played(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(360, 740, touch=True)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(club)
        press(tab, ".mini-card", "Plakoto")
        from_card(tab)
        assert shown(tab) | {
            "Opponent": "A bot",
            "Strength": named(newcomer_level("plakoto")),
        } == shown(tab)
        assert shown(tab)["game"] == "plakoto"
        tab.js("document.querySelector('dialog').close()")
        # Nobody has come yet, as the club sees it: looking leaves nothing behind.
        assert tab.js("document.cookie.length + location.pathname.length") == 1
        assert tab.js(ROOMS) == 0

        press(tab, ".hero .btn", "Play now")
        assert shown(tab)["game"] == "backgammon"
        press(tab, ".order .chip", named("5"))
        press(tab, ".order .chip", "Match to 3")
        lost = f"{losses('backgammon')['5']:.3f}"
        tab.wait(f"document.querySelector('.about-level').textContent.includes({lost!r})")
        start(tab)
        assert tab.js(ROOMS) == 1
        assert tab.js("document.querySelector('.strip.them b').innerText") == "Badger 5"
        told = tab.js("document.querySelector('.info .muted').textContent")
        assert "Match to 3" in told
        # The last choice is remembered, in every game.
        tab.js("document.querySelector('.info .phone-only').click()")
        press(tab, "dialog .btn", "Home")
        press(tab, ".mini-card", "Long nardy")
        from_card(tab)
        assert shown(tab)["Strength"] == named("5")
        assert tab.js("document.documentElement.scrollWidth") == 360
        assert not tab.log


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "button", "game"),
    [
        ("/learn", ".story:nth-of-type(2) .btn:last-child", None),
        ("/player/bot:nardy:1", ".profile .who .btn", None),
        ("/learn/backgammon#99", "", "backgammon"),
    ],
)
def test_every_way_to_a_game_opens_the_same_sheet(
    club: str, chromium_browser: Browser, path: str, button: str, game: str | None
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club + path)
        if button:
            tab.wait(f"document.querySelector({button!r})", 30)
            tab.js(f"document.querySelector({button!r}).click()")
        else:
            tab.wait("document.querySelector('.learn .ck')", 30)
            press(tab, ".tools .btn", "Skip")
            tab.wait("document.querySelector('.learn .advice ol')", 30)  # The end has loaded.
            press(tab, ".mainbox .btn", "Play")
        told = shown(tab)
        assert told["Opponent"] == "A bot"
        assert game in (None, told["game"])
        if "bot:" in path:
            assert told["Strength"] == named("8")
        assert not tab.log
