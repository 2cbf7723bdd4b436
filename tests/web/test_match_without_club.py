"""A match with the cube without the club, in a real browser: begun, doubled, played to its end and reviewed."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import start
from tests.web.test_without_club import KEPT, errors, kept, open_sheet, served

from nardy.core.events import events_from_json
from nardy.core.match import Match
from nardy.games import find_game
from nardy.server.web.static_site import write_site

pytestmark = pytest.mark.thorough
LENGTH = 3
PLAYED = """(async (room, until) => {
  const { request, listen } = await import(new URL("offline/client.js", document.querySelector("script").src));
  let last = null;
  listen(room, (message) => { if (message.type === "update") last = message; });
  const send = (message) => request({ ask: "message", room, message });
  await send({ type: "watch", room, since: 0 });
  const reached = {
    double: () => last.view.acts.includes("double"),
    game: () => last.view.phase === "over",
    match: () => last.facts.is_over,
  };
  for (let n = 0; !last.facts.is_over && !reached[until](); n++) {
    const { view, nodes, version } = last;
    const act = view.acts.find((one) => one !== "double" && !one.startsWith("resign"));
    const moves = [];
    for (let node = view.phase === "turn" ? nodes[0] : null; node?.moves.length; node = nodes[node.moves[0].then])
      moves.push({ from: node.moves[0].from, to: node.moves[0].to });
    await send({ type: "act", room, id: `${n}`, version, act, moves });
  }
  return last.facts.is_over;
})"""
REVIEWED = """(async (room) => {
  const { request } = await import(new URL("offline/client.js", document.querySelector("script").src));
  for (;;) {
    const told = await request({ ask: "request", path: `/api/rooms/${room}/review`, data: null });
    if (told.state !== "working") return told;
    await new Promise((done) => setTimeout(done, 100));
  }
})"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page as files."""
    folder = tmp_path_factory.mktemp("site") / "site"
    write_site(folder)
    with served(folder) as found:
        yield found


def choose(tab: Tab, words: str) -> None:
    """Press a choice of the open sheet."""
    chips = "[...document.querySelectorAll('.sheet.order .chip')]"
    tab.js(f"{chips}.find((one) => one.textContent === {words!r}).click()")


def match_of(game: dict[str, Any]) -> Match:
    """A kept match through the rule book."""
    match = Match(find_game(game["rules"]), game["length"])
    match.replay(events_from_json(one["event"] for one in game["events"]), find_game)
    return match


def play(tab: Tab, room: str, until: str) -> bool:
    """Play on without the board; whether the match is over. The page is loaded anew, and shows it."""
    tab.js(f"window.over = null, {PLAYED}({room!r}, {until!r}).then((is) => window.over = [is]), 0")
    (is_over,) = tab.wait("window.over", 200)
    tab.reload()
    # The page before it has a board, too.
    tab.wait("!window.over && document.querySelector('.boardbox .ck')", 60)
    return is_over


def press(tab: Tab, word: str) -> None:
    """Press a button by its word."""
    buttons = "[...document.querySelectorAll('button')]"
    found = f"{buttons}.find((one) => one.textContent.trim() === {word!r})"
    tab.wait(found, 30)
    tab.js(f"{found}.click()")


def acts_of(game: dict[str, Any]) -> list[str]:
    return [one["event"]["act"] for one in game["events"] if one["event"]["kind"] == "acted"]


def begin_match(tab: Tab) -> str:
    """The room of a match that was begun from the page without the club."""
    tab.wait("document.querySelector('.offline .mini-card')", 40)
    open_sheet(tab, "Backgammon")
    choose(tab, f"Match to {LENGTH} points")
    start(tab)
    return tab.js("location.href").rpartition("/")[2]


def play_on(tab: Tab, room: str) -> None:
    """Double once, by the page's button, and play to the end of the match."""
    if not play(tab, room, "double") and "double" not in acts_of(kept(tab)[0]):
        press(tab, "Double")
        tab.wait(f"({KEPT}).then(([one]) => /take|pass/.test(JSON.stringify(one)))", 30)
        assert acts_of(kept(tab)[0])[0] == "double"
    while not play(tab, room, "game"):
        press(tab, "Next game")
        tab.wait("document.querySelector('.mainbox .act')?.textContent !== 'Next game'", 30)
    (game,) = kept(tab)
    match = match_of(game)
    assert match.is_over
    assert match.winner
    told = tab.wait("document.querySelector('.end h2')?.textContent", 40)
    assert ("You win" in told) == (match.winner.value == game["seat"])
    assert not errors(tab)


def review(tab: Tab, room: str) -> dict[str, Any]:
    """The whole review of the match, which the page shows, too."""
    tab.js(f"window.told = null, {REVIEWED}({room!r}).then((told) => window.told = told), 0")
    found: dict[str, Any] = tab.wait("window.told", 200)
    assert len(found["turns"]) == found["of"] > 10
    assert found["state"] == "done"
    tab.js("document.querySelector('a[href*=review]').click()")
    tab.wait("document.querySelector('.review, #page')?.textContent.includes('PR')", 40)
    assert not errors(tab)
    return found


def test_a_match_with_the_cube_is_played_and_reviewed(
    address: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(address)
        room = begin_match(tab)
        play_on(tab, room)
        review(tab, room)
