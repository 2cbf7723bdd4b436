"""Clues: one for every reason in each language, and none gives the turn or its count away."""

from dataclasses import replace

import pytest
from tests.coach.test_sentences import explained

from nardy.coach import KINDS, explain
from nardy.coach.clues import clue
from nardy.coach.kinds import Undo
from nardy.coach.reasons import Reason
from nardy.formats import position_text
from nardy.games import find_game
from nardy.translations import LANGUAGES, texts

OPENING = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_clue(language: str) -> None:
    words = texts(language, "coach")
    for kind in KINDS:
        assert words[f"clue.{kind.fact}"].endswith((".", "?"))


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto"])
def test_a_clue_names_neither_turn_nor_count(game: str) -> None:
    for found in explained(game, 5, 4):
        for language in LANGUAGES:
            told = clue(found, language)
            assert str(found.best) not in told
            assert str(found.played) not in told
            assert "/" not in told


def test_without_a_reason_there_is_still_advice() -> None:
    found = replace(explain(OPENING, "13/10 6/5"), reasons=())
    assert clue(found) == texts("en", "coach")["clue.none"]
    assert clue(found, "ru") == texts("ru", "coach")["clue.none"]


def test_a_clue_names_larger_losses_as_the_game_does() -> None:
    told = explain(OPENING, "13/10 6/5")
    saving = Reason("to save mars", Undo.CHANGE, 3, 9, 0.2)
    for game, word in (("plakoto", "двойного поражения"), ("backgammon", "марса")):
        situation = replace(OPENING, rules=find_game(game))
        assert word in clue(replace(told, situation=situation, reasons=(saving,)), "ru")
