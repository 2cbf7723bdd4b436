import pytest

from nardy.games import find_game
from nardy.render.rulebook import rulebook


def special(game: str) -> str:
    return " ".join(sentence.text for sentence in rulebook(find_game(game))[5].sentences)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            "long-nardy",
            "3-3, 4-4 and 6-6 let one more leave it, if it is the opponent's head, your 12,",
        ),
        ("long-nardy@any-double", "any double lets one more leave it"),
        ("long-nardy@no-six", "are never lawful"),
        ("long-nardy@run", "tested at the end of the turn"),
        ("long-nardy@opp-home", "in its own home, or borne off"),
        ("fevga", "Of your points 19-24 you may hold at most 5."),
        ("moultezim", "Of your points 7-12 you may hold at most 4."),
        ("fevga", "reached your 11 or less"),
        ("caucasian@strict", "or be borne off"),
        ("sudden-death", "The first hit wins the game: 1 point."),
        ("plakoto", "you lose 2 points"),
        ("tapa@clubs", "There is no mother"),
        ("nuclear", "every blot of both players"),
        ("backgammon", "None: what is told here is the whole game."),
    ],
)
def test_special_laws(game: str, words: str) -> None:
    assert words in special(game)
