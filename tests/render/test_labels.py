import re

import pytest
from tests.effort import each

from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.games import GAMES
from nardy.render import labels
from nardy.render.labels import LANGUAGES, counted, number, result_word, say, seat


def test_every_word_is_in_every_language_with_the_same_places() -> None:
    for key, words in labels.WORDS.items():
        assert set(words) == set(LANGUAGES), key
        places = {
            frozenset(place.lower() for place in re.findall(r"\{(\w+)\}", text))
            for text in words.values()
        }
        # Russian says 'с 6 на 5' where English has a verb, so only the subject may be left out.
        assert len({place - {"player", "other"} for place in places}) == 1, key


@each(
    ("count", "text"),
    [
        (1, "1 шашка"),
        (2, "2 шашки"),
        (4, "4 шашки"),
        (5, "5 шашек"),
        (11, "11 шашек"),
        (12, "12 шашек"),
        (14, "14 шашек"),
        (15, "15 шашек"),
        (21, "21 шашка"),
        (22, "22 шашки"),
        (111, "111 шашек"),
    ],
)
def test_russian_counts(count: int, text: str) -> None:
    assert counted("ru", "checkers", count) == text


def test_halves() -> None:
    assert counted("ru", "points", 0.5) == "0,5 очка"
    assert counted("en", "points", 0.5) == "0.5 points"
    assert number("ru", 3.0) == "3"


def test_seats_bend() -> None:
    assert say("ru", "to_roll", player=Player.BLACK) == "Бросок чёрных."
    assert seat("en", Player.BLACK) == "Black"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(NardyError, match="en, ru"):
        say("xx", "over")


def test_every_games_results_have_russian_words() -> None:
    for rules in GAMES.values():
        for size in ("single", "gammon", "backgammon"):
            assert not result_word("ru", rules.result_name(size)).isascii()
