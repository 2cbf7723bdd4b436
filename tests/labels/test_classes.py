"""Classes of positions: by hand-made examples, and properties over play of every game."""

import random
from itertools import islice

import pytest
from tests.kernel.samples import random_game

from nardy.formats import position_text
from nardy.games import GAMES
from nardy.kernel.features import BACK_GAME_PIPS
from nardy.labels.classes import BEHIND, CLASSES, class_of, classes_for, classes_of

EXAMPLES = {
    "straggler": ["backgammon w 24:1,6:2 2:1,off:14", "backgammon w 3:2,1:1,off:12 bar:1,6:14"],
    "saving a gammon": ["backgammon w 8:2,6:13 1:10,off:5", "plakoto w 9:1,6:14 2:10,off:5"],
    "race": ["backgammon w 6:15 6:15", "backgammon w 12:2,6:13 10:3,6:12", "plakoto w 6:15 6:15"],
    "containment": ["backgammon w 12:2,8:2,7:2,6:2,5:2,4:2,3:3 24:1,6:14"],
    "back game": ["backgammon w 24:2,22:2,13:3,8:4,6:4 8:3,7:2,6:4,5:3,4:3"],
    "ace point": ["backgammon w 24:2,6:5,5:4,4:4 8:2,6:5,5:4,4:4"],
    "prime against prime": ["backgammon w 24:2,8:3,7:2,6:3,5:3,4:2 24:2,8:3,7:2,6:3,5:3,4:2"],
    "crashed": ["backgammon w 21:2,13:1,6:2,2:5,1:5 13:2,8:4,6:5,5:2,3:2"],
    "on the bar": ["backgammon w bar:1,13:5,8:4,6:5 24:1,13:5,8:4,6:5"],
    "holding": ["backgammon w 20:2,13:3,8:4,6:6 13:5,8:4,6:6"],
    "both sides back": ["backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"],
    "hit in the bear-off": ["backgammon w 6:5,4:4,3:4,off:2 20:1,6:5,5:4,4:3,off:2"],
    "contact": ["backgammon w 24:1,13:4,8:5,6:5 13:5,8:5,6:5", "long-nardy w 24:7,15:8 24:7,15:8"],
    "saving mars": ["long-nardy w 8:2,6:13 1:10,off:5"],
    "locked": ["long-nardy w 23:1,22:1,21:1,20:1,19:1,18:1,13:9 20:1,18:14"],
    "fence": [
        "long-nardy w 21:1,20:1,19:1,18:1,13:11 18:15",
        "long-nardy w 23:1,22:1,21:1,20:1,10:1,9:1,8:1,7:1,6:1,3:6 14:5,13:5,3:5",
    ],
    "opening": ["long-nardy w 24:15 24:15", "fevga w 24:14,20:1 24:15", "plakoto w 24:15 24:15"],
    "deep pins": ["plakoto w 24:p,13:14 24:7,6:7,1:1"],
    "mother in danger": ["plakoto w 24:1,13:14 24:2,13:13"],
    "pin": ["plakoto w 24:2,13:12,10:p 24:2,15:1,14:12"],
}
"""Positions whose class is the key: the first class that holds, of either side."""
OTHERWISE = {
    # One anchor more, one point less, or a few pips: the class is another one.
    "backgammon w 24:2,13:5,8:4,6:4 8:3,7:2,6:4,5:3,4:3": "contact",
    "backgammon w 24:2,22:2,6:5,5:3,4:3 24:2,13:5,8:3,6:5": "both sides back",
    "backgammon w 6:5,4:4,3:4,off:2 20:1,6:5,5:4,4:5": "saving a gammon",
    "backgammon w 6:5,4:4,3:6 20:1,6:5,5:4,4:5": "contact",
    "backgammon w 21:2,13:2,6:2,5:1,2:4,1:4 13:2,8:4,6:5,5:2,3:2": "holding",
    "long-nardy w 21:1,20:1,19:1,13:12 18:15": "contact",
}


@pytest.mark.parametrize(
    ("text", "name"), [(text, name) for name, texts in EXAMPLES.items() for text in texts]
)
def test_examples_have_their_class(text: str, name: str) -> None:
    asked = position_text.loads(text)
    assert class_of(asked.rules, asked.position) == name
    assert class_of(asked.rules, asked.position.flipped()) == name
    assert name in classes_of(asked.rules, asked.position)
    assert ("contact" in classes_of(asked.rules, asked.position)) == (name == "contact")


@pytest.mark.parametrize(("text", "name"), OTHERWISE.items())
def test_near_misses_have_another(text: str, name: str) -> None:
    asked = position_text.loads(text)
    assert class_of(asked.rules, asked.position) == name


def test_every_class_has_an_example() -> None:
    assert set(EXAMPLES) == {each.name for found in CLASSES.values() for each in found}


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_play_has_a_class(game: str) -> None:
    rules = GAMES[game]
    names = [each.name for each in classes_for(rules)]
    for sample in islice(random_game(rules, random.Random(7), blocks=True), 40):
        position = sample.position
        found = classes_of(rules, position)
        assert found[0] == class_of(rules, position)
        assert found == classes_of(rules, position.flipped())
        assert list(found) == [name for name in names if name in found]
        # The race and what needs contact exclude each other.
        assert "race" not in found or not {"straggler", "crashed"}.intersection(found)


def test_a_back_game_is_the_same_to_the_kernel() -> None:
    assert BEHIND == BACK_GAME_PIPS
