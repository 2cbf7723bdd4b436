"""What is seen first: the button that plays, a board that is still coming, clocks and dots where there is little room."""

import json

from tests.web.browser import Browser, Tab
from tests.web.test_bot_page import asked

TIMED: dict[str, object] = {"game": "backgammon", "bot": "easy", "seat": "white", "clock": "600+8"}
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
  return edges.every((edge, n) => !n || edges[n - 1] <= edge + 1) || edges;
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
BESIDE = """(() => {
  const button = document.createElement("button");
  Object.assign(button, { className: "btn big side", textContent: "Double" });
  document.querySelector(".mainbox").prepend(button);
  return button.checkVisibility() && button.getBoundingClientRect().width > 44;
})()"""
# The club does not know the room, so its notes are answered here.
ARROWS = """{ const asked = window.fetch;
  window.fetch = (path, how) => String(path).endsWith("/notes") ? Promise.resolve(new Response("[]")) : asked(path, how); }
import("/web/js/review/page.js").then(({ ReviewPage }) => {
  const page = new ReviewPage("x", { go() {} });
  Object.assign(page, { told: { turns: [1, 2, 3] }, at: 0, show() {} });
  const press = (key) => (document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })), page.at);
  const seen = [press("ArrowRight"), press("ArrowRight"), press("ArrowLeft")];
  page.close();
  return [...seen, press("ArrowRight")];
})"""
SLOW = """{ const asked = window.fetch;
  window.fetch = (path, how) => String(path).endsWith("/evaluation")
    ? new Promise((answer) => (window.answer = () => answer(new Response(JSON.stringify({ kind: "value", win: 0.5, equity: 0, cube: null })))))
    : asked(path, how); }"""
SEEN = """((e) => { const box = e?.getBoundingClientRect(); return box && box.top >= 0 && box.bottom <= innerHeight; })(document.querySelector({!r}))"""


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
        # Doubling and passing stand beside the main button, also on a phone lying.
        tab.size(667, 375, touch=True)
        tab.wait("innerWidth === 667")
        assert tab.js(BESIDE)
        assert not tab.log


def test_arrow_keys_go_through_a_review_at_once_and_the_editors_answer_is_seen(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(f"{club}/board")
        tab.wait("document.querySelector('.editor .place')", 60)
        assert tab.js(ARROWS) == [1, 2, 1, 1]
        tab.js(SLOW)
        tab.js("document.querySelector('.editor .side .act').click()")
        tab.wait(SEEN.replace("{!r}", repr(".editor .evaluation progress")))
        tab.js("window.answer()")
        tab.wait(SEEN.replace("{!r}", repr(".editor .evaluation h2")))
        assert tab.js("document.querySelector('.editor .evaluation progress')") is None
        assert not tab.log
