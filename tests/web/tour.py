"""The way past everything that the page can show: its pages, and whatever opens over them."""

import json
from dataclasses import dataclass

from tests.web import finished, invited, lively
from tests.web.browser import Tab

PIN = "plakoto w 24:2,18:1,14:p,13:3,7:3,6:3,4:2 24:3,20:3,17:2,15:2,11:1,9:2,7:p,2:1 dice=52"
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
BACKGAMMON = {"game": "backgammon", "bot": "easy", "seat": "white", "length": 3, "clock": "600+8"}
LONG_NARDY = {"game": "long-nardy", "bot": "steady", "seat": "white"}
WAITING = {"game": "plakoto", "against": "friend", "seat": "white"}
PATIENCE = 240
"""Seconds: a review takes long on a busy machine."""
SHEET = "dialog[open] .content"
SETTINGS = "header .btn[aria-label]:nth-of-type(1)"
ACCOUNT = "header .btn[aria-label]:nth-of-type(2)"


@dataclass(frozen=True, slots=True)
class Stop:
    """Something to be looked at."""

    name: str
    path: str
    """Where it is; `{room}` is a new game by *wish*."""
    ready: str
    """The selector of what must be there."""
    press: tuple[str, ...] = ()
    """What is pressed on the way there, one after another, by selectors."""
    by_menu: tuple[str, ...] = ()
    """What is pressed instead where a screen has no room for the first of them."""
    wish: tuple[tuple[str, object], ...] = ()
    signed_in: bool = True
    """As the reader that `lively` knows; else as somebody who was never here."""


def _in(wish: dict[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple(wish.items())


TALK = ".talk-button, .talk h2"
"""Where talk opens over the page, its button; where it stands all the time, what does nothing."""
ORDERED = ".sheet.order footer .act"
"""What begins a game."""
MORE = ".acts .more, .info .phone-only"
BY_RULES = (MORE, f"{SHEET} .to-rules")
BY_PROOF = (MORE, f"{SHEET} .to-proof")
WORDLESS = """[...document.querySelectorAll('#page *, dialog[open] *')]
  .filter((e) => !e.children.length && /^[a-z]+([.][a-z]+)+$/i.test(e.textContent.trim())
    && !e.matches('a[href^="http"], code, kbd')).map((e) => e.textContent)"""
"""What stands on the page by the name of its words, since they were not loaded."""
PAGES = (
    Stop("home", "/", ".btn.huge"),
    Stop("game", "/play/{room}", ".boardbox .ck", wish=_in(LONG_NARDY)),
    Stop("match", "/play/{room}", ".boardbox .ck", wish=_in(BACKGAMMON)),
    Stop("waiting", "/play/{room}", ".waiting", wish=_in(WAITING)),
    Stop("people", f"/play/{lively.TABLE}", ".boardbox .ck"),
    Stop(
        "onlooker",
        f"/play/{lively.TABLE}",
        ".eyes:not([hidden])",
        (".acts [aria-pressed]",),
        signed_in=False,
    ),
    Stop("own-game", "/offline", ".boardbox .ck", (".mini-card", ORDERED)),
    Stop("offline", "/offline", ".offline .kept-game"),
    Stop("lesson", "/learn/long-nardy#4", ".learn .ck"),
    Stop("lesson-of-a-plan", "/learn/plakoto#11", ".learn .ck"),
    Stop("lesson-of-the-bomb", "/learn/nuclear#10", ".learn .ck"),
    Stop("library", "/learn", ".library .books"),
    Stop("openings", "/openings/backgammon", ".explorer tbody .chip"),
    Stop("opening", "/openings/backgammon?roll=31", ".explorer tbody .turn"),
    Stop("editor", f"/board?text={PIN}", ".editor .ck"),
    Stop("why", f"/board?text={START}", ".why-says", (".editor .act", ".why-button")),
    Stop("puzzles", "/puzzles", ".puzzle-game"),
    Stop("puzzle", "/puzzles/backgammon/daily", ".puzzle .ck"),
    Stop("own-mistakes", "/puzzles/mistakes", ".puzzle .mainbox .btn"),
    Stop("review", f"/review/{finished.ROOM}", ".figures .figure"),
    Stop("finished", f"/play/{finished.ROOM}", ".end h2"),
    Stop("real-board", "/real-board", ".real-form"),
    Stop("clock", "/clock", ".real-clock"),
    Stop("matches", "/matches", ".matches .bring"),
    Stop("friends", "/friends", ".friends .people, .friends .none"),
    Stop("leaders", "/leaders", ".leaders tbody tr"),
    Stop("nobody-yet", "/leaders/tapa/rapid", ".leaders h1"),
    Stop("profile", "/player/me", ".profile .curve"),
    Stop("errors", "/player/me", ".errors .findings", (".errors summary",)),
    Stop("other-profile", "/player/Levan", ".profile .curve"),
    Stop("bot-profile", "/player/bot:baseline", ".profile .who .btn"),
    Stop("tournaments", "/tournaments", ".cuplist"),
    Stop("announce", "/tournaments/new", ".plan .options"),
    Stop("swiss", "/tournament/swiss", ".standing tbody tr"),
    Stop("knock-out", "/tournament/knockout", ".standing tbody tr"),
    Stop("knock-out-over", "/tournament/knocked", ".standing tbody tr"),
    Stop("tournament-open", "/tournament/open", ".standing tbody tr"),
    Stop("dice", "/dice", ".fairness .intervals"),
    Stop("clubs", "/clubs", ".groups .cuplist, .groups .none"),
    Stop("club", f"/club/{invited.MADE.id}", ".groups .belongs"),
    Stop("invitation", f"/invited/{invited.CODE}", ".groups .btn.act", signed_in=False),
    Stop("club-rules", "/rules", ".club-rules p"),
    Stop("nowhere", "/play/none", ".lost .btn"),
    Stop("bots", "/leaders/backgammon/rapid", ".leaders tbody tr"),
    Stop("admin", "/admin", ".admin .reports .panel"),
)
SHEETS = (
    Stop("settings", "/", SHEET, (SETTINGS,)),
    Stop("account", "/", f"{SHEET} .sessions li", (ACCOUNT,)),
    Stop("sign-up", "/", f"{SHEET} form", (ACCOUNT,), signed_in=False),
    Stop("sign-in", "/", f"{SHEET} form .act", (ACCOUNT, f"{SHEET} > .linkish"), signed_in=False),
    Stop(
        "picture",
        "/",
        f"{SHEET} .picks",
        (ACCOUNT, f"{SHEET} .picture-row .btn"),
    ),
    Stop("password", "/", f"{SHEET} form", (ACCOUNT, f"{SHEET} .login-methods .btn")),
    Stop("codes", "/", f"{SHEET} form", (ACCOUNT, f"{SHEET} .wrap .btn:nth-of-type(2)")),
    Stop("notices", "/", f"{SHEET} .notice-kinds", (ACCOUNT, f"{SHEET} .wrap .btn:nth-of-type(3)")),
    Stop("programs", "/", f"{SHEET} #field-programs-name", (ACCOUNT, f"{SHEET} > .linkish")),
    Stop("delete", "/", f"{SHEET} form", (ACCOUNT, f"{SHEET} > .linkish ~ .linkish")),
    Stop("about-a-line", f"/play/{lively.TABLE}", f"{SHEET} .wide", (TALK, ".lines .more")),
    Stop("friend", "/", f"{SHEET} .rules-choice > *", (".three button:nth-of-type(1)",)),
    Stop("search", "/", f"{SHEET} .who-waits h3", (".three button:nth-of-type(2)",)),
    Stop("challenge", "/player/Levan", f"{SHEET} .chip", (".about-player .btn",)),
    Stop("bot", "/", f"{SHEET} .rules-choice > *", (".btn.huge",)),
    Stop("card", "/", f"{SHEET} .three-lines li", (".home .mini-card",)),
    Stop("options", "/", f"{SHEET} .option", (".btn.huge", ".options summary")),
    Stop("rules", "/play/{room}", f"{SHEET} .rule", (".info .rules",), BY_RULES, _in(BACKGAMMON)),
    Stop("proof", "/play/{room}", f"{SHEET} .hash", (".info .proof",), BY_PROOF, _in(LONG_NARDY)),
    Stop("own-order", "/offline", f"{SHEET} .chip", (".mini-card",)),
    Stop("own-dice", "/offline", f"{SHEET} p", (".mini-card", ORDERED, MORE, BY_PROOF[-1])),
    Stop("menu", "/play/{room}", f"{SHEET} .setting", (MORE,), wish=_in(LONG_NARDY)),
    Stop(
        "help",
        "/play/{room}",
        f"{SHEET} .keys",
        (MORE, f"{SHEET} .btn:nth-of-type(4)"),
        wish=_in(LONG_NARDY),
    ),
    Stop(
        "resign",
        "/play/{room}",
        SHEET,
        (MORE, f"{SHEET} .btn:nth-of-type(2)"),
        wish=_in(LONG_NARDY),
    ),
    Stop("checked", f"/play/{finished.ROOM}", f"{SHEET} .result.good", (".info .proof",), BY_PROOF),
    Stop("send-bots", "/tournament/open", SHEET, ("#cup-bots",)),
    Stop("end-tournament", "/tournament/open", SHEET, ("#cup-end",)),
    Stop("decide", "/admin", SHEET, (".reports .btn",)),
)
STOPS = (*PAGES, *SHEETS)


def enter(tab: Tab, club: str, **settings: str) -> None:
    """What the browser remembers of its owner's taste, before the first stop."""
    tab.go(club)
    tab.wait("document.querySelector('#page')", PATIENCE)
    tab.js(f"localStorage.setItem('nardy', {json.dumps(json.dumps(settings))})")


def visit(tab: Tab, club: str, stop: Stop) -> None:
    """Go to a stop, and wait until it can be looked at."""
    if stop.signed_in:
        tab.sign_in(finished.TOKEN)
    else:
        tab.sign_out()
    room = tab.js(_make(dict(stop.wish))) if stop.wish else ""
    tab.go(club + stop.path.format(room=room))
    tab.wait("document.readyState === 'complete' && document.querySelector('#page')", PATIENCE)
    if not stop.press:
        tab.wait(f"document.querySelector({stop.ready!r})", PATIENCE)
    for selector in _way(tab, stop):
        tab.wait(_shown(selector), PATIENCE)
        tab.js(f"{_shown(selector)}.click()")
    tab.wait(f"document.querySelector({stop.ready!r})", PATIENCE)
    assert not tab.js(WORDLESS), stop.name


def _way(tab: Tab, stop: Stop) -> tuple[str, ...]:
    if not stop.by_menu:
        return stop.press
    tab.wait(f"document.querySelector({stop.press[0]!r})", PATIENCE)
    return stop.press if tab.js(f"Boolean({_shown(stop.press[0])})") else stop.by_menu


def _shown(selector: str) -> str:
    return f"[...document.querySelectorAll({selector!r})].find(e => e.checkVisibility())"


def _make(wish: dict[str, object]) -> str:
    asked = f"{{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {json.dumps(json.dumps(wish))}}}"
    return (
        f"fetch('/api/rooms', {asked}).then((answer) => answer.json()).then(({{ room }}) => room)"
    )


def dress(tab: Tab, board: str, page: str) -> None:
    """Another theme for what is shown, and until it is painted."""
    tab.js(f"Object.assign(document.documentElement.dataset, {{board: {board!r}, page: {page!r}}})")
    tab.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
