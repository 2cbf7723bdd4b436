"""The tutor on the page: off by default; where it is on a blunder waits, with a clue and then the answer."""

import json

import pytest
from tests.web.browser import Browser, Tab

pytestmark = pytest.mark.thorough
WISH = {"game": "backgammon", "bot": "easy", "seat": "white"}
MAKE = (
    "fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'}, "
    f"body: JSON.stringify({json.dumps(WISH)})}}).then((answer) => answer.json()).then(({{room}}) => room)"
)
WARNED = {
    "type": "tutored",
    "loss": 0.2,
    "clue": {"en": "Look at your home points.", "ru": "-"},
    "best": {"turn": "8/5 6/5", "moves": [{"from": 8, "to": 5}], "equity": 0.1, "win": 0.5},
    "reasons": {"en": ["It makes a point."], "ru": []},
}
GUARD = "import('/web/js/game/tutor.js')"


def page(tab: Tab, *, is_on: bool) -> str:
    """A tutor whose club is replaced by a list of what was sent: answers come from the test."""
    return tab.js(
        f"""Promise.all([{GUARD}, import('/web/js/settings.js')]).then(([{{ TutorPart }}, {{ change }}]) => {{
          change({{ tutor: '{"on" if is_on else "off"}' }});
          const sent = (window.sent = []);
          const cards = (window.cards = []);
          const play = {{
            version: 4, room: 'r', isOffline: false, complete: true, me: 'white', laws: {{}},
            moment: {{ made: [] }}, steps: (made) => made,
            live: {{ send: (message) => sent.push(message) }},
            act(type) {{ sent.push({{ type: 'act' }}); }},
            confirm() {{ if (!this.holdsBack([])) sent.push({{ type: 'act' }}); }},
          }};
          const page = {{ play, explain: ({{ card }}) => cards.push(card), closeWhy() {{}}, show() {{}} }};
          window.tutor = new TutorPart(page, () => true);
          play.confirm();
          return sent.map(({{ type }}) => type).join();
        }})"""
    )


def test_a_blunder_waits_for_a_second_confirmation(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('#page')", 60)
        assert page(tab, is_on=False) == "act"
        assert page(tab, is_on=True) == "tutor"
        tab.js(f"tutor.hear({{...{json.dumps(WARNED)}, id: sent[0].id, version: 4}})")
        assert tab.js("sent.length") == 1
        words = tab.js("cards[0].textContent")
        assert "Look at your home points." in words
        assert "8/5 6/5" not in words
        tab.js("[...cards[0].querySelectorAll('.btn')].at(-1).click()")
        assert tab.js("sent.map(({ type }) => type).join()") == "tutor,act"


def test_what_is_no_blunder_or_is_refused_is_sent(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('#page')", 60)
        for answer in ({**WARNED, "loss": None}, {"type": "refused"}, {**WARNED, "version": 3}):
            page(tab, is_on=True)
            told = json.dumps({"version": 4, **answer})
            tab.js(f"tutor.hear({{...{told}, id: sent[0].id}})")
            assert tab.js("sent.map(({ type }) => type).join()") == "tutor,act", answer
            assert tab.js("cards.length") == 0


def test_the_tutor_sits_at_games_against_bots(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('#page')", 60)
        room = tab.js(MAKE)
        tab.go(f"{club}/play/{room}")
        tab.wait("document.querySelector('.boardbox .ck')", 60)
        tab.wait("document.querySelector('.acts .btn[aria-label=\"Hint\"]')", 60)
        tab.click(".acts .more")
        tab.wait("document.querySelector('dialog[open] .setting')", 30)
        told = tab.js("document.querySelector('dialog[open]').textContent")
        assert "Stop me before a blunder" in told
        assert not tab.log
