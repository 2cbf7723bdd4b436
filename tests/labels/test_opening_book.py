"""Opening books: what they hold, what follows from them, and how the shipped ones were made."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.effort import each

from nardy.core.acts import end_turn
from nardy.core.dice import ROLLS, Roll
from nardy.core.judge import find_turn
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.data import book_files, unpacked
from nardy.games import GAMES, find_game
from nardy.labels.book import book_of, first_rolls
from nardy.labels.label_file import LabelFile
from nardy.labels.opening_book import (
    BookEntry,
    BookTurn,
    OpeningBook,
    OpeningBookError,
    books,
    find_book,
    has_book,
)

ROOT = Path(__file__).parents[2]
MOST_BYTES = 1_000_000
"""Of all books in the wheel."""


def turn(text: str, equity: float, error: float = 0.004, *, behind: float = 0.0) -> BookTurn:
    doubt = 0.005 if behind else 0.0
    return BookTurn(text, (equity, error), (behind, doubt), behind < 3 * doubt or not behind)


def entry(
    win: float, *turns: BookTurn, replies: Mapping[str, BookEntry] | None = None
) -> BookEntry:
    chances = {"win": win, "win_gammon": 0.2, "lose_gammon": 0.1, "lose": round(1 - win, 4)}
    return BookEntry(100, chances, turns, replies or {})


FIRST = entry(
    0.5, turn("8/5 6/5", 0.1), turn("24/20", 0.09, behind=0.01), turn("13/9", 0.0, behind=0.1)
)
REPLIES = {"11": entry(0.6, turn("24/22", 0.3, 0.1)), "21": entry(0.3, turn("13/10", -0.3, 0.05))}
BOOK = OpeningBook(
    "backgammon,cube_play=off",
    {"bot": "nardy:1"},
    {"31": replace(FIRST, replies=REPLIES), "11": entry(0.7, turn("8/7(2) 6/5(2)", 0.2))},
)


def test_a_book_comes_back_as_it_was_written() -> None:
    text = BOOK.as_text()
    assert OpeningBook.of_text(text) == BOOK
    # A line for each first roll, so that a change is seen where it is.
    assert [line[:4] for line in text.splitlines()[1:3]] == ['"31"', '"11"']
    assert json.loads(text)["license"] == "CC0-1.0"


def test_equal_turns_are_those_that_are_not_surely_worse() -> None:
    assert [one.turn for one in BOOK.first["31"].equals] == ["24/20"]
    assert BOOK.first["31"].best.turn == "8/5 6/5"


def test_the_value_of_the_first_move_follows_from_the_replies() -> None:
    found = BOOK.summary()
    # 31 comes twice as often as 11, and so does the reply 21; after 11 there is no reply.
    replied = (-0.3 + 2 * 0.3) / 3
    assert found.by_replies[0] == pytest.approx((2 * replied + 0.2) / 3)
    assert found.by_first == (pytest.approx(0.4 / 3), pytest.approx(0.004 * 5**0.5 / 3))
    errors = (2 / 9 * 0.1, 4 / 9 * 0.05, 1 / 3 * 0.004)
    assert found.by_replies[1] == pytest.approx(sum(error**2 for error in errors) ** 0.5)
    # The replier's chances are those of the other player.
    assert found.wins[0] == pytest.approx(2 / 9 * 0.4 + 4 / 9 * 0.7 + 1 / 3 * 0.7)
    assert found.gammons[0] == pytest.approx(0.3)


def test_a_roll_that_is_not_in_the_book_is_refused() -> None:
    assert BOOK.entry("31", "21").best.turn == "13/10"
    with pytest.raises(OpeningBookError, match="expected a first roll that is in the book, got 66"):
        BOOK.entry("66")
    with pytest.raises(OpeningBookError, match="got 66; there are 11, 21"):
        BOOK.entry("31", "66")
    with pytest.raises(OpeningBookError, match="got 11; there are none"):
        BOOK.entry("11", "11")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "expected an opening book, got another file"),
        ("[1]", "expected an opening book, got another file"),
        ('{"nardy book":0}', "expected a book of version 1, got 0"),
        ('{"nardy book":1}', "got a damaged one"),
        (BOOK.as_text()[:-9], "expected an opening book, got another file"),
        (BOOK.as_text().replace("[100,", "["), "got a damaged one"),
    ],
)
def test_what_is_no_book_is_refused_in_a_sentence(content: str, says: str) -> None:
    with pytest.raises(OpeningBookError, match=says):
        OpeningBook.of_text(content)


def test_a_game_without_a_book_names_those_that_have_one() -> None:
    odd = find_game("long-nardy,opening=use")
    assert not has_book(odd)
    with pytest.raises(
        OpeningBookError, match=r"got long-nardy,opening=use; the books are of .*long"
    ):
        find_book(odd)


def test_the_books_fit_into_the_wheel() -> None:
    assert sum(len(file.read_bytes()) for file in book_files()) <= MOST_BYTES


@each("game", sorted(books()))
def test_a_shipped_book_is_made_of_its_labels(game: str) -> None:
    labels = LabelFile.read(ROOT / "labels" / "books" / f"{game}.jsonl")
    (file,) = (file for file in book_files() if file.name == f"{game}.json.bz2")
    assert book_of(labels).as_text() == unpacked(file).decode()


@each("game", sorted(books()))
def test_a_shipped_book_has_every_roll_and_only_legal_turns(game: str) -> None:
    rules = GAMES[game]
    assert has_book(rules)
    book = find_book(rules)
    decisions = {drawn.kind: drawn.situation for drawn in first_rolls(rules)}
    assert list(book.first) == list(decisions)
    for roll, situation in decisions.items():
        found = book.first[roll]
        _check(situation, found)
        after = _after(situation, found.best.turn)
        for reply in ROLLS if after.phase is Phase.ROLL else ():
            _check(replace(after, roll=reply), found.replies[f"{reply}"])


def _after(situation: Situation, text: str) -> Situation:
    played, final = find_turn(situation, text)
    return end_turn(situation, final, len(played.moves))


def _check(situation: Situation, found: BookEntry) -> None:
    assert found.best.is_equal
    assert found.best.behind == (0, 0)
    worths = [one.equity[0] for one in found.turns]
    assert worths == sorted(worths, reverse=True)
    finals = {find_turn(situation, one.turn)[1] for one in found.turns}
    assert len(finals) == len(found.turns)


@each("game", sorted(books()))
def test_first_turns_are_worth_what_their_replies_are(game: str) -> None:
    """Two rollouts that share no dice, whose errors are known: on average the square of z is 1."""
    squares = list[float]()
    for found in books()[game].first.values():
        weights = {roll: 1 if Roll.parse(roll).is_double else 2 for roll in found.replies}
        total = sum(weights.values())
        worth = -sum(weights[roll] * one.best.equity[0] for roll, one in found.replies.items())
        variance = sum(
            (weights[roll] * one.best.equity[1]) ** 2 for roll, one in found.replies.items()
        )
        error = (variance / total**2 + found.best.equity[1] ** 2) ** 0.5
        squares.append(((found.best.equity[0] - worth / total) / error) ** 2)
    # Not only luck: the best of several noisy values is too high, most where many are alike.
    assert sum(squares) / len(squares) < 4


PUBLISHED = {
    "21": {"13/11 6/5", "24/23 13/11"},
    "31": {"8/5 6/5"},
    "32": {"24/21 13/11", "13/11 13/10"},
    "41": {"24/23 13/9", "13/9 6/5"},
    "42": {"8/4 6/4"},
    "43": {"24/20 13/10", "24/21 13/9", "13/10 13/9"},
    "51": {"24/23 13/8", "13/8 6/5"},
    "52": {"24/22 13/8", "13/11 13/8"},
    "53": {"8/3 6/3"},
    "54": {"24/20 13/8", "13/9 13/8"},
    "61": {"13/7 8/7"},
    "62": {"24/18 13/11"},
    "63": {"24/18 13/10", "24/15"},
    "64": {"24/18 13/9", "8/2 6/2", "24/14"},
    "65": {"24/13"},
}
"""Backgammon's first turns as books and programs have agreed since rollouts became strong."""


def test_backgammons_first_turns_are_those_that_are_published() -> None:
    book = books()["backgammon"]
    assert book.first.keys() == PUBLISHED.keys()
    for roll, published in PUBLISHED.items():
        found = book.first[roll]
        assert not published.isdisjoint({found.best.turn, *(one.turn for one in found.equals)}), (
            roll
        )
        # What was rolled out and is published is close to the best.
        for one in found.turns:
            gap, error = one.behind
            assert one.turn not in published or gap - 2 * error < 0.02, (roll, one)


def test_the_first_move_of_backgammon_is_worth_what_is_published() -> None:
    # About 0.04 of a point without the cube, and 26 to 28 gammons in a hundred games.
    found = books()["backgammon"].summary()
    assert 0.035 < found.by_replies[0] < 0.04 < found.by_first[0] < 0.045
    assert found.gammons[0] == pytest.approx(0.27, abs=0.01)


def test_the_cube_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.labels.opening_book.books", lambda: {"backgammon": BOOK})
    for name in ("backgammon", "backgammon,cube_play=off", "backgammon@single"):
        rules: Rules = find_game(name)
        assert find_book(rules) is BOOK
    assert not has_book(find_game("backgammon,opening=reroll"))
