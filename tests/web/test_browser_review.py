"""The review page makes the club's review itself where it can, and asks the club where it cannot."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.server.club_room import room_in_memory
from tests.web import axe
from tests.web.browser import Browser, Tab
from tests.web.finished import TOKEN
from tests.web.running import running_club

from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS
from nardy.core.game import Game
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.analysis import evaluations
from nardy.server.games.related_games import as_related_game
from nardy.server.store import guests, log
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry

pytestmark = pytest.mark.thorough
ROOM = "played"
STATE = "document.querySelector('.review .state')?.textContent"
LINKS = "[...document.querySelectorAll('.summary .linkish')]"
DEEPER = f"{LINKS}.find((one) => /at the club/.test(one.textContent))"
LOOK = f"{LINKS}.find((one) => one.textContent === 'Look two plies ahead')"
STOP = f"{LINKS}.find((one) => one.textContent === 'Stop looking ahead')"
DEPTH = "document.querySelector('.summary').innerText"
FIGURES = "document.querySelector('.figures').innerText"

BROKEN = """window.Worker = class {
  constructor() { setTimeout(() => this.onerror?.(new Event("error"))); }
  postMessage() {}
  terminate() {}
}"""
"""A browser whose worker cannot be loaded."""


def prepare(folder: Path) -> None:
    """A game of portes that Anna has finished against a bot."""
    game, chance, bot = Game(find_game("portes"), seed=2), Random(2), NeuralBot(0)
    while game.phase is not Phase.OVER:
        if game.phase is Phase.OPENING:
            game.open()
        elif game.phase is Phase.ROLL:
            game.roll(chance.choice(ROLLS))
        else:
            ranked = bot.rank(as_related_game(game.situation))
            final = ranked[min(chance.choice([0, 0, 3]), len(ranked) - 1)].final
            game.play(next(turn for turn in game.legal_turns if game.legal_turns[turn] == final))
    room = room_in_memory("portes")
    record = replace(room.record, id=ROOM, white="guest:anna", black="bot:nardy:0")
    entries = [LogEntry(event, 0) for event in game.events]

    async def go() -> None:
        store = open_store(folder / "club.db")
        await store.run(lambda c: guests.add_guest(c, Guest("anna", "Anna"), TOKEN, 0))
        await store.run(lambda c: log.make_room(c, record, entries))
        await store.run(lambda c: log.close(c, ROOM))
        store.close()

    asyncio.run(go())


@pytest.fixture
def tab(tmp_path: Path, chromium_browser: Browser) -> Iterator[tuple[Tab, str]]:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    prepare(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as one:
        one.size(1280, 900)
        one.go(club)
        one.wait("document.querySelector('.huge')", 30)
        one.sign_in(TOKEN)
        yield one, club


def asked_club(tab: Tab) -> bool:
    """Whether the club's queue was asked."""
    return any(address.endswith(f"/{ROOM}/review") and "/api/" in address for address in tab.asked)


def test_the_browser_reviews_and_the_club_looks_deeper_when_it_is_asked(
    tab: tuple[Tab, str],
) -> None:
    page, club = tab
    page.go(f"{club}/review/{ROOM}")
    page.wait("document.querySelector('.figures .figure')", 60)
    page.wait(f"{STATE} === ''", 60)
    assert not asked_club(page)
    assert "1 ply ahead" in page.js("document.querySelector('.summary').innerText")
    here = page.js(FIGURES)
    assert page.js("document.querySelector('.candidates tbody tr')") is not None
    assert not axe.violations(page)
    page.js(f"{DEEPER}.click()")
    page.wait("document.querySelector('.summary').innerText.includes('2 plies ahead')", 60)
    page.wait(f"{STATE} === ''", 120)
    assert asked_club(page)
    assert not page.js(f"Boolean({DEEPER})")
    # The same decisions, looked at more deeply.
    assert [line for line in page.js(FIGURES).splitlines() if "decisions" in line] == [
        line for line in here.splitlines() if "decisions" in line
    ]
    assert not page.log


def test_the_browser_looks_two_plies_ahead_when_it_is_asked_and_may_be_stopped(
    tab: tuple[Tab, str],
) -> None:
    page, club = tab
    page.go(f"{club}/review/{ROOM}")
    page.wait("document.querySelector('.figures .figure')", 60)
    page.wait(f"{STATE} === ''", 60)
    here = page.js(FIGURES)
    page.js(f"{LOOK}.click()")
    page.wait(f"/in depth/.test({STATE}) && {STOP}", 60)
    assert "Preview: 1 ply ahead" in page.js(DEPTH)
    page.js(f"{STOP}.click()")
    page.wait(f"{STATE} === '' && {LOOK}", 60)
    assert page.js(FIGURES) == here
    page.js(f"{LOOK}.click()")
    page.wait(f"/2 plies ahead/.test({DEPTH}) && {STATE} === ''", 120)
    assert not page.js(f"Boolean({LOOK} || {STOP})")
    # The same decisions, looked at more deeply.
    assert [line for line in page.js(FIGURES).splitlines() if "decisions" in line] == [
        line for line in here.splitlines() if "decisions" in line
    ]
    assert not asked_club(page)
    assert not page.log


def test_without_the_engine_the_club_reviews(tab: tuple[Tab, str]) -> None:
    page, club = tab
    page.call("Page.addScriptToEvaluateOnNewDocument", source=BROKEN)
    page.go(f"{club}/review/{ROOM}")
    page.wait("document.querySelector('.figures .figure')", 60)
    page.wait(f"{STATE} === ''", 120)
    assert asked_club(page)
    assert not page.js(f"Boolean({DEEPER})")
