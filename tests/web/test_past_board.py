"""Earlier moments of a running game on the page: shown over the board, and gone when something happens."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.doubled import doubled_room
from tests.web.browser import Browser
from tests.web.finished import ROOM, TOKEN
from tests.web.running import running_club

from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.store import guests, log
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry

pytestmark = pytest.mark.thorough
KEY = """document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", {{ key: "{}", bubbles: true, cancelable: true }}))"""
ACT = "document.querySelector('.mainbox .btn').textContent"
WORD = "document.querySelector('.past-bar .num')?.textContent"


def beginning() -> list[LogEntry]:
    """The first turns of a game in which White has to roll."""
    entries = doubled_room().entries
    for count in range(12, len(entries)):
        game = Game.from_events([one.event for one in entries[:count]], find_game)
        if game.phase is Phase.ROLL and game.to_act is Player.WHITE:
            return list(entries[:count])
    raise AssertionError("no such moment")


def prepare(folder: Path) -> None:
    """A running game of Anna's against a bot, and her browser's token."""
    seats = {"white": "guest:anna", "black": "bot:nardy:0"}
    record = replace(doubled_room().record, id=ROOM, is_over=False, **seats)

    async def go() -> None:
        store = open_store(folder / "club.db")
        await store.run(lambda c: guests.add_guest(c, Guest("anna", "Anna"), TOKEN, 0))
        await store.run(lambda c: log.make_room(c, record, beginning()))
        store.close()

    asyncio.run(go())


def test_an_earlier_moment_hides_nothing_and_ends_by_itself(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    prepare(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 120)
        tab.sign_in(TOKEN)
        tab.go(f"{club}/play/{ROOM}")
        tab.wait("document.querySelectorAll('.turns .seek').length > 2", 120)
        due = tab.js(ACT)
        tab.js("[...document.querySelectorAll('.turns .seek')][1].click()")
        tab.wait("document.querySelector('.past .board')", 60)
        # The pending action stays where it was, and it is said that the turn waits.
        assert tab.js(ACT) == due
        assert tab.js("document.querySelector('.past b').textContent")
        assert tab.js("document.querySelector('.turns .seek[aria-current=true]').textContent")
        second = tab.js(WORD)
        tab.js(KEY.format("ArrowLeft"))
        first = tab.js(WORD)
        tab.js(KEY.format("ArrowLeft"))
        assert second != first == tab.js(WORD)
        tab.js(KEY.format("ArrowRight"))
        assert tab.js(WORD) == second
        tab.js(KEY.format("Escape"))
        assert tab.js(WORD) is None
        # What happens in the game ends the look back.
        tab.js("document.querySelector('.turns .seek').click()")
        tab.wait("document.querySelector('.past .board')", 60)
        tab.js("document.querySelector('.mainbox .btn').click()")
        tab.wait("!document.querySelector('.past')", 60)
        assert not tab.log
