import pytest

from nardy.games import find_game
from nardy.render.rulebook import rulebook


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("plakoto", "Each player begins with 15 checkers, all on 24."),
        ("hypergammon", "Each player begins with 3 checkers: 1 on each of 24, 23 and 22."),
        ("nackgammon", "The pip count, all the distance still to go, is 194 at the start."),
        (
            "long-nardy",
            "In a match the player who moved second starts the next game, throwing both dice.",
        ),
        ("gul-bara", "What is left of a cascade is lost."),
        ("portes", "The starter throws both dice afresh for the first turn."),
        ("tapa", "A point on which your own checker lies pinned is closed to you."),
    ],
)
def test_board_start_turn_and_contact(game: str, sentence: str) -> None:
    assert sentence in [
        s.text for section in rulebook(find_game(game))[:5] for s in section.sentences
    ]


@pytest.mark.parametrize(
    ("game", "cascades"), [("gul-bara", "turn number 4"), ("mad-gulbar", "the first turn")]
)
def test_from_when_doubles_cascade(game: str, cascades: str) -> None:
    turn = rulebook(find_game(game))[3]
    assert any("cascades" in s.text and cascades in s.text for s in turn.sentences)
