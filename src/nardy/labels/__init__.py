"""Positions whose worth is known by rollout, and the opening books that are made of them.

A book needs no engine. Equities are points of the mover without the cube, and errors are standard errors.

>>> from nardy import BACKGAMMON
>>> from nardy.labels import find_book
>>> find_book(BACKGAMMON).entry("31").best.turn
'8/5 6/5'
"""

from nardy.labels.opening_book import (
    BookEntry,
    BookSummary,
    BookTurn,
    OpeningBook,
    OpeningBookError,
    find_book,
    has_book,
)

__all__ = [
    "BookEntry",
    "BookSummary",
    "BookTurn",
    "OpeningBook",
    "OpeningBookError",
    "find_book",
    "has_book",
]
