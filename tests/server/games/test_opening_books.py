"""Opening books as the page shows them."""

import pytest
from tests.labels.test_opening_book import BOOK

from nardy.games import find_game
from nardy.server.games.opening_books import book_of


def test_a_row_has_the_best_turn_and_its_equals_with_the_replies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nardy.labels.opening_book.books", lambda: {"backgammon": BOOK})
    found = book_of(find_game("backgammon"))
    assert found is not None
    assert (found.low, found.high, found.wins) == pytest.approx((0.1333, 0.1333, 0.6333), abs=1e-4)
    first, last = found.rows
    assert (first.roll, first.turns) == ("31", ["8/5 6/5", "24/20"])
    assert (first.equity, first.error, first.win, first.gammon) == (0.1, 0.004, 0.5, 0.2)
    assert [(row.roll, row.turns, row.replies) for row in first.replies] == [
        ("11", ["24/22"], []),
        ("21", ["13/10"], []),
    ]
    assert last.replies == []


def test_a_game_with_other_laws_has_no_book() -> None:
    assert book_of(find_game("long-nardy,opening=use")) is None
    assert book_of(find_game("long-nardy")) is not None
