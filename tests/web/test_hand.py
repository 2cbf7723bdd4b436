"""The hand and the keys at the board: what is dragged is what moves, whatever the keyboard's letters."""

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table

pytestmark = pytest.mark.thorough
START = "backgammon+w+24:2,13:5,8:3,6:5+24:2,13:5,8:3,6:5+dice=54"
TOWARDS_FOUR = """(() => {
  const three = [...document.querySelectorAll('.place')].find((e) => /^3,/.test(e.ariaLabel));
  const box = three.getBoundingClientRect();
  return [box.x + box.width * 0.3, box.bottom - box.width / 2]; })()"""
"""A spot on point 3 that is near 4, where a checker from 13 could go."""
FOCUS_BOARD = "document.querySelector('.place[tabindex=\"0\"]').focus()"


def open_board(tab: Tab, club: str) -> Table:
    """A turn of 5-4 that nothing has been played of."""
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(f"{club}/board?text={START}")
    tab.wait("document.querySelector('.editor .no.can')", 60)
    return Table(tab)


def mine(table: Table) -> dict[str, str]:
    """Own checkers by places, as they are told."""
    told = [label.split(", ") for label in table.labels()]
    return {place: words[0] for place, *words in told if "yours" in words[0]}


@pytest.mark.parametrize("chosen", [None, "13"])
def test_a_dragged_checker_goes_its_own_way_whatever_was_chosen_before(
    club: str, chromium_browser: Browser, chosen: str | None
) -> None:
    with chromium_browser.tab() as tab:
        table = open_board(tab, club)
        if chosen:
            table.tap(chosen)
            assert "8" in table.targets()
        tab.drag(table.at("8"), tab.js(TOWARDS_FOUR))
        tab.wait("[...document.querySelectorAll('.place')].some(e => /^8, 2/.test(e.ariaLabel))")
        assert "3" in mine(table)
        assert "4" not in mine(table)
        assert not tab.log


def test_the_checker_chosen_before_goes_where_one_taps_on_another(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = open_board(tab, club)
        table.tap("13")
        table.tap("8")
        assert mine(table)["13"] == "4 yours"
        assert mine(table)["8"] == "4 yours"


def test_letters_mean_their_keys_on_a_russian_keyboard(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = open_board(tab, club)
        table.tap("8")
        table.tap("3")
        tab.js(FOCUS_BOARD)
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="г", code="KeyU", text="г")
        assert "3" not in mine(table)
        # By a Latin layout the letter counts, wherever its key is.
        table.tap("8")
        table.tap("3")
        tab.js(FOCUS_BOARD)
        tab.call("Input.dispatchKeyEvent", type="keyDown", key="u", code="KeyF", text="u")
        assert "3" not in mine(table)


def test_s_swaps_the_dice_and_never_ends_a_turn(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        table = open_board(tab, club)
        tab.js(FOCUS_BOARD)
        tab.key("s")
        table.tap("8")
        table.tap("8")
        assert "4" in mine(table), "twice on a checker plays the left die, the four now"
        table.tap("13")
        table.tap("8")
        complete = mine(table)
        tab.js(FOCUS_BOARD)
        tab.key("s")
        assert mine(table) == complete
        # In a game the turn would be sent.
        visit_room(tab, club)
        room = Table(tab)
        room.wait_for_turn()
        for _ in range(30):
            if room.button() == "Confirm":
                break
            room.tap(room.origins()[0])
            if targets := room.targets():
                room.tap(targets[0])
        tab.js(FOCUS_BOARD)
        tab.key("s")
        assert room.button() == "Confirm"
        assert not tab.log


def visit_room(tab: Tab, club: str) -> None:
    asked = "JSON.stringify({game: 'backgammon', bot: 'easy', seat: 'white', length: 0})"
    made = f"fetch('/api/rooms', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {asked}}})"
    room = tab.js(f"{made}.then((answer) => answer.json()).then((made) => made.room)")
    tab.go(f"{club}/play/{room}")
    tab.wait("document.querySelector('.boardbox .ck')", 60)
