"""Points by White's numbers: what is spoken, explained and written says what the board shows."""

import json
import re

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough
SPOKEN = "document.querySelector('.spoken').textContent"
FOCUS_BOARD = "document.querySelector('.place[tabindex=\"0\"]').focus()"
TURNS = """(async () => {{
  const {{ settings }} = await import("/web/js/settings.js");
  const {{ lastTurns }} = await import("/web/js/game/layout/turn_list.js");
  const {{ sentence }} = await import("/web/js/game/narration/event_sentences.js");
  settings.numbers = {numbers!r};
  const play = (direction, ...turns) => ({{
    laws: {{ direction }},
    events: turns.map(([player, turn]) => ({{ event: {{ kind: "played", player, turn }} }})),
  }});
  const two = [["white", "24/18 13/8(2)"], ["black", "bar/20* 6/off"]];
  const played = {{ kind: "played", player: "black", moves: [[25, 20], [6, 0]] }};
  return [
    lastTurns(play("contrary", ...two), "white"),
    lastTurns(play("parallel", ["white", "24/18"], ["black", "24/13 12/1"]), "white"),
    sentence(played, "white", () => "Anna", {{ direction: "contrary" }}),
  ];
}})()"""
HIT = """(async () => {
  const { BoardInput } = await import("/web/js/game/input/board_input.js");
  const { listener } = await import("/web/js/live_region.js");
  const play = { laws: { contact: "hit" }, play() {}, complete: false };
  const page = { play, closeWhy() {}, show() {}, number: (n) => String(25 - n) };
  new BoardInput(page).go([{ from: 8, to: 5, hits: true }]);
  return listener.textContent;
})()"""


def enter(tab: Tab, club: str) -> None:
    """As who wants White's numbers."""
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(club)
    tab.wait("document.querySelector('.hero')", 60)
    wishes = json.dumps(json.dumps({"numbers": "white", "language": "en"}))
    tab.js(f"localStorage.setItem('nardy', {wishes})")


def test_what_black_hears_and_reads_is_numbered_as_his_board(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        enter(tab, club)
        asked = "JSON.stringify({game: 'backgammon', bot: 'easy', seat: 'black', length: 0})"
        made = f"fetch('/api/rooms', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {asked}}})"
        room = tab.js(f"{made}.then((answer) => answer.json()).then((made) => made.room)")
        tab.go(f"{club}/play/{room}")
        tab.wait("document.querySelector('.boardbox .ck')", 60)
        table = Table(tab)
        table.wait_for_turn()
        origins = table.origins()

        tab.js(FOCUS_BOARD)
        tab.key("w")
        tab.wait(f"/can move to/.test({SPOKEN})")
        told = re.findall(r"(\d+) can move to ([\d, ]+)", tab.js(SPOKEN))
        assert {place for place, _ in told} == {*origins}
        for digit in origins[-1]:
            tab.key(digit)
        assert tab.js("document.activeElement.ariaLabel").startswith(f"{origins[-1]}, ")
        tab.key("Enter")
        # Told are the places that one die leads to.
        assert {*dict(told)[origins[-1]].split(", ")} <= {*table.targets()}
        empty = next(one.split(", ")[0] for one in table.labels() if one.endswith("empty"))
        table.tap(empty)
        tab.wait("document.querySelector('.why')")
        tried, legal = re.findall(
            r"(\d+)/(\d+)", tab.js("document.querySelector('.why p').innerText")
        )
        assert tried == (origins[-1], empty)
        assert legal[0] in origins
        assert int(legal[0]) < int(legal[1]), "Black goes up by White's numbers"
        tab.js("document.querySelector('.why .quiet').click()")

        press(tab, ".acts .btn", "Hint")
        tab.wait("document.querySelector('.candidates th[scope=row]')", 60)
        hint = tab.js("document.querySelector('.candidates th[scope=row]').textContent")
        assert hint.split("/")[0] in origins
        assert hint in tab.js(SPOKEN)
        assert not tab.log


def test_turns_are_written_by_the_numbers_that_the_board_bears(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        enter(tab, club)
        tab.go(club)
        tab.wait("document.querySelector('.hero')", 60)
        tab.js("import('/web/js/parts.js').then(({ open }) => open('game'))")
        assert tab.js(TURNS.format(numbers="own")) == [
            "24/18 13/8(2)  ·  bar/20* 6/off",
            "24/18  ·  24/13 12/1",
            "Anna played bar to 20, 6 to off.",
        ]
        assert tab.js(TURNS.format(numbers="white")) == [
            "24/18 13/8(2)  ·  bar/5* 19/off",
            "24/18  ·  12/1 24/13",
            "Anna played bar to 5, 19 to off.",
        ]
        assert tab.js(HIT) == "Hit on 20."
