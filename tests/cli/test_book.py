"""`nardy book`: first turns and replies."""

import pytest
from tests.cli.talk import nardy, refused
from tests.labels.test_opening_book import BOOK


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.labels.opening_book.books", lambda: {"backgammon": BOOK})


def test_all_first_rolls_are_listed_with_what_the_first_move_is_worth() -> None:
    heading, first, second, empty, worth, wins, gammons = nardy("book", "backgammon").lines
    assert heading.split() == ["equity", "win", "win", "gammon", "best", "turn;", "equally", "good"]
    assert first == "31  +0.100 ±0.004    50.0%       20.0%  8/5 6/5; 24/20"
    assert second.endswith("8/7(2) 6/5(2)")
    assert empty == ""
    assert worth == (
        "The player who moves first wins +0.1333 ±0.0315 points a game by the replies, "
        "+0.1333 ±0.0030 by the first turns."
    )
    assert wins == "The player who moves first wins 63.3% ±2.8% of the games."
    assert gammons == "30.0% ±2.7% of all games count double or more."


def test_a_roll_is_told_with_its_replies() -> None:
    lines = nardy("book", "backgammon", "1-3").lines
    assert lines[:3] == [
        "1. 8/5 6/5  +0.100 ±0.004",
        "2. 24/20    +0.090 ±0.004  (-0.010 ±0.005)  equally good",
        "3. 13/9      0.000 ±0.004  (-0.100 ±0.005)",
    ]
    assert lines[3].startswith("win 50.0%  win gammon 20.0%")
    assert lines[5] == "replies to 8/5 6/5"
    assert [line.split()[0] for line in lines[7:]] == ["11", "21"]


def test_a_reply_is_told_alone() -> None:
    lines = nardy("book", "backgammon", "31", "12").lines
    assert lines[0] == "1. 13/10  -0.300 ±0.050"
    assert len(lines) == 2


def test_a_language_has_its_words_and_signs() -> None:
    lines = nardy("book", "backgammon", "31", "--language", "ru").lines
    assert lines[1] == "2. 24/20    +0,090 ±0,004  (-0,010 ±0,005)  равноценный"
    assert lines[5] == "ответы на 8/5 6/5"


def test_programs_get_json() -> None:
    whole = nardy("book", "backgammon", "--json").data
    assert whole["game"] == "backgammon,cube_play=off"
    assert whole["by_replies"] == [0.13333, 0.03146]
    first = whole["first"]["31"]
    assert first["turns"][1] == {
        "turn": "24/20", "equity": [0.09, 0.004], "behind": [0.01, 0.005], "is_equal": True,
    }  # fmt: skip
    one = nardy("book", "backgammon", "31", "11", "--json").data
    assert one["rolls"] == ["31", "11"]
    assert one["turns"] == first["replies"]["11"]["turns"]


def test_what_is_not_in_the_book_is_refused() -> None:
    assert "expected a first roll that is in the book, got 66" in refused(
        "book", "backgammon", "66"
    )
    assert "the books are of backgammon" in refused("book", "tapa")
    assert "expected two dice" in refused("book", "backgammon", "31", "x")
