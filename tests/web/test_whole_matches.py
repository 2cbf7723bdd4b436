"""Whole matches in real browsers, held against the club's own log: against a bot, and of two people."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.effort import tries
from tests.web.browser import Browser, Tab
from tests.web.patience import Patience
from tests.web.running import running_club
from tests.web.table import Table

from nardy.core.events import event_from_json
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.games import find_game

pytestmark = pytest.mark.thorough
ASK = (
    "fetch('{}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, "
    "body: JSON.stringify({})}}).then((answer) => answer.json())"
)
CUTTABLE = """window.WebSocket = class extends WebSocket {
  constructor(...about) { super(...about); (window.lines ??= []).push(this); }
};"""
BANNER = "document.querySelector('.banner').textContent"
OVER = "Play again"
LENGTHS = {"hypergammon": 2, "long-nardy": tries(1, 1, 2), "plakoto": tries(0, 0, 2)}
"""Points of the matches; what comes between two games is seen in the one whose games are short.

A game of plakoto takes three minutes of clicks, so it is left to the flood.
"""


def seated(tab: Tab, club: str) -> None:
    """Somebody who has come to the club for the first time."""
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=CUTTABLE)
    tab.go(club)
    tab.wait("document.querySelector('.huge')", 60)


def asked(tab: Tab, path: str, data: dict[str, object]) -> Any:
    return tab.js(ASK.format(path, json.dumps(data)))


def play(tables: Sequence[Table], until: str = OVER, turns: int = 10_000) -> None:
    """Everybody plays by clicking what is offered, until all main buttons say so."""
    patience = Patience(*(table.tab for table in tables))
    while not all(until in table.button() for table in tables) and len(told(tables[0])) < turns:
        patience.look()
        for table in tables:
            if table.button() == "Confirm":
                table.press_button()
            elif places := movable(table):
                move(table, places[0])
            elif (button := table.button()) and until not in button:
                table.press_button()


def movable(table: Table) -> list[str]:
    """From where a checker can be moved; one on the bar enters before all others."""
    is_on_bar = any(label.startswith("bar, ") and "yours" in label for label in table.labels())
    is_due = table.tab.js("document.querySelector('.mainbox').textContent.startsWith('Play ')")
    return ["bar"] if is_on_bar and is_due else table.origins()


def move(table: Table, place: str) -> None:
    """A checker, by two clicks."""
    table.tab.key("Escape")
    table.tap(place)
    if targets := table.targets():
        table.tap(targets[0])


def told(table: Table) -> list[str]:
    """The turns as the page lists them."""
    return table.tab.js("[...document.querySelectorAll('.turns li')].map((e) => e.textContent)")


def replayed(folder: Path, room: str, game: str, length: int) -> Match:
    """The match as the club's log has it, through the rule book: nothing doubled, nothing lost."""
    with sqlite3.connect(folder / "club.db") as connection:
        found = connection.execute(
            "select number, event from entry where room = ? order by number", (room,)
        ).fetchall()
    assert [number for number, _ in found] == [*range(1, len(found) + 1)]
    match = Match(find_game(game), length)
    match.replay((event_from_json(json.loads(event)) for _, event in found), find_game)
    return match


def points(table: Table) -> list[int]:
    """Mine and theirs, as the page tells them beside the names."""
    words = [
        table.tab.js(f"document.querySelector('.strip.{who} .num').textContent")
        for who in ("me", "them")
    ]
    return [int(text.split(" point")[0].split(" ")[-1].replace("·", "")) for text in words]


@pytest.mark.parametrize(("game", "length"), [one for one in LENGTHS.items() if one[1]])
def test_a_match_against_the_bot_is_played_to_its_end_by_clicking(
    tmp_path: Path, chromium_browser: Browser, game: str, length: int
) -> None:
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        seated(tab, club)
        wish = {"game": game, "bot": "easy", "seat": "white", "length": length}
        room = asked(tab, "/api/rooms", wish)["room"]
        tab.go(f"{club}/play/{room}")
        tab.wait("document.querySelector('.boardbox .ck')", 60)
        table = Table(tab)
        play([table])
        match = replayed(tmp_path, room, game, length)
        assert match.is_over
        assert points(table) == [match.score[Player.WHITE], match.score[Player.BLACK]]
        won = "You win" if match.winner is Player.WHITE else "wins"
        assert won in tab.wait("document.querySelector('.end h2')?.textContent", 20)
        assert not tab.log


def test_two_people_play_a_match_talk_and_are_cut_off_in_the_middle(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    with (
        running_club(tmp_path) as club,
        chromium_browser.tab() as one,
        chromium_browser.tab() as two,
    ):
        for tab in (one, two):
            seated(tab, club)
        wish = {"game": "backgammon", "against": "friend", "seat": "white", "length": 1}
        room = asked(one, "/api/rooms", wish)["room"]
        asked(two, f"/api/rooms/{room}/seat", {})
        for tab in (one, two):
            tab.go(f"{club}/play/{room}")
            tab.wait("document.querySelector('.boardbox .ck')", 60)
        tables = [Table(one), Table(two)]
        play(tables, turns=3)
        say(one, "Good luck!")
        two.wait("document.querySelectorAll('.lines li').length === 1", 20)
        # One's line is cut, and what the other does meanwhile is told once it is there again.
        one.js("window.lines.at(-1).close()")
        one.wait(f"{BANNER}.includes('Connection lost')", 20)
        say(two, "You too.")
        one.wait(f"{BANNER}.includes('Nothing was missed')", 60)
        one.wait("document.querySelectorAll('.lines li').length === 2", 20)
        play(tables, turns=6)
        # The other one's page is closed and opened again.
        two.go("about:blank")
        one.wait("document.querySelector('.strip.them').innerText.includes('offline')", 60)
        two.go(f"{club}/play/{room}")
        two.wait("document.querySelectorAll('.lines li').length === 2", 60)
        play(tables)
        match = replayed(tmp_path, room, "backgammon", 1)
        assert match.is_over
        assert told(tables[0]) == told(tables[1])
        ends = [
            tab.wait("document.querySelector('.end h2')?.textContent", 20) for tab in (one, two)
        ]
        assert sum("You win" in said for said in ends) == 1
        assert not one.log + two.log


def say(tab: Tab, words: str) -> None:
    tab.wait("document.querySelector('.say:not([hidden]) input')", 30)
    tab.js(f"document.querySelector('.say input').value = {words!r}")
    tab.js("document.querySelector('.say').requestSubmit()")
