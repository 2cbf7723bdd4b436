"""What is seen first: the button that plays, a board that is still coming, clocks and dots where there is little room."""

import json

from tests.web.browser import Browser, Tab
from tests.web.test_bot_page import asked

TIMED = {"game": "backgammon", "bot": "easy", "seat": "white", "clock": "600+8"}
BARE = """import("/web/js/game/page.js").then(({ GamePage }) => {
  const page = new GamePage("x", { send() {} }, { again() {}, sit() {}, go() {} });
  const { buttons, turns, main, box } = page;
  page.close();
  return { buttons: buttons.children.length, said: [turns, main].map((e) => e.textContent),
    dead: main.firstChild.ariaDisabled, board: Boolean(box.querySelector("svg.board")) };
})"""
STRIP = """(says) => {
  const strip = document.querySelector(".strip.them");
  const state = strip.querySelector(".state");
  state.textContent = says;
  const [inner, outer] = [strip.querySelector(".clockbox"), strip].map((e) => e.getBoundingClientRect());
  const text = document.createRange();
  text.selectNodeContents(state);
  const edges = [text.getBoundingClientRect().right, inner.left, inner.right, outer.right];
  return edges.every((edge, n) => !n || edges[n - 1] <= edge) || edges;
}"""
DOT = """new Promise((done) => {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: "/web/css/talk.css", onload: done });
  document.head.append(link);
}).then(() => {
  const button = document.querySelector(".acts .btn");
  const dot = document.createElement("span");
  dot.className = "unread";
  button.append(dot);
  const shown = dot.checkVisibility() && dot.getBoundingClientRect().width > 0;
  dot.hidden = true;
  return [shown, dot.checkVisibility()];
})"""


def board(tab: Tab, club: str) -> None:
    tab.go(f"{club}/play/{asked(tab, 'rooms', TIMED)['room']}")
    tab.wait(
        "document.querySelector('.strip.them .clockbox') && document.querySelector('.acts .btn')",
        60,
    )


def test_little_is_hidden_at_the_first_glance(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.size(667, 375, touch=True)
        tab.go(club)
        tab.wait("document.querySelector('.btn.huge')", 60)
        # A phone lying: the button that plays is above the fold.
        assert tab.js("document.querySelector('.btn.huge').getBoundingClientRect().bottom") < 375
        # Until the club has told of a game nothing can be done, and it is said why.
        bare = tab.js(BARE)
        assert (bare["buttons"], bare["dead"], bare["board"]) == (0, "true", True)
        assert all(bare["said"])
        board(tab, club)
        for width, height in ((1280, 800), (1024, 768), (667, 375), (360, 740)):
            tab.size(width, height, touch=width < 700)
            tab.wait(f"innerWidth === {width}")
            for says in ("offline, waiting 11:57", "нет связи, ждём 11:57"):
                assert tab.js(f"({STRIP})({json.dumps(says)})") is True, (width, says)
        assert tab.js(DOT) == [True, False]
        assert not tab.log
