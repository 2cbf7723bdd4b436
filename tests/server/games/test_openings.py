"""The opening explorer: the book and the club's games side by side."""

import pytest
from tests.labels.test_opening_book import BOOK

from nardy.errors import IllegalTurnError, NotationError
from nardy.formats import position_text
from nardy.games import find_game
from nardy.server.games.openings import OpeningTurn, openings_of
from nardy.server.store.openings import PlayedOpening

BACKGAMMON = find_game("backgammon")
GAMES = [
    PlayedOpening((("31", "8/5 6/5"), ("21", "13/10")), 1),
    PlayedOpening((("31", "8/5 6/5"), ("21", "13/11 6/5")), 0.5),
    PlayedOpening((("31", "6/2"),), 0),
    PlayedOpening((("52", "13/6"),), None),
]


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.labels.opening_book.books", lambda: {"backgammon": BOOK})


def test_a_roll_has_the_turns_of_the_book_and_then_those_of_the_club() -> None:
    found = openings_of(BACKGAMMON, GAMES)
    assert (found.book, found.played) == (True, 4)
    assert [one.roll for one in found.rolls] == ["11", "31", "52"]
    assert found.rolls[1].turns == [
        OpeningTurn("8/5 6/5", 0.1, 0.0, is_best=True, played=2, won=0.75),
        OpeningTurn("24/20", 0.09, 0.01, is_best=True),
        OpeningTurn("13/9", 0.0, 0.1),
        OpeningTurn("6/2", played=1, won=0.0),
    ]
    assert found.rolls[2].turns == [OpeningTurn("13/6", played=1)]


def test_a_reply_is_seen_by_who_makes_it() -> None:
    found = openings_of(BACKGAMMON, GAMES, "31", "6/5 8/5")
    assert position_text.loads(found.position).position.opponent[5] == 2
    assert found.played == 2
    reply = found.rolls[-1]
    assert reply.roll == "21"
    assert reply.turns == [
        OpeningTurn("13/10", -0.3, 0.0, is_best=True, played=1, won=0.0),
        OpeningTurn("13/11 6/5", played=1, won=0.5),
    ]


def test_the_book_has_replies_to_its_best_turns_alone() -> None:
    found = openings_of(BACKGAMMON, GAMES, "31", "6/2")
    assert (found.rolls, found.played, found.book) == ([], 0, True)


def test_a_game_without_a_book_has_the_turns_of_the_club() -> None:
    games = [PlayedOpening((("53", "24/16"),), 1)]
    found = openings_of(find_game("fevga"), games)
    assert (found.book, found.played) == (False, 1)
    assert found.rolls[0].turns == [OpeningTurn("24/16", played=1, won=1)]


def test_what_is_no_roll_or_no_turn_is_refused() -> None:
    with pytest.raises(NotationError, match="expected a roll"):
        openings_of(BACKGAMMON, GAMES, "13", "8/5 6/5")
    with pytest.raises(IllegalTurnError):
        openings_of(BACKGAMMON, GAMES, "31", "24/19")
