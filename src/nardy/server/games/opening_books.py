"""Opening books as the page shows them."""

from collections.abc import Mapping

import msgspec

from nardy.core.rules import Rules
from nardy.labels.opening_book import BookEntry, find_book, has_book


class BookRow(msgspec.Struct):
    """A roll with the best turn, in points for the mover and without the cube."""

    roll: str
    turns: list[str]
    """The best first; the others are equally good within the errors."""
    equity: float
    error: float
    """The standard error of the equity."""
    win: float
    gammon: float | None
    """The chance of a double win or more; None where every win counts alike."""
    replies: "list[BookRow]"
    """The opponent's rolls after the best turn; none after a reply."""


class GameBook(msgspec.Struct):
    """The opening book of a game: all first rolls and the replies."""

    low: float
    """Points that the player who moves first wins a game, at least."""
    high: float
    """The same at most; both are estimates."""
    wins: float
    """Their part of the games."""
    rows: list[BookRow]


def book_of(rules: Rules) -> GameBook | None:
    """The opening book of a game; None if there is none for its options."""
    if not has_book(rules):
        return None
    book = find_book(rules)
    found = book.summary()
    low, high = sorted((found.by_replies[0], found.by_first[0]))
    return GameBook(low, high, found.wins[0], _rows(book.first))


def _rows(entries: Mapping[str, BookEntry]) -> list[BookRow]:
    return [_row(roll, entry) for roll, entry in entries.items()]


def _row(roll: str, entry: BookEntry) -> BookRow:
    best = entry.best
    return BookRow(
        roll,
        [turn.turn for turn in (best, *entry.equals)],
        *best.equity,
        entry.chances["win"],
        entry.chances.get("win_gammon"),
        _rows(entry.replies),
    )
