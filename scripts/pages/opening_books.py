"""The opening book of a game, as a part of its page."""

from scripts.pages.markdown import table

from nardy.core.outcome import sizes
from nardy.core.rules import Rules
from nardy.labels.opening_book import BookEntry, Figure, OpeningBook, find_book, has_book

HEADING = "## First turns"


def parts(rules: Rules) -> list[str]:
    """The section with the first rolls; empty without a book."""
    if not has_book(rules):
        return []
    book = find_book(rules)
    return [HEADING, _worth(rules, book), _table(rules, book), _made(rules, book)]


def _worth(rules: Rules, book: OpeningBook) -> str:
    """The value of moving first."""
    found = book.summary()
    replies, first = (f"{worth:.4f} ±{error:.4f}" for worth, error in found[:2])
    told = (
        f"The player who moves first wins {replies} points a game by the replies, {first} by the first"
        f" turns, and {_share(found.wins)} of the games."
    )
    if "gammon" in sizes(rules):
        told += f" A {rules.result_name('gammon')} or more is {_share(found.gammons)} of all games."
    return told


def _table(rules: Rules, book: OpeningBook) -> str:
    """A row for each first roll; a column for equally good turns only where there are any."""
    gammon = [rules.result_name("gammon")] if "gammon" in sizes(rules) else []
    equal = ["equally good"] if any(entry.equals for entry in book.first.values()) else []
    head = ("roll", "best turn", *equal, "equity", "wins", *gammon)
    rows = ((roll, *_row(entry, equals=bool(equal))) for roll, entry in book.first.items())
    return table(head, rows)


def _row(entry: BookEntry, *, equals: bool) -> list[str]:
    others = [", ".join(f"`{turn.turn}`" for turn in entry.equals)] if equals else []
    equity, error = entry.best.equity
    chances = [
        f"{entry.chances[name]:.1%}" for name in ("win", "win_gammon") if name in entry.chances
    ]
    return [f"`{entry.best.turn}`", *others, f"{equity:+.3f} ±{error:.3f}", *chances]


def _made(rules: Rules, book: OpeningBook) -> str:
    """How the figures were found."""
    precision = book.made["precision"]
    cut = precision["cut"]
    length = f"cut after {cut} plies" if cut else "to the end"
    return (
        f"Rollouts by `{book.made['bot']}`, {length}, without the cube, in points for the mover; after ±"
        " the standard error. Equally good turns are behind by less than three standard errors."
        " The value of the first move lies between both figures. The errors of parts of the games are upper"
        f" bounds. `nardy book {rules.id} ROLL` shows the replies"
        " ([how books are made](../guide/labels.md#opening-books))."
    )


def _share(found: Figure) -> str:
    share, error = found
    return f"{share:.1%} ±{error:.1%}"
