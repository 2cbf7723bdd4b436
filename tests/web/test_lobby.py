"""The lobby changes while somebody is about to press one of its rows."""

import json

import pytest
from tests.web.browser import Browser
from tests.web.test_leaving import home

pytestmark = pytest.mark.thorough
LAWS = {"id": "tapa", "text": "tapa", "name": {"en": "Tapa", "ru": "Тапа"}, "stake": "points"}
HEAR = "window.hear({{data: {data!r}}})"
ALONE = (
    "((socket) => ((window.hear = socket.onmessage), (socket.onmessage = null)))(window.sockets[0])"
)
"""The page hears nothing of the club itself any more."""
ROOMS = "[...document.querySelectorAll('.lobby .seek')].map((one) => one.dataset.room)"


def told(*rooms: str, rating: int = 1500, **more: object) -> str:
    """The code that lets the page hear of these open boards."""
    seeks = [
        {
            "room": room,
            "name": room.title(),
            "laws": LAWS,
            "length": 1,
            "rating": {"value": rating, "change": None},
        }
        for room in rooms
    ]
    lobby = {"type": "lobby", "seeks": seeks, "games": [], "mine": [], "pools": [], **more}
    return HEAR.format(data=json.dumps(lobby))


def test_a_row_of_the_lobby_keeps_focus_and_press_while_others_come_and_go(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        home(tab, club)
        tab.js(ALONE)
        tab.js(told("anna", "boris"))
        tab.js("(window.row = document.querySelector('.lobby [data-room=boris]')).focus()")
        pool = {"laws": LAWS, "length": 1, "clock": None, "is_rated": False, "is_yours": False}
        tab.js(told("carlo", "boris", pools=[{**pool, "waiting": 1, "people": []}]))
        assert tab.js(ROOMS) == ["carlo", "boris"]
        assert tab.js("document.activeElement === window.row")
        tab.wait("document.querySelector('.lobby .searching .waits')")
        tab.js("window.waits = document.querySelector('.lobby .waits')")
        tab.js(told("boris", pools=[{**pool, "waiting": 1, "people": []}]))
        # A row that reads otherwise is another one, with the focus of the one before.
        tab.js(told("boris", rating=1600, pools=[{**pool, "waiting": 1, "people": []}]))
        assert tab.js("document.activeElement.dataset.room") == "boris"
        assert tab.js("document.activeElement.textContent.includes('1600')")
        assert tab.js("window.waits.isConnected && !window.row.isConnected")
        tab.js(told())
        assert tab.js(ROOMS) == []
        assert tab.js("document.querySelectorAll('.lobby ul').length") == 0
        assert not tab.log


OPEN_ROOM = """fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({game: 'backgammon', seat: 'white', against: 'friend'})}).then((answer) => answer.json()).then(({room}) => room)"""
REFUSE = """(() => { const real = window.fetch;
  window.fetch = (path, ...more) => String(path).endsWith('/seat')
    ? Promise.resolve(Response.json({says: {en: 'Somebody sits there.'}}, {status: 400})) : real(path, ...more);
})()"""


def test_a_board_says_why_its_seat_cannot_be_taken(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        home(one, club)
        room = one.js(OPEN_ROOM)
        two.go(f"{club}/play/{room}")
        two.wait("document.querySelector('.end.mine .btn.act')", 20)
        two.js(REFUSE)
        two.js("document.querySelector('.end.mine .btn.act').click()")
        problem = "document.querySelector('dialog[open] .problem')?.textContent"
        two.wait(f"{problem} === 'Somebody sits there.'", 20)
        # The board is shown anew, and what was said stays.
        two.wait("document.querySelector('.end.mine .btn.act')", 20)
        assert two.js(problem) == "Somebody sits there."
        heading = two.js("document.querySelector('dialog[open] h2').textContent")
        assert heading == "Waiting for an opponent"
