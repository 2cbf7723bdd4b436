import pytest

from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.games import GAMES
from nardy.render.labels import result_word, say, seat


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
