"""The start of a game and its turns, as events tell them."""

import pytest
from tests.effort import each
from tests.moments import STD, moment

from nardy.core.events import Played, Rolled, Started
from nardy.core.replay import first_event, first_situation, moved, text_of, turn_of
from nardy.core.text import situation_text
from nardy.errors import EventsError, IllegalTurnError, UnknownGameError
from nardy.games import find_game

BACK = f"backgammon w {STD} {STD}"
PLAYED = Played("white", "8/5 6/5", ((8, 5), (6, 5)))


def test_a_game_begins_with_its_start() -> None:
    assert first_event([Started(BACK), Rolled("white", (3, 1))]) == Started(BACK)
    for events in ([], [Rolled("white", (3, 1))]):
        with pytest.raises(EventsError, match="expected a game to begin with 'started', got"):
            first_event(events)


def test_the_situation_at_the_start_is_read() -> None:
    assert situation_text(first_situation(Started(BACK), find_game)) == BACK


@each(
    ("text", "part"),
    [
        ("backgammon", "expected a game, a side"),
        ("backgammon w 24:16 24:15", "White has 16"),
        (f"backgammon,head=7 w {STD} {STD}", "expected head=0"),
    ],
)
def test_a_start_that_cannot_be_read_begins_no_game(text: str, part: str) -> None:
    with pytest.raises(EventsError, match=f"event 1 begins no game: .*{part}"):
        first_situation(Started(text), find_game)


def test_a_game_that_is_not_known_is_told_as_such() -> None:
    with pytest.raises(UnknownGameError, match="'chess'"):
        first_situation(Started(f"chess w {STD} {STD}"), find_game)


def test_a_turn_is_played_by_its_moves() -> None:
    before = moment(BACK, 3, 1)
    turn, final = turn_of(before, PLAYED)
    assert str(turn) == "8/5 6/5"
    assert moved(before, PLAYED) == final
    assert text_of(PLAYED) == "8/5 6/5"
    with pytest.raises(IllegalTurnError):
        turn_of(before, Played("white", "8/5", ((8, 5),)))
    with pytest.raises(
        EventsError, match=r"expected the moves of '13/10 6/5', got those of 8/5 6/5"
    ):
        turn_of(before, Played("white", "13/10 6/5", PLAYED.moves))
