"""Puzzles on the page: solved by keyboard, told right or wrong, the next one follows."""

import pytest
from tests.web.browser import Browser, Tab

from nardy.core.judge import find_turn
from nardy.labels.puzzles import Puzzle, find_puzzles

pytestmark = pytest.mark.thorough
GAME = "backgammon"
PUZZLES = find_puzzles(GAME).puzzles


def asked(tab: Tab, club: str, puzzle: Puzzle) -> None:
    """A puzzle on the board, which has the focus."""
    tab.go(f"{club}/puzzles/{GAME}/{puzzle.id}")
    tab.wait("document.querySelector('.puzzle .ck')", 60)
    tab.js("document.querySelector('.place[tabindex=\"0\"]').focus()")


def play(tab: Tab, puzzle: Puzzle, number: int) -> None:
    """A turn that the puzzle knows, by keys alone."""
    for move in find_turn(puzzle.situation, puzzle.turns[number].turn)[0].moves:
        tab.key("Escape")
        for place in (move.origin, move.target):
            for key in "bar" if place == 25 else "off" if place == 0 else str(place):
                tab.key(key)
            tab.key("Enter")
    tab.wait("document.querySelector('.mainbox .act')")
    tab.key("c")
    tab.wait("document.querySelector('.told b')", 60)


def simple(*, count: int) -> list[Puzzle]:
    """Puzzles whose turns are between points, which digits name."""
    found = []
    for puzzle in PUZZLES:
        turns = [find_turn(puzzle.situation, one.turn)[0] for one in puzzle.turns[:2]]
        if all(0 < move.target < move.origin < 25 for turn in turns for move in turn.moves):
            found.append(puzzle)
    return found[:count]


def test_a_puzzle_is_solved_by_keyboard_and_the_next_follows(
    club: str, chromium_browser: Browser
) -> None:
    right, wrong = simple(count=2)
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        asked(tab, club, right)
        play(tab, right, 0)
        assert tab.js("document.querySelector('.told').className") == "told good"
        told = tab.js("document.querySelector('.told').textContent")
        assert "Your puzzle rating" in told
        assert tab.js("document.activeElement.textContent") == "Next puzzle"
        tab.key("Enter")
        tab.wait("document.querySelector('.puzzle .task') && !document.querySelector('.told b')")
        asked(tab, club, wrong)
        play(tab, wrong, 1)
        told = tab.js("document.querySelector('.told').textContent")
        assert f"The good turn is {wrong.best}." in told
        assert f"{wrong.turns[1].turn} loses" in told
        tab.js("document.querySelector('.tools .btn').click()")
        asked(tab, club, right)
        assert "tried before" in tab.js("document.querySelector('.puzzle .words').textContent")
        tab.go(f"{club}/puzzles")
        tab.wait("document.querySelector('.puzzle-game')", 30)
        assert "solved 1 of 2" in tab.js("document.querySelector('.puzzles').textContent")
        assert not tab.log


def test_an_unknown_puzzle_is_told_in_a_sentence(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/puzzles/{GAME}/0000000000")
        tab.wait("document.querySelector('.told.bad b')", 30)
        assert "the id of a puzzle" in tab.js("document.querySelector('.told').textContent")


def test_a_refused_puzzle_says_why_and_leads_back(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/puzzles/{GAME}/nonsense")
        tab.wait("document.querySelector('.told.bad b')", 60)
        assert "nonsense" in tab.js("document.querySelector('.told').textContent")
        tab.js("document.querySelector('.mainbox .act').click()")
        tab.wait("location.pathname.endsWith('/puzzles')")
