"""Games that this browser played without the club, taken into an account and back."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.api.test_offline_games import text_of
from tests.web.browser import Browser, Tab
from tests.web.running import running_club

GAME = "hypergammon"
PUT = """import("/web/js/offline/client.js").then(({{ request }}) =>
  Promise.all({games}.map((game) => request({{ ask: "put", game }})))).then(() => 0)"""
SIGN_UP = """fetch("/api/me", {{ method: "POST", headers: {type}, body: '{{"name": "Taker"}}' }}).then(() =>
  fetch("/api/account", {{ method: "POST", headers: {type}, body: '{account}' }})).then((answer) => answer.status)"""
ROWS = "[...document.querySelectorAll('.offline-kept li')].map((e) => e.textContent)"
UNFOLD = "document.querySelectorAll('.offline-kept details').forEach((e) => (e.open = true))"
TITLES = "[...document.querySelectorAll('.offline-kept h2')].map((e) => e.textContent)"
TAKING = "document.querySelector('.taking')"


def kept(number: int, *, most: int | None = None) -> dict[str, Any]:
    """A game as the browser keeps it; without its last events it has no end, whatever it says."""
    listed = json.loads(text_of(GAME, number))["events"][:most]
    events = [
        {"number": place, "at": 1, "event": event, "note": None}
        for place, event in enumerate(listed, 1)
    ]
    begun = 1_790_000_000_000 + number
    facts = {"game": GAME, "level": "club", "seat": "white", "begun": begun, "is_over": True}
    return {"id": f"own-{number}", **facts, "events": events}


def opened(tab: Tab, club: str) -> None:
    tab.go(f"{club}/offline")
    tab.wait("document.querySelector('.offline .mini-card')", 60)


def count(tab: Tab, words: str, wanted: int) -> None:
    tab.wait(f"{ROWS}.filter((row) => row.includes({words!r})).length === {wanted}", 30)


@pytest.mark.thorough
def test_games_are_taken_into_the_account_and_come_back(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(390, 844)
        opened(tab, club)
        goes_on = {**kept(4, most=9), "is_over": False}
        games = [kept(1), kept(2), kept(3, most=9), goes_on]
        tab.js(PUT.format(games=json.dumps(games)))
        opened(tab, club)
        count(tab, "finished", 3)
        # A guest has no account to keep them in.
        assert tab.js(f"{TAKING}.hidden")
        account = json.dumps({"name": "Taker", "password": "lamp gravel tuesday"})
        kind = json.dumps({"content-type": "application/json"})
        assert tab.js(SIGN_UP.format(type=kind, account=account)) == 201
        opened(tab, club)
        tab.wait(f"!{TAKING}.hidden", 30)
        assert tab.js(f"{TAKING}.textContent").startswith("Keep in your account")
        tab.click(".taking button")
        count(tab, "in your account", 2)
        count(tab, "not accepted by the club", 1)
        assert tab.js(f"{TAKING}.querySelector('button').disabled")
        assert tab.js("document.querySelector('.offline-kept .problem').textContent") == ""
        assert tab.js(TITLES) == ["Your games in this browser"]
        # What the browser deletes, the account still has, with its result.
        for number in (1, 2):
            remover = (
                f".offline-kept li:has(a[href='/offline/own-{number}']) button[aria-label^=Del]"
            )
            tab.js(UNFOLD)
            tab.click(remover)
            tab.click(remover)
            tab.wait(f"{ROWS}.filter((row) => /you (won|lost): /.test(row)).length === {number}")
        assert tab.js(TITLES)[1:] == ["In your account, not in this browser"]
        tab.click("a[href='/offline/own-1']")
        tab.wait(
            "location.pathname === '/offline/own-1' && document.querySelector('.boardbox .ck')", 30
        )
        tab.go(f"{club}/review/own-1")
        tab.wait("document.querySelector('.figures .figure')", 60)
        opened(tab, club)
        count(tab, "in your account", 1)
        count(tab, "you ", 1)
        tab.click("button[aria-label^='Delete from your account']")
        tab.click("button[aria-label^='Delete?']")
        tab.wait(f"{TITLES}.length === 1", 30)
        opened(tab, club)
        count(tab, "in your account", 1)
        assert tab.js(f"{TITLES}.length") == 1
        assert [line for line in tab.log if "400" not in line] == []
