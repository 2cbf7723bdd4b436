"""What plays by itself for who wants that: the roll, a turn without a choice, the bearing off."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.web.browser import Browser
from tests.web.finished import TOKEN
from tests.web.running import running_club

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.race import have_passed
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.store import guests, log
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry, RoomRecord

pytestmark = pytest.mark.thorough
BEARING = """import("/web/js/game/input/automatic.js").then(({ bearing }) => [
  bearing([{ moves: [{ from: 1, to: 0, then: 1 }, { from: 6, to: 0, then: 1 }] }, { moves: [] }]),
  bearing([{ moves: [{ from: 6, to: 3, then: 1 }] }, { moves: [] }]),
  bearing([{ moves: [{ from: 2, to: 0, then: 1 }] }, { moves: [{ from: 4, to: 1, then: 2 }] }, { moves: [] }]),
  bearing([{ moves: [{ from: 2, to: 0, then: null }] }]),
  bearing([{ moves: [] }]),
].map((route) => route && route.map(({ from }) => from)))"""


def nearly_over(game: Game) -> bool:
    """Whether White is to roll and has checkers on his ace point only, past all contact."""
    now = game.situation
    if game.phase is not Phase.ROLL or now.to_act is not Player.WHITE:
        return False
    counts = now.position.player
    return 2 <= counts[1] == sum(counts[1:]) and have_passed(now.rules, now.position)


def match_nearly_over() -> Match:
    """A game of hypergammon that only bearing off is left of; where one may double nothing is rolled by itself."""
    for seed in range(2000):
        match = Match(find_game("hypergammon,cube_play=off"), 0, seed=seed)
        game = match.game
        while game.outcome is None:
            if nearly_over(game):
                return match
            if game.phase is Phase.TURN:
                game.play(next(iter(game.legal_turns)))
            else:
                game.roll()
    raise AssertionError("no such game")


def prepare(folder: Path) -> None:
    match = match_nearly_over()
    seats = {"white": "guest:anna", "black": "bot:random"}
    record = RoomRecord(id="race", games=("hypergammon,cube_play=off",), seed="5e" * 32, **seats)

    async def go() -> None:
        store = open_store(folder / "club.db")
        await store.run(lambda c: guests.add_guest(c, Guest("anna", "Anna"), TOKEN, 0))
        entries = [LogEntry(event, 0) for event in match.events]
        await store.run(lambda c: log.make_room(c, record, entries))
        store.close()

    asyncio.run(go())


def test_checkers_that_every_die_takes_off_are_the_rearmost(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        assert tab.js(BEARING) == [[6], None, None, None, None]


def test_a_won_race_is_rolled_and_borne_off_without_a_hand(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    prepare(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(390, 844)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        wishes = {"autoroll": "on", "bearoff": "on", "language": "en"}
        tab.js(f"localStorage.setItem('nardy', {json.dumps(json.dumps(wishes))})")
        tab.sign_in(TOKEN)
        tab.go(f"{club}/play/race")
        tab.wait("document.querySelector('.boardbox .ck')", 30)
        tab.wait("/You win|wins/.test(document.body.innerText)", 60)
        assert not tab.log
