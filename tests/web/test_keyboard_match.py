"""A whole match by keyboard alone; what the live region said is held against the club's own log."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import Browser, Tab
from tests.web.patience import Patience
from tests.web.running import running_club
from tests.web.table import Table

pytestmark = pytest.mark.thorough
LENGTH = 2
WISH = f"{{game: 'hypergammon', bot: 'easy', seat: 'white', length: {LENGTH}}}"
MAKE = (
    "fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'}, "
    f"body: JSON.stringify({WISH})}}).then((answer) => answer.json()).then((made) => made.room)"
)
LISTEN = """(() => {
  window.heard = [];
  const region = document.querySelector('.spoken');
  new MutationObserver(() => window.heard.push(region.textContent.replace('\\u00a0', ''))).observe(
    region, { childList: true, characterData: true, subtree: true });
})()"""
FOCUS_BOARD = "document.querySelector('.place[tabindex=\"0\"]').focus()"
MAIN = "document.querySelector('.mainbox .act')"


def press_main(tab: Tab) -> None:
    """The main button, by the keyboard."""
    tab.js(f"{MAIN}.focus()")
    tab.key("Enter")
    tab.js(FOCUS_BOARD)


def on_bar(table: Table) -> bool:
    """Whether a checker has to enter first."""
    return any(label.startswith("bar, ") and "yours" in label for label in table.labels())


def move_one(tab: Tab, table: Table) -> None:
    """A checker that may move, chosen by its number, to the first place where it can land."""
    tab.key("Escape")
    for digit in "25" if on_bar(table) else table.origins()[0]:
        tab.key(digit)
    tab.key("Enter")
    tab.key("ArrowRight")
    tab.key("Enter")


def play(tab: Tab) -> None:
    """Until the match is over; the first chance to double is used."""
    table, patience, has_doubled = Table(tab), Patience(tab), False
    while "Play again" not in table.button():
        patience.look()
        button = table.button()
        if button == "Roll":
            can = tab.js("[...document.querySelectorAll('.mainbox .btn')].length > 1")
            tab.key("d" if can and not has_doubled else "r")
            has_doubled |= can
        elif button == "Confirm":
            tab.key("c")
        elif button:
            press_main(tab)
        elif table.origins() or on_bar(table):
            move_one(tab, table)


def events(folder: Path, room: str) -> list[dict[str, Any]]:
    """What the club wrote down."""
    with sqlite3.connect(folder / "club.db") as connection:
        asked = "select event from entry where room = ? order by number"
        return [json.loads(event) for (event,) in connection.execute(asked, (room,))]


def said_of(event: dict[str, Any]) -> str:
    """The beginning of what must be heard of an event; '' where nothing need be."""
    mine = event.get("player") == "white"
    match event["kind"]:
        case "rolled":
            high, low = event["dice"]
            double = f"You rolled double {high}" if mine else f"rolled double {high}"
            plain = f"You rolled {high} and {low}." if mine else f"rolled {high} and {low}."
            return double if high == low else plain
        case "played" if not event["moves"]:
            return "No legal move." if mine else "has no legal move."
        case "played" if not mine:
            return " played "
        case "acted" if event["act"] == "double":
            return "You double." if mine else "doubles. Take or pass?"
        case "acted" if not mine:
            return {"take": "takes.", "pass": "passes."}.get(event["act"], "")
        case _:
            return ""


def test_a_match_is_played_and_heard_to_its_end(tmp_path: Path, chromium_browser: Browser) -> None:
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        room = tab.js(MAKE)
        tab.js("document.querySelector('.logo').focus()")
        tab.go(f"{club}/play/{room}")
        tab.wait("document.querySelector('.spoken')", 30)
        tab.js(LISTEN)
        tab.wait("document.querySelector('.boardbox .ck')", 30)
        tab.js(FOCUS_BOARD)
        play(tab)
        tab.wait("/ wins?, /.test(window.heard.at(-1))", 10)
        heard = tab.js("window.heard")
        told = [said_of(event) for event in events(tmp_path, room)]
        # Whoever listens hears all of it, in its order.
        at, missed = 0, []
        for sentence in filter(None, told):
            found = next((n for n in range(at, len(heard)) if sentence in heard[n]), None)
            if found is None:
                missed.append((sentence, heard[max(0, at - 2) : at + 3]))
            else:
                at = found
        # What had been played before the ear was there is not told again.
        assert len(missed) <= 2, missed
        assert not tab.log
